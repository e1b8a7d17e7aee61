// SPDX-License-Identifier: Apache-2.0

/// Splits a list that is easier to read as one text.
private func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
}

/// The alphabets and word lists that values are made of.
enum Words {
    static let lower = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    static let digits = Array("0123456789".unicodeScalars)
    static let upperAndDigits = upper + digits
    static let userTail = lower + lower + digits + ["_"]
    /// Includes what JSON and CSV have to escape.
    static let symbols = Array("!?#$%&*+-=.,:;@^_~<>()[]{}/ \"\\'".unicodeScalars)
    static let manyBytes = Array("дожливыйвечер漢字仮名交文ñåßøł".unicodeScalars)

    static let givenNames = words(
        """
        ada alvar bettina bruno cleo dora edgar elif fergus flora greta hamid ida igor jolanda kofi leona
        luca mirja noor odile pavel quirin ruth samir selma theo ulla viggo wanda ximena yusuf zora
        """)
    static let familyNames = words(
        """
        abel berg castro dahl eriksen fontaine greco haas ivanov jansen koch lindqvist moreau nagy okafor
        petit rahman sato thorne urban vidal winter yilmaz zeller
        """)
    static let domains = words(
        """
        lighthouse harbour-7 meadow paperboat northwind5 oaktree bluebottle kiosk tramline sandbank
        windmill orchard-co granite juniper lantern marmalade quayside tideline
        """)
    static let topLevels = words("com org net de fr se pt eu io ch at dk co.nz com.mx app blog")
    static let prose = words(
        """
        a an old new quiet morning evening walk along river garden kitchen window bread tea letter paper
        friend neighbour teaches learns paints repairs collects bicycles clocks maps stamps mostly never
        always often about between under during winter summer north south violin choir chess rowing and
        with without for since writes small programs about weather birds trains
        """)
    static let foreignProse = words(
        """
        déjà über größer mañana smørrebrød čokoláda žluťoučký ποίηση λόγος весна книга 山登り 音楽 한국어
        📚 🎻 👨\u{200D}🌾 Ångström crème brûlée naïveté
        """)
    static let tags = words(
        "cooking reading chess tea rail birds maps choir c go zig linux 山 café open-data tiny-house sailing ska"
    )

    /// ISO 3166-1 alpha-2.
    static let countries = words(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
        BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
        DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
        GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU
        ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ
        LA LB LC LI LK LR LS LT LU LV LY
        MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
        NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA
        RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
        TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ
        VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """)
}
