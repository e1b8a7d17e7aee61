/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tables.py from codes.txt: the time zones. */
#include "time_zones_table.h"

/* clang-format off */
const char assay_time_zones[] =
    "Africa/AbidjanAfrica/AccraAfrica/Addis_AbabaAfrica/AlgiersAfrica/AsmaraAfrica/AsmeraAfrica/Bamak"
    "oAfrica/BanguiAfrica/BanjulAfrica/BissauAfrica/BlantyreAfrica/BrazzavilleAfrica/BujumburaAfrica/"
    "CairoAfrica/CasablancaAfrica/CeutaAfrica/ConakryAfrica/DakarAfrica/Dar_es_SalaamAfrica/DjiboutiA"
    "frica/DoualaAfrica/El_AaiunAfrica/FreetownAfrica/GaboroneAfrica/HarareAfrica/JohannesburgAfrica/"
    "JubaAfrica/KampalaAfrica/KhartoumAfrica/KigaliAfrica/KinshasaAfrica/LagosAfrica/LibrevilleAfrica"
    "/LomeAfrica/LuandaAfrica/LubumbashiAfrica/LusakaAfrica/MalaboAfrica/MaputoAfrica/MaseruAfrica/Mb"
    "abaneAfrica/MogadishuAfrica/MonroviaAfrica/NairobiAfrica/NdjamenaAfrica/NiameyAfrica/NouakchottA"
    "frica/OuagadougouAfrica/Porto-NovoAfrica/Sao_TomeAfrica/TimbuktuAfrica/TripoliAfrica/TunisAfrica"
    "/WindhoekAmerica/AdakAmerica/AnchorageAmerica/AnguillaAmerica/AntiguaAmerica/AraguainaAmerica/Ar"
    "gentina/Buenos_AiresAmerica/Argentina/CatamarcaAmerica/Argentina/ComodRivadaviaAmerica/Argentina"
    "/CordobaAmerica/Argentina/JujuyAmerica/Argentina/La_RiojaAmerica/Argentina/MendozaAmerica/Argent"
    "ina/Rio_GallegosAmerica/Argentina/SaltaAmerica/Argentina/San_JuanAmerica/Argentina/San_LuisAmeri"
    "ca/Argentina/TucumanAmerica/Argentina/UshuaiaAmerica/ArubaAmerica/AsuncionAmerica/AtikokanAmeric"
    "a/AtkaAmerica/BahiaAmerica/Bahia_BanderasAmerica/BarbadosAmerica/BelemAmerica/BelizeAmerica/Blan"
    "c-SablonAmerica/Boa_VistaAmerica/BogotaAmerica/BoiseAmerica/Buenos_AiresAmerica/Cambridge_BayAme"
    "rica/Campo_GrandeAmerica/CancunAmerica/CaracasAmerica/CatamarcaAmerica/CayenneAmerica/CaymanAmer"
    "ica/ChicagoAmerica/ChihuahuaAmerica/Ciudad_JuarezAmerica/Coral_HarbourAmerica/CordobaAmerica/Cos"
    "ta_RicaAmerica/CoyhaiqueAmerica/CrestonAmerica/CuiabaAmerica/CuracaoAmerica/DanmarkshavnAmerica/"
    "DawsonAmerica/Dawson_CreekAmerica/DenverAmerica/DetroitAmerica/DominicaAmerica/EdmontonAmerica/E"
    "irunepeAmerica/El_SalvadorAmerica/EnsenadaAmerica/Fort_NelsonAmerica/Fort_WayneAmerica/Fortaleza"
    "America/Glace_BayAmerica/GodthabAmerica/Goose_BayAmerica/Grand_TurkAmerica/GrenadaAmerica/Guadel"
    "oupeAmerica/GuatemalaAmerica/GuayaquilAmerica/GuyanaAmerica/HalifaxAmerica/HavanaAmerica/Hermosi"
    "lloAmerica/Indiana/IndianapolisAmerica/Indiana/KnoxAmerica/Indiana/MarengoAmerica/Indiana/Peters"
    "burgAmerica/Indiana/Tell_CityAmerica/Indiana/VevayAmerica/Indiana/VincennesAmerica/Indiana/Winam"
    "acAmerica/IndianapolisAmerica/InuvikAmerica/IqaluitAmerica/JamaicaAmerica/JujuyAmerica/JuneauAme"
    "rica/Kentucky/LouisvilleAmerica/Kentucky/MonticelloAmerica/Knox_INAmerica/KralendijkAmerica/La_P"
    "azAmerica/LimaAmerica/Los_AngelesAmerica/LouisvilleAmerica/Lower_PrincesAmerica/MaceioAmerica/Ma"
    "naguaAmerica/ManausAmerica/MarigotAmerica/MartiniqueAmerica/MatamorosAmerica/MazatlanAmerica/Men"
    "dozaAmerica/MenomineeAmerica/MeridaAmerica/MetlakatlaAmerica/Mexico_CityAmerica/MiquelonAmerica/"
    "MonctonAmerica/MonterreyAmerica/MontevideoAmerica/MontrealAmerica/MontserratAmerica/NassauAmeric"
    "a/New_YorkAmerica/NipigonAmerica/NomeAmerica/NoronhaAmerica/North_Dakota/BeulahAmerica/North_Dak"
    "ota/CenterAmerica/North_Dakota/New_SalemAmerica/NuukAmerica/OjinagaAmerica/PanamaAmerica/Pangnir"
    "tungAmerica/ParamariboAmerica/PhoenixAmerica/Port-au-PrinceAmerica/Port_of_SpainAmerica/Porto_Ac"
    "reAmerica/Porto_VelhoAmerica/Puerto_RicoAmerica/Punta_ArenasAmerica/Rainy_RiverAmerica/Rankin_In"
    "letAmerica/RecifeAmerica/ReginaAmerica/ResoluteAmerica/Rio_BrancoAmerica/RosarioAmerica/Santa_Is"
    "abelAmerica/SantaremAmerica/SantiagoAmerica/Santo_DomingoAmerica/Sao_PauloAmerica/ScoresbysundAm"
    "erica/ShiprockAmerica/SitkaAmerica/St_BarthelemyAmerica/St_JohnsAmerica/St_KittsAmerica/St_Lucia"
    "America/St_ThomasAmerica/St_VincentAmerica/Swift_CurrentAmerica/TegucigalpaAmerica/ThuleAmerica/"
    "Thunder_BayAmerica/TijuanaAmerica/TorontoAmerica/TortolaAmerica/VancouverAmerica/VirginAmerica/W"
    "hitehorseAmerica/WinnipegAmerica/YakutatAmerica/YellowknifeAntarctica/CaseyAntarctica/DavisAntar"
    "ctica/DumontDUrvilleAntarctica/MacquarieAntarctica/MawsonAntarctica/McMurdoAntarctica/PalmerAnta"
    "rctica/RotheraAntarctica/South_PoleAntarctica/SyowaAntarctica/TrollAntarctica/VostokArctic/Longy"
    "earbyenAsia/AdenAsia/AlmatyAsia/AmmanAsia/AnadyrAsia/AqtauAsia/AqtobeAsia/AshgabatAsia/Ashkhabad"
    "Asia/AtyrauAsia/BaghdadAsia/BahrainAsia/BakuAsia/BangkokAsia/BarnaulAsia/BeirutAsia/BishkekAsia/"
    "BruneiAsia/CalcuttaAsia/ChitaAsia/ChoibalsanAsia/ChongqingAsia/ChungkingAsia/ColomboAsia/DaccaAs"
    "ia/DamascusAsia/DhakaAsia/DiliAsia/DubaiAsia/DushanbeAsia/FamagustaAsia/GazaAsia/HarbinAsia/Hebr"
    "onAsia/Ho_Chi_MinhAsia/Hong_KongAsia/HovdAsia/IrkutskAsia/IstanbulAsia/JakartaAsia/JayapuraAsia/"
    "JerusalemAsia/KabulAsia/KamchatkaAsia/KarachiAsia/KashgarAsia/KathmanduAsia/KatmanduAsia/Khandyg"
    "aAsia/KolkataAsia/KrasnoyarskAsia/Kuala_LumpurAsia/KuchingAsia/KuwaitAsia/MacaoAsia/MacauAsia/Ma"
    "gadanAsia/MakassarAsia/ManilaAsia/MuscatAsia/NicosiaAsia/NovokuznetskAsia/NovosibirskAsia/OmskAs"
    "ia/OralAsia/Phnom_PenhAsia/PontianakAsia/PyongyangAsia/QatarAsia/QostanayAsia/QyzylordaAsia/Rang"
    "oonAsia/RiyadhAsia/SaigonAsia/SakhalinAsia/SamarkandAsia/SeoulAsia/ShanghaiAsia/SingaporeAsia/Sr"
    "ednekolymskAsia/TaipeiAsia/TashkentAsia/TbilisiAsia/TehranAsia/Tel_AvivAsia/ThimbuAsia/ThimphuAs"
    "ia/TokyoAsia/TomskAsia/Ujung_PandangAsia/UlaanbaatarAsia/Ulan_BatorAsia/UrumqiAsia/Ust-NeraAsia/"
    "VientianeAsia/VladivostokAsia/YakutskAsia/YangonAsia/YekaterinburgAsia/YerevanAtlantic/AzoresAtl"
    "antic/BermudaAtlantic/CanaryAtlantic/Cape_VerdeAtlantic/FaeroeAtlantic/FaroeAtlantic/Jan_MayenAt"
    "lantic/MadeiraAtlantic/ReykjavikAtlantic/South_GeorgiaAtlantic/St_HelenaAtlantic/StanleyAustrali"
    "a/ACTAustralia/AdelaideAustralia/BrisbaneAustralia/Broken_HillAustralia/CanberraAustralia/Currie"
    "Australia/DarwinAustralia/EuclaAustralia/HobartAustralia/LHIAustralia/LindemanAustralia/Lord_How"
    "eAustralia/MelbourneAustralia/NorthAustralia/NSWAustralia/PerthAustralia/QueenslandAustralia/Sou"
    "thAustralia/SydneyAustralia/TasmaniaAustralia/VictoriaAustralia/WestAustralia/YancowinnaBrazil/A"
    "creBrazil/DeNoronhaBrazil/EastBrazil/WestCanada/AtlanticCanada/CentralCanada/EasternCanada/Mount"
    "ainCanada/NewfoundlandCanada/PacificCanada/SaskatchewanCanada/YukonCETChile/ContinentalChile/Eas"
    "terIslandCST6CDTCubaEETEgyptEireESTEST5EDTEtc/GMTEtc/GMT+0Etc/GMT+1Etc/GMT+10Etc/GMT+11Etc/GMT+1"
    "2Etc/GMT+2Etc/GMT+3Etc/GMT+4Etc/GMT+5Etc/GMT+6Etc/GMT+7Etc/GMT+8Etc/GMT+9Etc/GMT-0Etc/GMT-1Etc/G"
    "MT-10Etc/GMT-11Etc/GMT-12Etc/GMT-13Etc/GMT-14Etc/GMT-2Etc/GMT-3Etc/GMT-4Etc/GMT-5Etc/GMT-6Etc/GM"
    "T-7Etc/GMT-8Etc/GMT-9Etc/GMT0Etc/GreenwichEtc/UCTEtc/UniversalEtc/UTCEtc/ZuluEurope/AmsterdamEur"
    "ope/AndorraEurope/AstrakhanEurope/AthensEurope/BelfastEurope/BelgradeEurope/BerlinEurope/Bratisl"
    "avaEurope/BrusselsEurope/BucharestEurope/BudapestEurope/BusingenEurope/ChisinauEurope/Copenhagen"
    "Europe/DublinEurope/GibraltarEurope/GuernseyEurope/HelsinkiEurope/Isle_of_ManEurope/IstanbulEuro"
    "pe/JerseyEurope/KaliningradEurope/KievEurope/KirovEurope/KyivEurope/LisbonEurope/LjubljanaEurope"
    "/LondonEurope/LuxembourgEurope/MadridEurope/MaltaEurope/MariehamnEurope/MinskEurope/MonacoEurope"
    "/MoscowEurope/NicosiaEurope/OsloEurope/ParisEurope/PodgoricaEurope/PragueEurope/RigaEurope/RomeE"
    "urope/SamaraEurope/San_MarinoEurope/SarajevoEurope/SaratovEurope/SimferopolEurope/SkopjeEurope/S"
    "ofiaEurope/StockholmEurope/TallinnEurope/TiraneEurope/TiraspolEurope/UlyanovskEurope/UzhgorodEur"
    "ope/VaduzEurope/VaticanEurope/ViennaEurope/VilniusEurope/VolgogradEurope/WarsawEurope/ZagrebEuro"
    "pe/ZaporozhyeEurope/ZurichGBGB-EireGMTGMT+0GMT-0GMT0GreenwichHongkongHSTIcelandIndian/Antananari"
    "voIndian/ChagosIndian/ChristmasIndian/CocosIndian/ComoroIndian/KerguelenIndian/MaheIndian/Maldiv"
    "esIndian/MauritiusIndian/MayotteIndian/ReunionIranIsraelJamaicaJapanKwajaleinLibyaMETMexico/Baja"
    "NorteMexico/BajaSurMexico/GeneralMSTMST7MDTNavajoNZNZ-CHATPacific/ApiaPacific/AucklandPacific/Bo"
    "ugainvillePacific/ChathamPacific/ChuukPacific/EasterPacific/EfatePacific/EnderburyPacific/Fakaof"
    "oPacific/FijiPacific/FunafutiPacific/GalapagosPacific/GambierPacific/GuadalcanalPacific/GuamPaci"
    "fic/HonoluluPacific/JohnstonPacific/KantonPacific/KiritimatiPacific/KosraePacific/KwajaleinPacif"
    "ic/MajuroPacific/MarquesasPacific/MidwayPacific/NauruPacific/NiuePacific/NorfolkPacific/NoumeaPa"
    "cific/Pago_PagoPacific/PalauPacific/PitcairnPacific/PohnpeiPacific/PonapePacific/Port_MoresbyPac"
    "ific/RarotongaPacific/SaipanPacific/SamoaPacific/TahitiPacific/TarawaPacific/TongatapuPacific/Tr"
    "ukPacific/WakePacific/WallisPacific/YapPolandPortugalPRCPST8PDTROCROKSingaporeTurkeyUCTUniversal"
    "US/AlaskaUS/AleutianUS/ArizonaUS/CentralUS/East-IndianaUS/EasternUS/HawaiiUS/Indiana-StarkeUS/Mi"
    "chiganUS/MountainUS/PacificUS/SamoaUTCW-SUWETZulu";
const uint16_t assay_time_zone_offsets[] = {
    0, 14, 26, 44, 58, 71, 84, 97, 110, 123, 136, 151, 169, 185, 197, 214, 226, 240, 252, 272, 287, 300,
    315, 330, 345, 358, 377, 388, 402, 417, 430, 445, 457, 474, 485, 498, 515, 528, 541, 554, 567, 581,
    597, 612, 626, 641, 654, 671, 689, 706, 721, 736, 750, 762, 777, 789, 806, 822, 837, 854, 884, 911,
    943, 968, 991, 1017, 1042, 1072, 1095, 1121, 1147, 1172, 1197, 1210, 1226, 1242, 1254, 1267, 1289,
    1305, 1318, 1332, 1352, 1369, 1383, 1396, 1416, 1437, 1457, 1471, 1486, 1503, 1518, 1532, 1547, 1564,
    1585, 1606, 1621, 1639, 1656, 1671, 1685, 1700, 1720, 1734, 1754, 1768, 1783, 1799, 1815, 1831, 1850,
    1866, 1885, 1903, 1920, 1937, 1952, 1969, 1987, 2002, 2020, 2037, 2054, 2068, 2083, 2097, 2115, 2143,
    2163, 2186, 2212, 2237, 2258, 2283, 2306, 2326, 2340, 2355, 2370, 2383, 2397, 2424, 2451, 2466, 2484,
    2498, 2510, 2529, 2547, 2568, 2582, 2597, 2611, 2626, 2644, 2661, 2677, 2692, 2709, 2723, 2741, 2760,
    2776, 2791, 2808, 2826, 2842, 2860, 2874, 2890, 2905, 2917, 2932, 2959, 2986, 3016, 3028, 3043, 3057,
    3076, 3094, 3109, 3131, 3152, 3170, 3189, 3208, 3228, 3247, 3267, 3281, 3295, 3311, 3329, 3344, 3364,
    3380, 3396, 3417, 3434, 3454, 3470, 3483, 3504, 3520, 3536, 3552, 3569, 3587, 3608, 3627, 3640, 3659,
    3674, 3689, 3704, 3721, 3735, 3753, 3769, 3784, 3803, 3819, 3835, 3860, 3880, 3897, 3915, 3932, 3950,
    3971, 3987, 4003, 4020, 4039, 4048, 4059, 4069, 4080, 4090, 4101, 4114, 4128, 4139, 4151, 4163, 4172,
    4184, 4196, 4207, 4219, 4230, 4243, 4253, 4268, 4282, 4296, 4308, 4318, 4331, 4341, 4350, 4360, 4373,
    4387, 4396, 4407, 4418, 4434, 4448, 4457, 4469, 4482, 4494, 4507, 4521, 4531, 4545, 4557, 4569, 4583,
    4596, 4609, 4621, 4637, 4654, 4666, 4677, 4687, 4697, 4709, 4722, 4733, 4744, 4756, 4773, 4789, 4798,
    4807, 4822, 4836, 4850, 4860, 4873, 4887, 4899, 4910, 4921, 4934, 4948, 4958, 4971, 4985, 5003, 5014,
    5027, 5039, 5050, 5063, 5074, 5086, 5096, 5106, 5124, 5140, 5155, 5166, 5179, 5193, 5209, 5221, 5232,
    5250, 5262, 5277, 5293, 5308, 5327, 5342, 5356, 5374, 5390, 5408, 5430, 5448, 5464, 5477, 5495, 5513,
    5534, 5552, 5568, 5584, 5599, 5615, 5628, 5646, 5665, 5684, 5699, 5712, 5727, 5747, 5762, 5778, 5796,
    5814, 5828, 5848, 5859, 5875, 5886, 5897, 5912, 5926, 5940, 5955, 5974, 5988, 6007, 6019, 6022, 6039,
    6057, 6064, 6068, 6071, 6076, 6080, 6083, 6090, 6097, 6106, 6115, 6125, 6135, 6145, 6154, 6163, 6172,
    6181, 6190, 6199, 6208, 6217, 6226, 6235, 6245, 6255, 6265, 6275, 6285, 6294, 6303, 6312, 6321, 6330,
    6339, 6348, 6357, 6365, 6378, 6385, 6398, 6405, 6413, 6429, 6443, 6459, 6472, 6486, 6501, 6514, 6531,
    6546, 6562, 6577, 6592, 6607, 6624, 6637, 6653, 6668, 6683, 6701, 6716, 6729, 6747, 6758, 6770, 6781,
    6794, 6810, 6823, 6840, 6853, 6865, 6881, 6893, 6906, 6919, 6933, 6944, 6956, 6972, 6985, 6996, 7007,
    7020, 7037, 7052, 7066, 7083, 7096, 7108, 7124, 7138, 7151, 7166, 7182, 7197, 7209, 7223, 7236, 7250,
    7266, 7279, 7292, 7309, 7322, 7324, 7331, 7334, 7339, 7344, 7348, 7357, 7365, 7368, 7375, 7394, 7407,
    7423, 7435, 7448, 7464, 7475, 7490, 7506, 7520, 7534, 7538, 7544, 7551, 7556, 7565, 7570, 7573, 7589,
    7603, 7617, 7620, 7627, 7633, 7635, 7642, 7654, 7670, 7690, 7705, 7718, 7732, 7745, 7762, 7777, 7789,
    7805, 7822, 7837, 7856, 7868, 7884, 7900, 7914, 7932, 7946, 7963, 7977, 7994, 8008, 8021, 8033, 8048,
    8062, 8079, 8092, 8108, 8123, 8137, 8157, 8174, 8188, 8201, 8215, 8229, 8246, 8258, 8270, 8284, 8295,
    8301, 8309, 8312, 8319, 8322, 8325, 8334, 8340, 8343, 8352, 8361, 8372, 8382, 8392, 8407, 8417, 8426,
    8443, 8454, 8465, 8475, 8483, 8486, 8490, 8493, 8497,
};
const uint32_t assay_time_zone_count = 597;
