// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The names of months in one language, from CLDR, and the abbreviations that are usual besides.
struct MonthNames: Sendable {
    /// The languages whose names are known, by their tags (BCP 47).
    static let languages = table.map(\.language)

    /// A name, and the number of its month.
    private struct Name: Sendable {
        let text: String
        /// The name in lower case.
        let folded: [UInt8]
        let month: Int
    }

    /// The names, in the order of the months; of each month, the usual one is the first.
    private let full: [Name]
    /// The abbreviations, without a period, in the same order.
    private let short: [Name]

    /// Creates the names of a language, or returns `nil` if they are not known.
    ///
    /// - Parameter language: A tag, of which the language counts alone: `de`, `de-AT`.
    init?(_ language: String) {
        let own = language.split(separator: "-", omittingEmptySubsequences: false).first ?? ""
        guard let row = Self.table.first(where: { $0.language == own.lowercased() }) else {
            return nil
        }
        full = Self.names(row.full)
        short = Self.names(row.short)
    }

    private static func names(_ row: String) -> [Name] {
        row.split(separator: " ").enumerated().flatMap { index, names in
            names.split(separator: "/").map {
                Name(
                    text: String($0), folded: Array($0.lowercased().utf8), month: index + 1)
            }
        }
    }

    /// The names that a text may have: the full ones or the abbreviations, or both.
    enum Kind: Sendable {
        case full, short, any
    }

    private func names(_ kind: Kind) -> [Name] {
        switch kind {
        case .full: full
        case .short: short
        case .any: full + short
        }
    }

    /// Reads the longest name that is at a place of a text, whatever its case is.
    ///
    /// - Parameters:
    ///   - kind: The kind of names.
    ///   - text: The text.
    ///   - start: The place.
    /// - Returns: The number of the month and the length of the name in bytes, or `nil` if there is no name.
    func read(_ kind: Kind, in text: Span<UInt8>, at start: Int) -> (month: Int, length: Int)? {
        var found: (month: Int, length: Int)?
        for name in names(kind) {
            let length = name.folded.count
            guard start + length <= text.count, length > found?.length ?? 0,
                ASCII.lowercase(text[start]) == name.folded[0] || text[start] >= 0x80
            else { continue }
            let isName = CaseFolding.withLowercase(text.extracting(start..<start + length)) {
                $0.count == length && $0.isEqual(to: name.folded)
            }
            if isName { found = (name.month, length) }
        }
        return found
    }

    /// Returns the usual name of a month.
    func text(of month: Int, _ kind: Kind) -> String {
        names(kind).first { $0.month == month }?.text ?? ""
    }

    /// The names of January to December; names of one month have slashes between them.
    private static let table: [(language: String, full: String, short: String)] = [
        (
            "ar",
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر "
                + "ديسمبر",
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر "
                + "ديسمبر"
        ),
        (
            "de",
            "Januar Februar März April Mai Juni Juli August September Oktober "
                + "November Dezember",
            "Jan Feb März/Mär Apr Mai Juni/Jun Juli/Jul Aug Sept/Sep Okt Nov Dez"
        ),
        (
            "en",
            "January February March April May June July August September October "
                + "November December",
            "Jan Feb Mar Apr May Jun Jul Aug Sep/Sept Oct Nov Dec"
        ),
        (
            "es",
            "enero febrero marzo abril mayo junio julio agosto "
                + "septiembre/setiembre octubre noviembre diciembre",
            "ene feb mar abr may jun jul ago sept/sep oct nov dic"
        ),
        (
            "fr",
            "janvier février mars avril mai juin juillet août septembre octobre "
                + "novembre décembre",
            "janv févr mars avr mai juin juil août sept oct nov déc"
        ),
        (
            "it",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre "
                + "ottobre novembre dicembre",
            "gen feb mar apr mag giu lug ago set ott nov dic"
        ),
        (
            "ja", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
            "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"
        ),
        (
            "nl",
            "januari februari maart april mei juni juli augustus september "
                + "oktober november december",
            "jan feb mrt apr mei jun jul aug sep okt nov dec"
        ),
        (
            "pl",
            "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj "
                + "czerwca/czerwiec lipca/lipiec sierpnia/sierpień września/wrzesień "
                + "października/październik listopada/listopad grudnia/grudzień",
            "sty lut mar kwi maj cze lip sie wrz paź lis gru"
        ),
        (
            "pt",
            "janeiro fevereiro março abril maio junho julho agosto setembro "
                + "outubro novembro dezembro",
            "jan fev mar abr mai jun jul ago set out nov dez"
        ),
        (
            "ru",
            "января/январь февраля/февраль марта/март апреля/апрель мая/май "
                + "июня/июнь июля/июль августа/август сентября/сентябрь октября/октябрь "
                + "ноября/ноябрь декабря/декабрь",
            "янв февр/фев мар/март апр мая/май июн/июнь июл/июль авг сент/сен окт "
                + "нояб/ноя дек"
        ),
        (
            "zh", "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
            "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"
        ),
    ]
}

extension Span<UInt8> {
    fileprivate func isEqual(to bytes: [UInt8]) -> Bool {
        for index in bytes.indices where self[index] != bytes[index] { return false }
        return true
    }
}
