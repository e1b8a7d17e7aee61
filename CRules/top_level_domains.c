/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by top_level_domains.py: 1489 names, as of 2023-01-30. */
#include "top_level_domains.h"

/* clang-format off */
const char assay_top_level_domains[] =
    "aaa" "aarp" "abarth" "abb" "abbott" "abbvie" "abc" "able" "abogado" "abudhabi" "ac" "academy"
    "accenture" "accountant" "accountants" "aco" "actor" "ad" "ads" "adult" "ae" "aeg" "aero" "aetna" "af"
    "afl" "africa" "ag" "agakhan" "agency" "ai" "aig" "airbus" "airforce" "airtel" "akdn" "al" "alfaromeo"
    "alibaba" "alipay" "allfinanz" "allstate" "ally" "alsace" "alstom" "am" "amazon" "americanexpress"
    "americanfamily" "amex" "amfam" "amica" "amsterdam" "analytics" "android" "anquan" "anz" "ao" "aol"
    "apartments" "app" "apple" "aq" "aquarelle" "ar" "arab" "aramco" "archi" "army" "arpa" "art" "arte" "as"
    "asda" "asia" "associates" "at" "athleta" "attorney" "au" "auction" "audi" "audible" "audio" "auspost"
    "author" "auto" "autos" "avianca" "aw" "aws" "ax" "axa" "az" "azure" "ba" "baby" "baidu" "banamex"
    "bananarepublic" "band" "bank" "bar" "barcelona" "barclaycard" "barclays" "barefoot" "bargains"
    "baseball" "basketball" "bauhaus" "bayern" "bb" "bbc" "bbt" "bbva" "bcg" "bcn" "bd" "be" "beats"
    "beauty" "beer" "bentley" "berlin" "best" "bestbuy" "bet" "bf" "bg" "bh" "bharti" "bi" "bible" "bid"
    "bike" "bing" "bingo" "bio" "biz" "bj" "black" "blackfriday" "blockbuster" "blog" "bloomberg" "blue"
    "bm" "bms" "bmw" "bn" "bnpparibas" "bo" "boats" "boehringer" "bofa" "bom" "bond" "boo" "book" "booking"
    "bosch" "bostik" "boston" "bot" "boutique" "box" "br" "bradesco" "bridgestone" "broadway" "broker"
    "brother" "brussels" "bs" "bt" "build" "builders" "business" "buy" "buzz" "bv" "bw" "by" "bz" "bzh" "ca"
    "cab" "cafe" "cal" "call" "calvinklein" "cam" "camera" "camp" "canon" "capetown" "capital" "capitalone"
    "car" "caravan" "cards" "care" "career" "careers" "cars" "casa" "case" "cash" "casino" "cat" "catering"
    "catholic" "cba" "cbn" "cbre" "cbs" "cc" "cd" "center" "ceo" "cern" "cf" "cfa" "cfd" "cg" "ch" "chanel"
    "channel" "charity" "chase" "chat" "cheap" "chintai" "christmas" "chrome" "church" "ci" "cipriani"
    "circle" "cisco" "citadel" "citi" "citic" "city" "cityeats" "ck" "cl" "claims" "cleaning" "click"
    "clinic" "clinique" "clothing" "cloud" "club" "clubmed" "cm" "cn" "co" "coach" "codes" "coffee"
    "college" "cologne" "com" "comcast" "commbank" "community" "company" "compare" "computer" "comsec"
    "condos" "construction" "consulting" "contact" "contractors" "cooking" "cookingchannel" "cool" "coop"
    "corsica" "country" "coupon" "coupons" "courses" "cpa" "cr" "credit" "creditcard" "creditunion"
    "cricket" "crown" "crs" "cruise" "cruises" "cu" "cuisinella" "cv" "cw" "cx" "cy" "cymru" "cyou" "cz"
    "dabur" "dad" "dance" "data" "date" "dating" "datsun" "day" "dclk" "dds" "de" "deal" "dealer" "deals"
    "degree" "delivery" "dell" "deloitte" "delta" "democrat" "dental" "dentist" "desi" "design" "dev" "dhl"
    "diamonds" "diet" "digital" "direct" "directory" "discount" "discover" "dish" "diy" "dj" "dk" "dm" "dnp"
    "do" "docs" "doctor" "dog" "domains" "dot" "download" "drive" "dtv" "dubai" "dunlop" "dupont" "durban"
    "dvag" "dvr" "dz" "earth" "eat" "ec" "eco" "edeka" "edu" "education" "ee" "eg" "email" "emerck" "energy"
    "engineer" "engineering" "enterprises" "epson" "equipment" "er" "ericsson" "erni" "es" "esq" "estate"
    "et" "etisalat" "eu" "eurovision" "eus" "events" "exchange" "expert" "exposed" "express" "extraspace"
    "fage" "fail" "fairwinds" "faith" "family" "fan" "fans" "farm" "farmers" "fashion" "fast" "fedex"
    "feedback" "ferrari" "ferrero" "fi" "fiat" "fidelity" "fido" "film" "final" "finance" "financial" "fire"
    "firestone" "firmdale" "fish" "fishing" "fit" "fitness" "fj" "fk" "flickr" "flights" "flir" "florist"
    "flowers" "fly" "fm" "fo" "foo" "food" "foodnetwork" "football" "ford" "forex" "forsale" "forum"
    "foundation" "fox" "fr" "free" "fresenius" "frl" "frogans" "frontdoor" "frontier" "ftr" "fujitsu" "fun"
    "fund" "furniture" "futbol" "fyi" "ga" "gal" "gallery" "gallo" "gallup" "game" "games" "gap" "garden"
    "gay" "gb" "gbiz" "gd" "gdn" "ge" "gea" "gent" "genting" "george" "gf" "gg" "ggee" "gh" "gi" "gift"
    "gifts" "gives" "giving" "gl" "glass" "gle" "global" "globo" "gm" "gmail" "gmbh" "gmo" "gmx" "gn"
    "godaddy" "gold" "goldpoint" "golf" "goo" "goodyear" "goog" "google" "gop" "got" "gov" "gp" "gq" "gr"
    "grainger" "graphics" "gratis" "green" "gripe" "grocery" "group" "gs" "gt" "gu" "guardian" "gucci"
    "guge" "guide" "guitars" "guru" "gw" "gy" "hair" "hamburg" "hangout" "haus" "hbo" "hdfc" "hdfcbank"
    "health" "healthcare" "help" "helsinki" "here" "hermes" "hgtv" "hiphop" "hisamitsu" "hitachi" "hiv" "hk"
    "hkt" "hm" "hn" "hockey" "holdings" "holiday" "homedepot" "homegoods" "homes" "homesense" "honda"
    "horse" "hospital" "host" "hosting" "hot" "hoteles" "hotels" "hotmail" "house" "how" "hr" "hsbc" "ht"
    "hu" "hughes" "hyatt" "hyundai" "ibm" "icbc" "ice" "icu" "id" "ie" "ieee" "ifm" "ikano" "il" "im"
    "imamat" "imdb" "immo" "immobilien" "in" "inc" "industries" "infiniti" "info" "ing" "ink" "institute"
    "insurance" "insure" "int" "international" "intuit" "investments" "io" "ipiranga" "iq" "ir" "irish" "is"
    "ismaili" "ist" "istanbul" "it" "itau" "itv" "jaguar" "java" "jcb" "je" "jeep" "jetzt" "jewelry" "jio"
    "jll" "jm" "jmp" "jnj" "jo" "jobs" "joburg" "jot" "joy" "jp" "jpmorgan" "jprs" "juegos" "juniper"
    "kaufen" "kddi" "ke" "kerryhotels" "kerrylogistics" "kerryproperties" "kfh" "kg" "kh" "ki" "kia" "kids"
    "kim" "kinder" "kindle" "kitchen" "kiwi" "km" "kn" "koeln" "komatsu" "kosher" "kp" "kpmg" "kpn" "kr"
    "krd" "kred" "kuokgroup" "kw" "ky" "kyoto" "kz" "la" "lacaixa" "lamborghini" "lamer" "lancaster"
    "lancia" "land" "landrover" "lanxess" "lasalle" "lat" "latino" "latrobe" "law" "lawyer" "lb" "lc" "lds"
    "lease" "leclerc" "lefrak" "legal" "lego" "lexus" "lgbt" "li" "lidl" "life" "lifeinsurance" "lifestyle"
    "lighting" "like" "lilly" "limited" "limo" "lincoln" "linde" "link" "lipsy" "live" "living" "lk" "llc"
    "llp" "loan" "loans" "locker" "locus" "lol" "london" "lotte" "lotto" "love" "lpl" "lplfinancial" "lr"
    "ls" "lt" "ltd" "ltda" "lu" "lundbeck" "luxe" "luxury" "lv" "ly" "ma" "macys" "madrid" "maif" "maison"
    "makeup" "man" "management" "mango" "map" "market" "marketing" "markets" "marriott" "marshalls"
    "maserati" "mattel" "mba" "mc" "mckinsey" "md" "me" "med" "media" "meet" "melbourne" "meme" "memorial"
    "men" "menu" "merckmsd" "mg" "mh" "miami" "microsoft" "mil" "mini" "mint" "mit" "mitsubishi" "mk" "ml"
    "mlb" "mls" "mm" "mma" "mn" "mo" "mobi" "mobile" "moda" "moe" "moi" "mom" "monash" "money" "monster"
    "mormon" "mortgage" "moscow" "moto" "motorcycles" "mov" "movie" "mp" "mq" "mr" "ms" "msd" "mt" "mtn"
    "mtr" "mu" "museum" "music" "mutual" "mv" "mw" "mx" "my" "mz" "na" "nab" "nagoya" "name" "natura" "navy"
    "nba" "nc" "ne" "nec" "net" "netbank" "netflix" "network" "neustar" "new" "news" "next" "nextdirect"
    "nexus" "nf" "nfl" "ng" "ngo" "nhk" "ni" "nico" "nike" "nikon" "ninja" "nissan" "nissay" "nl" "no"
    "nokia" "northwesternmutual" "norton" "now" "nowruz" "nowtv" "np" "nr" "nra" "nrw" "ntt" "nu" "nyc" "nz"
    "obi" "observer" "office" "okinawa" "olayan" "olayangroup" "oldnavy" "ollo" "om" "omega" "one" "ong"
    "onl" "online" "ooo" "open" "oracle" "orange" "org" "organic" "origins" "osaka" "otsuka" "ott" "ovh"
    "pa" "page" "panasonic" "paris" "pars" "partners" "parts" "party" "passagens" "pay" "pccw" "pe" "pet"
    "pf" "pfizer" "pg" "ph" "pharmacy" "phd" "philips" "phone" "photo" "photography" "photos" "physio"
    "pics" "pictet" "pictures" "pid" "pin" "ping" "pink" "pioneer" "pizza" "pk" "pl" "place" "play"
    "playstation" "plumbing" "plus" "pm" "pn" "pnc" "pohl" "poker" "politie" "porn" "post" "pr" "pramerica"
    "praxi" "press" "prime" "pro" "prod" "productions" "prof" "progressive" "promo" "properties" "property"
    "protection" "pru" "prudential" "ps" "pt" "pub" "pw" "pwc" "py" "qa" "qpon" "quebec" "quest" "racing"
    "radio" "re" "read" "realestate" "realtor" "realty" "recipes" "red" "redstone" "redumbrella" "rehab"
    "reise" "reisen" "reit" "reliance" "ren" "rent" "rentals" "repair" "report" "republican" "rest"
    "restaurant" "review" "reviews" "rexroth" "rich" "richardli" "ricoh" "ril" "rio" "rip" "ro" "rocher"
    "rocks" "rodeo" "rogers" "room" "rs" "rsvp" "ru" "rugby" "ruhr" "run" "rw" "rwe" "ryukyu" "sa"
    "saarland" "safe" "safety" "sakura" "sale" "salon" "samsclub" "samsung" "sandvik" "sandvikcoromant"
    "sanofi" "sap" "sarl" "sas" "save" "saxo" "sb" "sbi" "sbs" "sc" "sca" "scb" "schaeffler" "schmidt"
    "scholarships" "school" "schule" "schwarz" "science" "scot" "sd" "se" "search" "seat" "secure"
    "security" "seek" "select" "sener" "services" "seven" "sew" "sex" "sexy" "sfr" "sg" "sh" "shangrila"
    "sharp" "shaw" "shell" "shia" "shiksha" "shoes" "shop" "shopping" "shouji" "show" "showtime" "si" "silk"
    "sina" "singles" "site" "sj" "sk" "ski" "skin" "sky" "skype" "sl" "sling" "sm" "smart" "smile" "sn"
    "sncf" "so" "soccer" "social" "softbank" "software" "sohu" "solar" "solutions" "song" "sony" "soy" "spa"
    "space" "sport" "spot" "sr" "srl" "ss" "st" "stada" "staples" "star" "statebank" "statefarm" "stc"
    "stcgroup" "stockholm" "storage" "store" "stream" "studio" "study" "style" "su" "sucks" "supplies"
    "supply" "support" "surf" "surgery" "suzuki" "sv" "swatch" "swiss" "sx" "sy" "sydney" "systems" "sz"
    "tab" "taipei" "talk" "taobao" "target" "tatamotors" "tatar" "tattoo" "tax" "taxi" "tc" "tci" "td" "tdk"
    "team" "tech" "technology" "tel" "temasek" "tennis" "teva" "tf" "tg" "th" "thd" "theater" "theatre"
    "tiaa" "tickets" "tienda" "tiffany" "tips" "tires" "tirol" "tj" "tjmaxx" "tjx" "tk" "tkmaxx" "tl" "tm"
    "tmall" "tn" "to" "today" "tokyo" "tools" "top" "toray" "toshiba" "total" "tours" "town" "toyota" "toys"
    "tr" "trade" "trading" "training" "travel" "travelchannel" "travelers" "travelersinsurance" "trust"
    "trv" "tt" "tube" "tui" "tunes" "tushu" "tv" "tvs" "tw" "tz" "ua" "ubank" "ubs" "ug" "uk" "unicom"
    "university" "uno" "uol" "ups" "us" "uy" "uz" "va" "vacations" "vana" "vanguard" "vc" "ve" "vegas"
    "ventures" "verisign" "versicherung" "vet" "vg" "vi" "viajes" "video" "vig" "viking" "villas" "vin"
    "vip" "virgin" "visa" "vision" "viva" "vivo" "vlaanderen" "vn" "vodka" "volkswagen" "volvo" "vote"
    "voting" "voto" "voyage" "vu" "vuelos" "wales" "walmart" "walter" "wang" "wanggou" "watch" "watches"
    "weather" "weatherchannel" "webcam" "weber" "website" "wedding" "weibo" "weir" "wf" "whoswho" "wien"
    "wiki" "williamhill" "win" "windows" "wine" "winners" "wme" "wolterskluwer" "woodside" "work" "works"
    "world" "wow" "ws" "wtc" "wtf" "xbox" "xerox" "xfinity" "xihuan" "xin" "xn--11b4c3d" "xn--1ck2e1b"
    "xn--1qqw23a" "xn--2scrj9c" "xn--30rr7y" "xn--3bst00m" "xn--3ds443g" "xn--3e0b707e" "xn--3hcrj9c"
    "xn--3pxu8k" "xn--42c2d9a" "xn--45br5cyl" "xn--45brj9c" "xn--45q11c" "xn--4dbrk0ce" "xn--4gbrim"
    "xn--54b7fta0cc" "xn--55qw42g" "xn--55qx5d" "xn--5su34j936bgsg" "xn--5tzm5g" "xn--6frz82g"
    "xn--6qq986b3xl" "xn--80adxhks" "xn--80ao21a" "xn--80aqecdr1a" "xn--80asehdb" "xn--80aswg"
    "xn--8y0a063a" "xn--90a3ac" "xn--90ae" "xn--90ais" "xn--9dbq2a" "xn--9et52u" "xn--9krt00a"
    "xn--b4w605ferd" "xn--bck1b9a5dre4c" "xn--c1avg" "xn--c2br7g" "xn--cck2b3b" "xn--cckwcxetd" "xn--cg4bki"
    "xn--clchc0ea0b2g2a9gcd" "xn--czr694b" "xn--czrs0t" "xn--czru2d" "xn--d1acj3b" "xn--d1alf" "xn--e1a4c"
    "xn--eckvdtc9d" "xn--efvy88h" "xn--fct429k" "xn--fhbei" "xn--fiq228c5hs" "xn--fiq64b" "xn--fiqs8s"
    "xn--fiqz9s" "xn--fjq720a" "xn--flw351e" "xn--fpcrj9c3d" "xn--fzc2c9e2c" "xn--fzys8d69uvgm"
    "xn--g2xx48c" "xn--gckr3f0f" "xn--gecrj9c" "xn--gk3at1e" "xn--h2breg3eve" "xn--h2brj9c" "xn--h2brj9c8c"
    "xn--hxt814e" "xn--i1b6b1a6a2e" "xn--imr513n" "xn--io0a7i" "xn--j1aef" "xn--j1amh" "xn--j6w193g"
    "xn--jlq480n2rg" "xn--jvr189m" "xn--kcrx77d1x4a" "xn--kprw13d" "xn--kpry57d" "xn--kput3i" "xn--l1acc"
    "xn--lgbbat1ad8j" "xn--mgb2ddes" "xn--mgb9awbf" "xn--mgba3a3ejt" "xn--mgba3a4f16a" "xn--mgba3a4fra"
    "xn--mgba7c0bbn0a" "xn--mgbaakc7dvf" "xn--mgbaam7a8h" "xn--mgbab2bd" "xn--mgbah1a3hjkrd"
    "xn--mgbai9a5eva00b" "xn--mgbai9azgqp6j" "xn--mgbayh7gpa" "xn--mgbbh1a" "xn--mgbbh1a71e"
    "xn--mgbc0a9azcg" "xn--mgbca7dzdo" "xn--mgbcpq6gpa1a" "xn--mgberp4a5d4a87g" "xn--mgberp4a5d4ar"
    "xn--mgbgu82a" "xn--mgbi4ecexp" "xn--mgbpl2fh" "xn--mgbqly7c0a67fbc" "xn--mgbqly7cvafr" "xn--mgbt3dhd"
    "xn--mgbtf8fl" "xn--mgbtx2b" "xn--mgbx4cd0ab" "xn--mix082f" "xn--mix891f" "xn--mk1bu44c" "xn--mxtq1m"
    "xn--ngbc5azd" "xn--ngbe9e0a" "xn--ngbrx" "xn--nnx388a" "xn--node" "xn--nqv7f" "xn--nqv7fs00ema"
    "xn--nyqy26a" "xn--o3cw4h" "xn--ogbpf8fl" "xn--otu796d" "xn--p1acf" "xn--p1ai" "xn--pgbs0dh"
    "xn--pssy2u" "xn--q7ce6a" "xn--q9jyb4c" "xn--qcka1pmc" "xn--qxa6a" "xn--qxam" "xn--rhqv96g"
    "xn--rovu88b" "xn--rvc1e0am3e" "xn--s9brj9c" "xn--ses554g" "xn--t60b56a" "xn--tckwe" "xn--tiq49xqyj"
    "xn--unup4y" "xn--vermgensberater-ctb" "xn--vermgensberatung-pwb" "xn--vhquv" "xn--vuq861b"
    "xn--w4r85el8fhu5dnra" "xn--w4rs40l" "xn--wgbh1c" "xn--wgbl6a" "xn--xhq521b" "xn--xkc2al3hye2a"
    "xn--xkc2dl3a5ee0h" "xn--y9a3aq" "xn--yfro4i67o" "xn--ygbi2ammx" "xn--zfr164b" "xxx" "xyz" "yachts"
    "yahoo" "yamaxun" "yandex" "ye" "yodobashi" "yoga" "yokohama" "you" "youtube" "yt" "yun" "za" "zappos"
    "zara" "zero" "zip" "zm" "zone" "zuerich" "zw";
const uint16_t assay_top_level_domain_offsets[] = {
    0, 3, 7, 13, 16, 22, 28, 31, 35, 42, 50, 52, 59, 68, 78, 89, 92, 97, 99, 102, 107, 109, 112, 116, 121,
    123, 126, 132, 134, 141, 147, 149, 152, 158, 166, 172, 176, 178, 187, 194, 200, 209, 217, 221, 227, 233,
    235, 241, 256, 270, 274, 279, 284, 293, 302, 309, 315, 318, 320, 323, 333, 336, 341, 343, 352, 354, 358,
    364, 369, 373, 377, 380, 384, 386, 390, 394, 404, 406, 413, 421, 423, 430, 434, 441, 446, 453, 459, 463,
    468, 475, 477, 480, 482, 485, 487, 492, 494, 498, 503, 510, 524, 528, 532, 535, 544, 555, 563, 571, 579,
    587, 597, 604, 610, 612, 615, 618, 622, 625, 628, 630, 632, 637, 643, 647, 654, 660, 664, 671, 674, 676,
    678, 680, 686, 688, 693, 696, 700, 704, 709, 712, 715, 717, 722, 733, 744, 748, 757, 761, 763, 766, 769,
    771, 781, 783, 788, 798, 802, 805, 809, 812, 816, 823, 828, 834, 840, 843, 851, 854, 856, 864, 875, 883,
    889, 896, 904, 906, 908, 913, 921, 929, 932, 936, 938, 940, 942, 944, 947, 949, 952, 956, 959, 963, 974,
    977, 983, 987, 992, 1000, 1007, 1017, 1020, 1027, 1032, 1036, 1042, 1049, 1053, 1057, 1061, 1065, 1071,
    1074, 1082, 1090, 1093, 1096, 1100, 1103, 1105, 1107, 1113, 1116, 1120, 1122, 1125, 1128, 1130, 1132,
    1138, 1145, 1152, 1157, 1161, 1166, 1173, 1182, 1188, 1194, 1196, 1204, 1210, 1215, 1222, 1226, 1231,
    1235, 1243, 1245, 1247, 1253, 1261, 1266, 1272, 1280, 1288, 1293, 1297, 1304, 1306, 1308, 1310, 1315,
    1320, 1326, 1333, 1340, 1343, 1350, 1358, 1367, 1374, 1381, 1389, 1395, 1401, 1413, 1423, 1430, 1441,
    1448, 1462, 1466, 1470, 1477, 1484, 1490, 1497, 1504, 1507, 1509, 1515, 1525, 1536, 1543, 1548, 1551,
    1557, 1564, 1566, 1576, 1578, 1580, 1582, 1584, 1589, 1593, 1595, 1600, 1603, 1608, 1612, 1616, 1622,
    1628, 1631, 1635, 1638, 1640, 1644, 1650, 1655, 1661, 1669, 1673, 1681, 1686, 1694, 1700, 1707, 1711,
    1717, 1720, 1723, 1731, 1735, 1742, 1748, 1757, 1765, 1773, 1777, 1780, 1782, 1784, 1786, 1789, 1791,
    1795, 1801, 1804, 1811, 1814, 1822, 1827, 1830, 1835, 1841, 1847, 1853, 1857, 1860, 1862, 1867, 1870,
    1872, 1875, 1880, 1883, 1892, 1894, 1896, 1901, 1907, 1913, 1921, 1932, 1943, 1948, 1957, 1959, 1967,
    1971, 1973, 1976, 1982, 1984, 1992, 1994, 2004, 2007, 2013, 2021, 2027, 2034, 2041, 2051, 2055, 2059,
    2068, 2073, 2079, 2082, 2086, 2090, 2097, 2104, 2108, 2113, 2121, 2128, 2135, 2137, 2141, 2149, 2153,
    2157, 2162, 2169, 2178, 2182, 2191, 2199, 2203, 2210, 2213, 2220, 2222, 2224, 2230, 2237, 2241, 2248,
    2255, 2258, 2260, 2262, 2265, 2269, 2280, 2288, 2292, 2297, 2304, 2309, 2319, 2322, 2324, 2328, 2337,
    2340, 2347, 2356, 2364, 2367, 2374, 2377, 2381, 2390, 2396, 2399, 2401, 2404, 2411, 2416, 2422, 2426,
    2431, 2434, 2440, 2443, 2445, 2449, 2451, 2454, 2456, 2459, 2463, 2470, 2476, 2478, 2480, 2484, 2486,
    2488, 2492, 2497, 2502, 2508, 2510, 2515, 2518, 2524, 2529, 2531, 2536, 2540, 2543, 2546, 2548, 2555,
    2559, 2568, 2572, 2575, 2583, 2587, 2593, 2596, 2599, 2602, 2604, 2606, 2608, 2616, 2624, 2630, 2635,
    2640, 2647, 2652, 2654, 2656, 2658, 2666, 2671, 2675, 2680, 2687, 2691, 2693, 2695, 2699, 2706, 2713,
    2717, 2720, 2724, 2732, 2738, 2748, 2752, 2760, 2764, 2770, 2774, 2780, 2789, 2796, 2799, 2801, 2804,
    2806, 2808, 2814, 2822, 2829, 2838, 2847, 2852, 2861, 2866, 2871, 2879, 2883, 2890, 2893, 2900, 2906,
    2913, 2918, 2921, 2923, 2927, 2929, 2931, 2937, 2942, 2949, 2952, 2956, 2959, 2962, 2964, 2966, 2970,
    2973, 2978, 2980, 2982, 2988, 2992, 2996, 3006, 3008, 3011, 3021, 3029, 3033, 3036, 3039, 3048, 3057,
    3063, 3066, 3079, 3085, 3096, 3098, 3106, 3108, 3110, 3115, 3117, 3124, 3127, 3135, 3137, 3141, 3144,
    3150, 3154, 3157, 3159, 3163, 3168, 3175, 3178, 3181, 3183, 3186, 3189, 3191, 3195, 3201, 3204, 3207,
    3209, 3217, 3221, 3227, 3234, 3240, 3244, 3246, 3257, 3271, 3286, 3289, 3291, 3293, 3295, 3298, 3302,
    3305, 3311, 3317, 3324, 3328, 3330, 3332, 3337, 3344, 3350, 3352, 3356, 3359, 3361, 3364, 3368, 3377,
    3379, 3381, 3386, 3388, 3390, 3397, 3408, 3413, 3422, 3428, 3432, 3441, 3448, 3455, 3458, 3464, 3471,
    3474, 3480, 3482, 3484, 3487, 3492, 3499, 3505, 3510, 3514, 3519, 3523, 3525, 3529, 3533, 3546, 3555,
    3563, 3567, 3572, 3579, 3583, 3590, 3595, 3599, 3604, 3608, 3614, 3616, 3619, 3622, 3626, 3631, 3637,
    3642, 3645, 3651, 3656, 3661, 3665, 3668, 3680, 3682, 3684, 3686, 3689, 3693, 3695, 3703, 3707, 3713,
    3715, 3717, 3719, 3724, 3730, 3734, 3740, 3746, 3749, 3759, 3764, 3767, 3773, 3782, 3789, 3797, 3806,
    3814, 3820, 3823, 3825, 3833, 3835, 3837, 3840, 3845, 3849, 3858, 3862, 3870, 3873, 3877, 3885, 3887,
    3889, 3894, 3903, 3906, 3910, 3914, 3917, 3927, 3929, 3931, 3934, 3937, 3939, 3942, 3944, 3946, 3950,
    3956, 3960, 3963, 3966, 3969, 3975, 3980, 3987, 3993, 4001, 4007, 4011, 4022, 4025, 4030, 4032, 4034,
    4036, 4038, 4041, 4043, 4046, 4049, 4051, 4057, 4062, 4068, 4070, 4072, 4074, 4076, 4078, 4080, 4083,
    4089, 4093, 4099, 4103, 4106, 4108, 4110, 4113, 4116, 4123, 4130, 4137, 4144, 4147, 4151, 4155, 4165,
    4170, 4172, 4175, 4177, 4180, 4183, 4185, 4189, 4193, 4198, 4203, 4209, 4215, 4217, 4219, 4224, 4242,
    4248, 4251, 4257, 4262, 4264, 4266, 4269, 4272, 4275, 4277, 4280, 4282, 4285, 4293, 4299, 4306, 4312,
    4323, 4330, 4334, 4336, 4341, 4344, 4347, 4350, 4356, 4359, 4363, 4369, 4375, 4378, 4385, 4392, 4397,
    4403, 4406, 4409, 4411, 4415, 4424, 4429, 4433, 4441, 4446, 4451, 4460, 4463, 4467, 4469, 4472, 4474,
    4480, 4482, 4484, 4492, 4495, 4502, 4507, 4512, 4523, 4529, 4535, 4539, 4545, 4553, 4556, 4559, 4563,
    4567, 4574, 4579, 4581, 4583, 4588, 4592, 4603, 4611, 4615, 4617, 4619, 4622, 4626, 4631, 4638, 4642,
    4646, 4648, 4657, 4662, 4667, 4672, 4675, 4679, 4690, 4694, 4705, 4710, 4720, 4728, 4738, 4741, 4751,
    4753, 4755, 4758, 4760, 4763, 4765, 4767, 4771, 4777, 4782, 4788, 4793, 4795, 4799, 4809, 4816, 4822,
    4829, 4832, 4840, 4851, 4856, 4861, 4867, 4871, 4879, 4882, 4886, 4893, 4899, 4905, 4915, 4919, 4929,
    4935, 4942, 4949, 4953, 4962, 4967, 4970, 4973, 4976, 4978, 4984, 4989, 4994, 5000, 5004, 5006, 5010,
    5012, 5017, 5021, 5024, 5026, 5029, 5035, 5037, 5045, 5049, 5055, 5061, 5065, 5070, 5078, 5085, 5092,
    5107, 5113, 5116, 5120, 5123, 5127, 5131, 5133, 5136, 5139, 5141, 5144, 5147, 5157, 5164, 5176, 5182,
    5188, 5195, 5202, 5206, 5208, 5210, 5216, 5220, 5226, 5234, 5238, 5244, 5249, 5257, 5262, 5265, 5268,
    5272, 5275, 5277, 5279, 5288, 5293, 5297, 5302, 5306, 5313, 5318, 5322, 5330, 5336, 5340, 5348, 5350,
    5354, 5358, 5365, 5369, 5371, 5373, 5376, 5380, 5383, 5388, 5390, 5395, 5397, 5402, 5407, 5409, 5413,
    5415, 5421, 5427, 5435, 5443, 5447, 5452, 5461, 5465, 5469, 5472, 5475, 5480, 5485, 5489, 5491, 5494,
    5496, 5498, 5503, 5510, 5514, 5523, 5532, 5535, 5543, 5552, 5559, 5564, 5570, 5576, 5581, 5586, 5588,
    5593, 5601, 5607, 5614, 5618, 5625, 5631, 5633, 5639, 5644, 5646, 5648, 5654, 5661, 5663, 5666, 5672,
    5676, 5682, 5688, 5698, 5703, 5709, 5712, 5716, 5718, 5721, 5723, 5726, 5730, 5734, 5744, 5747, 5754,
    5760, 5764, 5766, 5768, 5770, 5773, 5780, 5787, 5791, 5798, 5804, 5811, 5815, 5820, 5825, 5827, 5833,
    5836, 5838, 5844, 5846, 5848, 5853, 5855, 5857, 5862, 5867, 5872, 5875, 5880, 5887, 5892, 5897, 5901,
    5907, 5911, 5913, 5918, 5925, 5933, 5939, 5952, 5961, 5979, 5984, 5987, 5989, 5993, 5996, 6001, 6006,
    6008, 6011, 6013, 6015, 6017, 6022, 6025, 6027, 6029, 6035, 6045, 6048, 6051, 6054, 6056, 6058, 6060,
    6062, 6071, 6075, 6083, 6085, 6087, 6092, 6100, 6108, 6120, 6123, 6125, 6127, 6133, 6138, 6141, 6147,
    6153, 6156, 6159, 6165, 6169, 6175, 6179, 6183, 6193, 6195, 6200, 6210, 6215, 6219, 6225, 6229, 6235,
    6237, 6243, 6248, 6255, 6261, 6265, 6272, 6277, 6284, 6291, 6305, 6311, 6316, 6323, 6330, 6335, 6339,
    6341, 6348, 6352, 6356, 6367, 6370, 6377, 6381, 6388, 6391, 6404, 6412, 6416, 6421, 6426, 6429, 6431,
    6434, 6437, 6441, 6446, 6453, 6459, 6462, 6473, 6484, 6495, 6506, 6516, 6527, 6538, 6550, 6561, 6571,
    6582, 6594, 6605, 6615, 6627, 6637, 6651, 6662, 6672, 6689, 6699, 6710, 6724, 6736, 6747, 6761, 6773,
    6783, 6795, 6805, 6813, 6822, 6832, 6842, 6853, 6867, 6884, 6893, 6903, 6914, 6927, 6937, 6959, 6970,
    6980, 6990, 7001, 7010, 7019, 7032, 7043, 7054, 7063, 7077, 7087, 7097, 7107, 7118, 7129, 7142, 7155,
    7171, 7182, 7194, 7205, 7216, 7230, 7241, 7254, 7265, 7280, 7291, 7301, 7310, 7319, 7330, 7344, 7355,
    7370, 7381, 7392, 7402, 7411, 7426, 7438, 7450, 7464, 7479, 7493, 7509, 7524, 7538, 7550, 7567, 7585,
    7602, 7616, 7627, 7641, 7656, 7670, 7686, 7705, 7722, 7734, 7748, 7760, 7779, 7795, 7807, 7819, 7830,
    7844, 7855, 7866, 7878, 7888, 7900, 7912, 7921, 7932, 7940, 7949, 7964, 7975, 7985, 7997, 8008, 8017,
    8025, 8036, 8046, 8056, 8067, 8079, 8088, 8096, 8107, 8118, 8132, 8143, 8154, 8165, 8174, 8187, 8197,
    8220, 8244, 8253, 8264, 8284, 8295, 8305, 8315, 8326, 8342, 8359, 8369, 8382, 8395, 8406, 8409, 8412,
    8418, 8423, 8430, 8436, 8438, 8447, 8451, 8459, 8462, 8469, 8471, 8474, 8476, 8482, 8486, 8490, 8493,
    8495, 8499, 8506, 8508
};
/* clang-format on */
const uint32_t assay_top_level_domain_count = 1489;
