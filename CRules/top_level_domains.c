/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tables.py from codes.txt: the root zone. */
#include "top_level_domains.h"

/* clang-format off */
static const char top_level_domains_names[] =
    "aaaaarpabbabbottabbvieabcableabogadoabudhabiacacademyaccentureaccountantaccountantsacoactoradads"
    "adultaeaegaeroaetnaafaflafricaagagakhanagencyaiaigairbusairforceairtelakdnalalibabaalipayallfina"
    "nzallstateallyalsacealstomamamazonamericanexpressamericanfamilyamexamfamamicaamsterdamanalyticsa"
    "ndroidanquananzaoaolapartmentsappappleaqaquarelleararabaramcoarchiarmyarpaartarteasasdaasiaassoc"
    "iatesatathletaattorneyauauctionaudiaudibleaudioauspostauthorautoautosawawsaxaxaazazurebababybaid"
    "ubanamexbandbankbarbarcelonabarclaycardbarclaysbarefootbargainsbaseballbasketballbauhausbayernbb"
    "bbcbbtbbvabcgbcnbdbebeatsbeautybeerberlinbestbestbuybetbfbgbhbhartibibiblebidbikebingbingobiobiz"
    "bjblackblackfridayblockbusterblogbloombergbluebmbmsbmwbnbnpparibasboboatsboehringerbofabombondbo"
    "obookbookingboschbostikbostonbotboutiqueboxbrbradescobridgestonebroadwaybrokerbrotherbrusselsbsb"
    "tbuildbuildersbusinessbuybuzzbvbwbybzbzhcacabcafecalcallcalvinkleincamcameracampcanoncapetowncap"
    "italcapitalonecarcaravancardscarecareercareerscarscasacasecashcasinocatcateringcatholiccbacbncbr"
    "ecccdcenterceocerncfcfacfdcgchchanelchannelcharitychasechatcheapchintaichristmaschromechurchcici"
    "prianicircleciscocitadelciticiticcityckclclaimscleaningclickcliniccliniqueclothingcloudclubclubm"
    "edcmcncocoachcodescoffeecollegecolognecomcommbankcommunitycompanycomparecomputercomseccondoscons"
    "tructionconsultingcontactcontractorscookingcoolcoopcorsicacountrycouponcouponscoursescpacrcredit"
    "creditcardcreditunioncricketcrowncrscruisecruisescucuisinellacvcwcxcycymrucyouczdaddancedatadate"
    "datingdatsundaydclkddsdedealdealerdealsdegreedeliverydelldeloittedeltademocratdentaldentistdesid"
    "esigndevdhldiamondsdietdigitaldirectdirectorydiscountdiscoverdishdiydjdkdmdnpdodocsdoctordogdoma"
    "insdotdownloaddrivedtvdubaidupontdurbandvagdvrdzeartheatececoedekaedueducationeeegemailemerckene"
    "rgyengineerengineeringenterprisesepsonequipmenterericssonerniesesqestateeteueurovisioneuseventse"
    "xchangeexpertexposedexpressextraspacefagefailfairwindsfaithfamilyfanfansfarmfarmersfashionfastfe"
    "dexfeedbackferrariferrerofifidelityfidofilmfinalfinancefinancialfirefirestonefirmdalefishfishing"
    "fitfitnessfjfkflickrflightsflirfloristflowersflyfmfofoofoodfootballfordforexforsaleforumfoundati"
    "onfoxfrfreefreseniusfrlfrogansfrontierftrfujitsufunfundfurniturefutbolfyigagalgallerygallogallup"
    "gamegamesgapgardengaygbgbizgdgdngegeagentgentinggeorgegfggggeeghgigiftgiftsgivesgivingglglassgle"
    "globalglobogmgmailgmbhgmogmxgngodaddygoldgoldpointgolfgoodyeargooggooglegopgotgovgpgqgrgraingerg"
    "raphicsgratisgreengripegrocerygroupgsgtguguccigugeguideguitarsgurugwgyhairhamburghangouthaushboh"
    "dfchdfcbankhealthhealthcarehelpherehermeshiphophisamitsuhitachihivhkhkthmhnhockeyholdingsholiday"
    "homedepothomegoodshomeshomesensehondahorsehospitalhosthostinghothotelshotmailhousehowhrhsbchthuh"
    "ugheshyatthyundaiibmicbciceicuidieieeeifmikanoilimimamatimdbimmoimmobilieninincindustriesinfinit"
    "iinfoinginkinstituteinsuranceinsureintinternationalintuitinvestmentsioipirangaiqiririshisismaili"
    "ististanbulititauitvjaguarjavajcbjejeepjetztjewelryjiojlljmjmpjnjjojobsjoburgjotjoyjpjpmorganjpr"
    "sjuegoskaufenkddikekerryhotelskerrypropertieskfhkgkhkikiakidskimkindlekitchenkiwikmknkoelnkomats"
    "ukosherkpkpmgkpnkrkrdkredkuokgroupkwkykyotokzlalacaixalamborghinilamerlandlandroverlanxesslasall"
    "elatlatinolatrobelawlawyerlblcldsleaseleclerclefraklegallegolexuslgbtlilidllifelifeinsurancelife"
    "stylelightinglikelillylimitedlimolincolnlinklivelivinglkllcllploanloanslockerlocuslollondonlotte"
    "lottolovelpllplfinanciallrlsltltdltdalulundbeckluxeluxurylvlymamadridmaifmaisonmakeupmanmanageme"
    "ntmangomapmarketmarketingmarketsmarriottmarshallsmattelmbamcmckinseymdmemedmediameetmelbournemem"
    "ememorialmenmenumerckmerckmsdmgmhmiamimicrosoftmilminimintmitmitsubishimkmlmlbmlsmmmmamnmomobimo"
    "bilemodamoemoimommonashmoneymonstermormonmortgagemoscowmotomotorcyclesmovmoviempmqmrmsmsdmtmtnmt"
    "rmumuseummusicmvmwmxmymznanabnagoyanamenavynbancnenecnetnetbanknetflixnetworkneustarnewnewsnextn"
    "extdirectnexusnfnflngngonhkniniconikenikonninjanissannissaynlnonokianortonnownowruznowtvnpnrnran"
    "rwnttnunycnzobiobserverofficeokinawaolayanolayangroupolloomomegaoneongonlonlineoooopenoracleoran"
    "georgorganicoriginsosakaotsukaottovhpapagepanasonicparisparspartnerspartspartypaypccwpepetpfpfiz"
    "erpgphpharmacyphdphilipsphonephotophotographyphotosphysiopicspictetpicturespidpinpingpinkpioneer"
    "pizzapkplplaceplayplaystationplumbingpluspmpnpncpohlpokerpolitiepornpostprpraxipressprimeproprod"
    "productionsprofprogressivepromopropertiespropertyprotectionpruprudentialpsptpubpwpwcpyqaqponqueb"
    "ecquestracingradiorereadrealestaterealtorrealtyrecipesredredumbrellarehabreisereisenreitreliance"
    "renrentrentalsrepairreportrepublicanrestrestaurantreviewreviewsrexrothrichrichardliricohrilriori"
    "prorocksrodeorogersroomrsrsvprurugbyruhrrunrwrweryukyusasaarlandsafesafetysakurasalesalonsamsclu"
    "bsamsungsandviksandvikcoromantsanofisapsarlsassavesaxosbsbisbsscscbschaefflerschmidtscholarships"
    "schoolschuleschwarzsciencescotsdsesearchseatsecuresecurityseekselectsenerservicessevensewsexsexy"
    "sfrsgshshangrilasharpshellshiashikshashoesshopshoppingshoujishowsisilksinasinglessitesjskskiskin"
    "skyskypeslslingsmsmartsmilesnsncfsosoccersocialsoftbanksoftwaresohusolarsolutionssongsonysoyspas"
    "pacesportspotsrsrlssststadastaplesstarstatebankstatefarmstcstcgroupstockholmstoragestorestreamst"
    "udiostudystylesusuckssuppliessupplysupportsurfsurgerysuzukisvswatchswisssxsysydneysystemssztabta"
    "ipeitalktaobaotargettatamotorstatartattootaxtaxitctcitdtdkteamtechtechnologyteltemasektennisteva"
    "tftgththdtheatertheatretiaaticketstiendatipstirestiroltjtjmaxxtjxtktkmaxxtltmtmalltntotodaytokyo"
    "toolstoptoraytoshibatotaltourstowntoyotatoystrtradetradingtrainingtraveltravelerstravelersinsura"
    "ncetrusttrvtttubetuitunestushutvtvstwtzuaubankubsugukunicomuniversityunouolupsusuyuzvavacationsv"
    "anavanguardvcvevegasventuresverisignversicherungvetvgviviajesvideovigvikingvillasvinvipvirginvis"
    "avisionvivavivovlaanderenvnvodkavolvovotevotingvotovoyagevuwaleswalmartwalterwangwanggouwatchwat"
    "chesweatherweatherchannelwebwebcamweberwebsitewedweddingweiboweirwfwhoswhowienwikiwilliamhillwin"
    "windowswinewinnerswmewoodsideworkworksworldwowwswtcwtfxboxxeroxxihuanxinxn--11b4c3dxn--1ck2e1bxn"
    "--1qqw23axn--2scrj9cxn--30rr7yxn--3bst00mxn--3ds443gxn--3e0b707exn--3hcrj9cxn--3pxu8kxn--42c2d9a"
    "xn--45br5cylxn--45brj9cxn--45q11cxn--4dbrk0cexn--4gbrimxn--54b7fta0ccxn--55qw42gxn--55qx5dxn--5s"
    "u34j936bgsgxn--5tzm5gxn--6frz82gxn--6qq986b3xlxn--80adxhksxn--80ao21axn--80aqecdr1axn--80asehdbx"
    "n--80aswgxn--8y0a063axn--90a3acxn--90aexn--90aisxn--9dbq2axn--9et52uxn--9krt00axn--b4w605ferdxn-"
    "-bck1b9a5dre4cxn--c1avgxn--c2br7gxn--cck2b3bxn--cckwcxetdxn--cg4bkixn--clchc0ea0b2g2a9gcdxn--czr"
    "694bxn--czrs0txn--czru2dxn--d1acj3bxn--d1alfxn--e1a4cxn--eckvdtc9dxn--efvy88hxn--fct429kxn--fhbe"
    "ixn--fiq228c5hsxn--fiq64bxn--fiqs8sxn--fiqz9sxn--fjq720axn--flw351exn--fpcrj9c3dxn--fzc2c9e2cxn-"
    "-fzys8d69uvgmxn--g2xx48cxn--gckr3f0fxn--gecrj9cxn--gk3at1exn--h2breg3evexn--h2brj9cxn--h2brj9c8c"
    "xn--hxt814exn--i1b6b1a6a2exn--imr513nxn--io0a7ixn--j1aefxn--j1amhxn--j6w193gxn--jlq480n2rgxn--jv"
    "r189mxn--kcrx77d1x4axn--kprw13dxn--kpry57dxn--kput3ixn--l1accxn--lgbbat1ad8jxn--mgb9awbfxn--mgba"
    "3a3ejtxn--mgba3a4f16axn--mgba7c0bbn0axn--mgbaam7a8hxn--mgbab2bdxn--mgbah1a3hjkrdxn--mgbai9azgqp6"
    "jxn--mgbayh7gpaxn--mgbbh1axn--mgbbh1a71exn--mgbc0a9azcgxn--mgbca7dzdoxn--mgbcpq6gpa1axn--mgberp4"
    "a5d4arxn--mgbgu82axn--mgbi4ecexpxn--mgbpl2fhxn--mgbt3dhdxn--mgbtx2bxn--mgbx4cd0abxn--mix891fxn--"
    "mk1bu44cxn--mxtq1mxn--ngbc5azdxn--ngbe9e0axn--ngbrxxn--nodexn--nqv7fxn--nqv7fs00emaxn--nyqy26axn"
    "--o3cw4hxn--ogbpf8flxn--otu796dxn--p1acfxn--p1aixn--pgbs0dhxn--pssy2uxn--q7ce6axn--q9jyb4cxn--qc"
    "ka1pmcxn--qxa6axn--qxamxn--rhqv96gxn--rovu88bxn--rvc1e0am3exn--s9brj9cxn--ses554gxn--t60b56axn--"
    "tckwexn--tiq49xqyjxn--unup4yxn--vermgensberater-ctbxn--vermgensberatung-pwbxn--vhquvxn--vuq861bx"
    "n--w4r85el8fhu5dnraxn--w4rs40lxn--wgbh1cxn--wgbl6axn--xhq521bxn--xkc2al3hye2axn--xkc2dl3a5ee0hxn"
    "--y9a3aqxn--yfro4i67oxn--ygbi2ammxxn--zfr164bxxxxyzyachtsyahooyamaxunyandexyeyodobashiyogayokoha"
    "mayouyoutubeytyunzazapposzarazerozipzmzonezuerichzw";
static const uint16_t top_level_domains_offsets[] = {
    0, 3, 7, 10, 16, 22, 25, 29, 36, 44, 46, 53, 62, 72, 83, 86, 91, 93, 96, 101, 103, 106, 110, 115, 117,
    120, 126, 128, 135, 141, 143, 146, 152, 160, 166, 170, 172, 179, 185, 194, 202, 206, 212, 218, 220,
    226, 241, 255, 259, 264, 269, 278, 287, 294, 300, 303, 305, 308, 318, 321, 326, 328, 337, 339, 343,
    349, 354, 358, 362, 365, 369, 371, 375, 379, 389, 391, 398, 406, 408, 415, 419, 426, 431, 438, 444,
    448, 453, 455, 458, 460, 463, 465, 470, 472, 476, 481, 488, 492, 496, 499, 508, 519, 527, 535, 543,
    551, 561, 568, 574, 576, 579, 582, 586, 589, 592, 594, 596, 601, 607, 611, 617, 621, 628, 631, 633,
    635, 637, 643, 645, 650, 653, 657, 661, 666, 669, 672, 674, 679, 690, 701, 705, 714, 718, 720, 723,
    726, 728, 738, 740, 745, 755, 759, 762, 766, 769, 773, 780, 785, 791, 797, 800, 808, 811, 813, 821,
    832, 840, 846, 853, 861, 863, 865, 870, 878, 886, 889, 893, 895, 897, 899, 901, 904, 906, 909, 913,
    916, 920, 931, 934, 940, 944, 949, 957, 964, 974, 977, 984, 989, 993, 999, 1006, 1010, 1014, 1018,
    1022, 1028, 1031, 1039, 1047, 1050, 1053, 1057, 1059, 1061, 1067, 1070, 1074, 1076, 1079, 1082, 1084,
    1086, 1092, 1099, 1106, 1111, 1115, 1120, 1127, 1136, 1142, 1148, 1150, 1158, 1164, 1169, 1176, 1180,
    1185, 1189, 1191, 1193, 1199, 1207, 1212, 1218, 1226, 1234, 1239, 1243, 1250, 1252, 1254, 1256, 1261,
    1266, 1272, 1279, 1286, 1289, 1297, 1306, 1313, 1320, 1328, 1334, 1340, 1352, 1362, 1369, 1380, 1387,
    1391, 1395, 1402, 1409, 1415, 1422, 1429, 1432, 1434, 1440, 1450, 1461, 1468, 1473, 1476, 1482, 1489,
    1491, 1501, 1503, 1505, 1507, 1509, 1514, 1518, 1520, 1523, 1528, 1532, 1536, 1542, 1548, 1551, 1555,
    1558, 1560, 1564, 1570, 1575, 1581, 1589, 1593, 1601, 1606, 1614, 1620, 1627, 1631, 1637, 1640, 1643,
    1651, 1655, 1662, 1668, 1677, 1685, 1693, 1697, 1700, 1702, 1704, 1706, 1709, 1711, 1715, 1721, 1724,
    1731, 1734, 1742, 1747, 1750, 1755, 1761, 1767, 1771, 1774, 1776, 1781, 1784, 1786, 1789, 1794, 1797,
    1806, 1808, 1810, 1815, 1821, 1827, 1835, 1846, 1857, 1862, 1871, 1873, 1881, 1885, 1887, 1890, 1896,
    1898, 1900, 1910, 1913, 1919, 1927, 1933, 1940, 1947, 1957, 1961, 1965, 1974, 1979, 1985, 1988, 1992,
    1996, 2003, 2010, 2014, 2019, 2027, 2034, 2041, 2043, 2051, 2055, 2059, 2064, 2071, 2080, 2084, 2093,
    2101, 2105, 2112, 2115, 2122, 2124, 2126, 2132, 2139, 2143, 2150, 2157, 2160, 2162, 2164, 2167, 2171,
    2179, 2183, 2188, 2195, 2200, 2210, 2213, 2215, 2219, 2228, 2231, 2238, 2246, 2249, 2256, 2259, 2263,
    2272, 2278, 2281, 2283, 2286, 2293, 2298, 2304, 2308, 2313, 2316, 2322, 2325, 2327, 2331, 2333, 2336,
    2338, 2341, 2345, 2352, 2358, 2360, 2362, 2366, 2368, 2370, 2374, 2379, 2384, 2390, 2392, 2397, 2400,
    2406, 2411, 2413, 2418, 2422, 2425, 2428, 2430, 2437, 2441, 2450, 2454, 2462, 2466, 2472, 2475, 2478,
    2481, 2483, 2485, 2487, 2495, 2503, 2509, 2514, 2519, 2526, 2531, 2533, 2535, 2537, 2542, 2546, 2551,
    2558, 2562, 2564, 2566, 2570, 2577, 2584, 2588, 2591, 2595, 2603, 2609, 2619, 2623, 2627, 2633, 2639,
    2648, 2655, 2658, 2660, 2663, 2665, 2667, 2673, 2681, 2688, 2697, 2706, 2711, 2720, 2725, 2730, 2738,
    2742, 2749, 2752, 2758, 2765, 2770, 2773, 2775, 2779, 2781, 2783, 2789, 2794, 2801, 2804, 2808, 2811,
    2814, 2816, 2818, 2822, 2825, 2830, 2832, 2834, 2840, 2844, 2848, 2858, 2860, 2863, 2873, 2881, 2885,
    2888, 2891, 2900, 2909, 2915, 2918, 2931, 2937, 2948, 2950, 2958, 2960, 2962, 2967, 2969, 2976, 2979,
    2987, 2989, 2993, 2996, 3002, 3006, 3009, 3011, 3015, 3020, 3027, 3030, 3033, 3035, 3038, 3041, 3043,
    3047, 3053, 3056, 3059, 3061, 3069, 3073, 3079, 3085, 3089, 3091, 3102, 3117, 3120, 3122, 3124, 3126,
    3129, 3133, 3136, 3142, 3149, 3153, 3155, 3157, 3162, 3169, 3175, 3177, 3181, 3184, 3186, 3189, 3193,
    3202, 3204, 3206, 3211, 3213, 3215, 3222, 3233, 3238, 3242, 3251, 3258, 3265, 3268, 3274, 3281, 3284,
    3290, 3292, 3294, 3297, 3302, 3309, 3315, 3320, 3324, 3329, 3333, 3335, 3339, 3343, 3356, 3365, 3373,
    3377, 3382, 3389, 3393, 3400, 3404, 3408, 3414, 3416, 3419, 3422, 3426, 3431, 3437, 3442, 3445, 3451,
    3456, 3461, 3465, 3468, 3480, 3482, 3484, 3486, 3489, 3493, 3495, 3503, 3507, 3513, 3515, 3517, 3519,
    3525, 3529, 3535, 3541, 3544, 3554, 3559, 3562, 3568, 3577, 3584, 3592, 3601, 3607, 3610, 3612, 3620,
    3622, 3624, 3627, 3632, 3636, 3645, 3649, 3657, 3660, 3664, 3669, 3677, 3679, 3681, 3686, 3695, 3698,
    3702, 3706, 3709, 3719, 3721, 3723, 3726, 3729, 3731, 3734, 3736, 3738, 3742, 3748, 3752, 3755, 3758,
    3761, 3767, 3772, 3779, 3785, 3793, 3799, 3803, 3814, 3817, 3822, 3824, 3826, 3828, 3830, 3833, 3835,
    3838, 3841, 3843, 3849, 3854, 3856, 3858, 3860, 3862, 3864, 3866, 3869, 3875, 3879, 3883, 3886, 3888,
    3890, 3893, 3896, 3903, 3910, 3917, 3924, 3927, 3931, 3935, 3945, 3950, 3952, 3955, 3957, 3960, 3963,
    3965, 3969, 3973, 3978, 3983, 3989, 3995, 3997, 3999, 4004, 4010, 4013, 4019, 4024, 4026, 4028, 4031,
    4034, 4037, 4039, 4042, 4044, 4047, 4055, 4061, 4068, 4074, 4085, 4089, 4091, 4096, 4099, 4102, 4105,
    4111, 4114, 4118, 4124, 4130, 4133, 4140, 4147, 4152, 4158, 4161, 4164, 4166, 4170, 4179, 4184, 4188,
    4196, 4201, 4206, 4209, 4213, 4215, 4218, 4220, 4226, 4228, 4230, 4238, 4241, 4248, 4253, 4258, 4269,
    4275, 4281, 4285, 4291, 4299, 4302, 4305, 4309, 4313, 4320, 4325, 4327, 4329, 4334, 4338, 4349, 4357,
    4361, 4363, 4365, 4368, 4372, 4377, 4384, 4388, 4392, 4394, 4399, 4404, 4409, 4412, 4416, 4427, 4431,
    4442, 4447, 4457, 4465, 4475, 4478, 4488, 4490, 4492, 4495, 4497, 4500, 4502, 4504, 4508, 4514, 4519,
    4525, 4530, 4532, 4536, 4546, 4553, 4559, 4566, 4569, 4580, 4585, 4590, 4596, 4600, 4608, 4611, 4615,
    4622, 4628, 4634, 4644, 4648, 4658, 4664, 4671, 4678, 4682, 4691, 4696, 4699, 4702, 4705, 4707, 4712,
    4717, 4723, 4727, 4729, 4733, 4735, 4740, 4744, 4747, 4749, 4752, 4758, 4760, 4768, 4772, 4778, 4784,
    4788, 4793, 4801, 4808, 4815, 4830, 4836, 4839, 4843, 4846, 4850, 4854, 4856, 4859, 4862, 4864, 4867,
    4877, 4884, 4896, 4902, 4908, 4915, 4922, 4926, 4928, 4930, 4936, 4940, 4946, 4954, 4958, 4964, 4969,
    4977, 4982, 4985, 4988, 4992, 4995, 4997, 4999, 5008, 5013, 5018, 5022, 5029, 5034, 5038, 5046, 5052,
    5056, 5058, 5062, 5066, 5073, 5077, 5079, 5081, 5084, 5088, 5091, 5096, 5098, 5103, 5105, 5110, 5115,
    5117, 5121, 5123, 5129, 5135, 5143, 5151, 5155, 5160, 5169, 5173, 5177, 5180, 5183, 5188, 5193, 5197,
    5199, 5202, 5204, 5206, 5211, 5218, 5222, 5231, 5240, 5243, 5251, 5260, 5267, 5272, 5278, 5284, 5289,
    5294, 5296, 5301, 5309, 5315, 5322, 5326, 5333, 5339, 5341, 5347, 5352, 5354, 5356, 5362, 5369, 5371,
    5374, 5380, 5384, 5390, 5396, 5406, 5411, 5417, 5420, 5424, 5426, 5429, 5431, 5434, 5438, 5442, 5452,
    5455, 5462, 5468, 5472, 5474, 5476, 5478, 5481, 5488, 5495, 5499, 5506, 5512, 5516, 5521, 5526, 5528,
    5534, 5537, 5539, 5545, 5547, 5549, 5554, 5556, 5558, 5563, 5568, 5573, 5576, 5581, 5588, 5593, 5598,
    5602, 5608, 5612, 5614, 5619, 5626, 5634, 5640, 5649, 5667, 5672, 5675, 5677, 5681, 5684, 5689, 5694,
    5696, 5699, 5701, 5703, 5705, 5710, 5713, 5715, 5717, 5723, 5733, 5736, 5739, 5742, 5744, 5746, 5748,
    5750, 5759, 5763, 5771, 5773, 5775, 5780, 5788, 5796, 5808, 5811, 5813, 5815, 5821, 5826, 5829, 5835,
    5841, 5844, 5847, 5853, 5857, 5863, 5867, 5871, 5881, 5883, 5888, 5893, 5897, 5903, 5907, 5913, 5915,
    5920, 5927, 5933, 5937, 5944, 5949, 5956, 5963, 5977, 5980, 5986, 5991, 5998, 6001, 6008, 6013, 6017,
    6019, 6026, 6030, 6034, 6045, 6048, 6055, 6059, 6066, 6069, 6077, 6081, 6086, 6091, 6094, 6096, 6099,
    6102, 6106, 6111, 6117, 6120, 6131, 6142, 6153, 6164, 6174, 6185, 6196, 6208, 6219, 6229, 6240, 6252,
    6263, 6273, 6285, 6295, 6309, 6320, 6330, 6347, 6357, 6368, 6382, 6394, 6405, 6419, 6431, 6441, 6453,
    6463, 6471, 6480, 6490, 6500, 6511, 6525, 6542, 6551, 6561, 6572, 6585, 6595, 6617, 6628, 6638, 6648,
    6659, 6668, 6677, 6690, 6701, 6712, 6721, 6735, 6745, 6755, 6765, 6776, 6787, 6800, 6813, 6829, 6840,
    6852, 6863, 6874, 6888, 6899, 6912, 6923, 6938, 6949, 6959, 6968, 6977, 6988, 7002, 7013, 7028, 7039,
    7050, 7060, 7069, 7084, 7096, 7110, 7125, 7141, 7155, 7167, 7184, 7201, 7215, 7226, 7240, 7255, 7269,
    7285, 7302, 7314, 7328, 7340, 7352, 7363, 7377, 7388, 7400, 7410, 7422, 7434, 7443, 7451, 7460, 7475,
    7486, 7496, 7508, 7519, 7528, 7536, 7547, 7557, 7567, 7578, 7590, 7599, 7607, 7618, 7629, 7643, 7654,
    7665, 7676, 7685, 7698, 7708, 7731, 7755, 7764, 7775, 7795, 7806, 7816, 7826, 7837, 7853, 7870, 7880,
    7893, 7906, 7917, 7920, 7923, 7929, 7934, 7941, 7947, 7949, 7958, 7962, 7970, 7973, 7980, 7982, 7985,
    7987, 7993, 7997, 8001, 8004, 8006, 8010, 8017, 8019,
};
const assay_domain_table assay_top_level_domains = {top_level_domains_names, top_level_domains_offsets, 1436};

static const char withdrawn_top_level_domains_names[] =
    "abarthactiveadacafamilycompanyaigoalfaromeoaviancabananarepublicbentleyblancobnlbootsbudapestbug"
    "atticancerresearchcartiercaseihcbscebchryslercityeatscomcastcookingchannelcscdaburdodgedohaduckd"
    "unlopdunsepostesuranceetisalateverbankfiatfoodnetworkfrontdoorfujixeroxgladegoogoodhandsguardian"
    "helsinkihgtvhoneywellhotelesinteliselectivecoiwcjcpjlcjuniperkerrylogisticskinderladbrokeslancas"
    "terlancialancomeliaisonlindelipsylixilloftlupinmacysmaseratimeometlifemobilymoparmovistarmutualn"
    "adexnationwidenaturanewhollandnorthwesternmutualoffoldnavyonyoursidepaneraipassagenspiagetpramer"
    "icaqvcraidredstonerightathomermitrochersaposcascjohnsonscorsesshawshowtimeshriramspiegelspreadbe"
    "ttingsrtstarhubstatoilswiftcoversymantectelecitytelefonicatiffanytravelchanneluconnectvistavista"
    "printvolkswagenvueloswarmanwolterskluwerxfinityxn--3oq18vl8pn36axn--estv75gxn--jlq61u9w7bxn--kpu"
    "716fxn--mgbaakc7dvfxn--mgbb9fbpobxn--pbt977cxperiazippo";
static const uint16_t withdrawn_top_level_domains_offsets[] = {
    0, 6, 12, 16, 30, 34, 43, 50, 64, 71, 77, 80, 85, 93, 100, 114, 121, 127, 130, 133, 141, 149, 156, 170,
    173, 178, 183, 187, 191, 197, 201, 206, 214, 222, 230, 234, 245, 254, 263, 268, 271, 280, 288, 296,
    300, 309, 316, 321, 328, 333, 336, 339, 342, 349, 363, 369, 378, 387, 393, 400, 407, 412, 417, 422,
    426, 431, 436, 444, 447, 454, 460, 465, 473, 479, 484, 494, 500, 510, 528, 531, 538, 548, 555, 564,
    570, 579, 582, 586, 594, 605, 609, 615, 619, 622, 631, 635, 638, 642, 650, 657, 664, 677, 680, 687,
    694, 704, 712, 720, 730, 737, 750, 758, 763, 773, 783, 789, 795, 808, 815, 832, 843, 857, 868, 883,
    897, 908, 914, 919,
};
const assay_domain_table assay_withdrawn_top_level_domains = {withdrawn_top_level_domains_names, withdrawn_top_level_domains_offsets, 127};
