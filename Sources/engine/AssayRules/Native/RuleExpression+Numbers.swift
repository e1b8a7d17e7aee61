// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The numbers with check digits that rules in C check.
extension RuleExpression {
    /// The presence of the hyphen in an ISSN.
    public enum Hyphen: String, RuleChoice {
        /// The hyphen may be there.
        case optional
        /// The hyphen is there.
        case required
    }

    /// Digits with a Luhn check digit (ISO/IEC 7812).
    public static var luhn: RuleExpression { RuleExpression("luhn") }

    /// Digits with a Luhn check digit, with separators between them.
    public static func luhn(separators: Bool) -> RuleExpression {
        RuleExpression("luhn", options: ["separators": .flag(separators)])
    }

    /// Digits with a Verhoeff check digit.
    public static var verhoeff: RuleExpression { RuleExpression("verhoeff") }

    /// Digits with a Damm check digit.
    public static var damm: RuleExpression { RuleExpression("damm") }

    /// A payment card number.
    public static var creditCard: RuleExpression { RuleExpression("creditCard") }

    /// A payment card number of certain networks.
    public static func creditCard(
        networks: [String]? = nil, separators: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "creditCard",
            options: ["networks": .texts(networks), "separators": .flag(separators)])
    }

    /// An IBAN (ISO 13616).
    public static var iban: RuleExpression { RuleExpression("iban") }

    /// An IBAN of certain countries; `spaces`: in groups of four.
    public static func iban(countries: [String]? = nil, spaces: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "iban", options: ["countries": .texts(countries), "spaces": .flag(spaces)])
    }

    /// A BIC (ISO 9362).
    public static var bic: RuleExpression { RuleExpression("bic") }

    /// An ISIN (ISO 6166).
    public static var isin: RuleExpression { RuleExpression("isin") }

    /// An ISBN of 10 or 13 digits (ISO 2108).
    public static var isbn: RuleExpression { RuleExpression("isbn") }

    /// An ISBN of 10 or 13 digits.
    public static func isbn(version: Int? = nil, hyphens: Bool? = nil) -> RuleExpression {
        RuleExpression(
            "isbn", options: ["version": .integer(version), "hyphens": .flag(hyphens)])
    }

    /// An ISSN (ISO 3297).
    public static var issn: RuleExpression { RuleExpression("issn") }

    /// An ISSN, with its hyphen if that is required.
    public static func issn(hyphenRequired: Bool) -> RuleExpression {
        let hyphen = hyphenRequired ? Hyphen.required : .optional
        return RuleExpression("issn", options: ["hyphen": .choice(hyphen)])
    }

    /// A GS1 number of 8, 13 or 14 digits.
    public static var ean: RuleExpression { RuleExpression("ean") }

    /// A GS1 number of so many digits.
    public static func ean(_ length: Int) -> RuleExpression {
        RuleExpression("ean", positional: [.integer(length)])
    }
}
