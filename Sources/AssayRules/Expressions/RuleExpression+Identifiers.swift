// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// Base 16 (RFC 4648).
    public static var base16: RuleExpression { built("base16") }

    /// Base 32 (RFC 4648).
    public static var base32: RuleExpression { built("base32") }

    /// Base 64 with padding (RFC 4648).
    public static var base64: RuleExpression { built("base64") }

    /// Hexadecimal digits.
    public static var hexadecimal: RuleExpression { built("hexadecimal") }

    /// A UUID of any version (RFC 9562).
    public static var uuid: RuleExpression { built("uuid") }

    /// A JSON Pointer (RFC 6901).
    public static var jsonPointer: RuleExpression { built("jsonPointer") }

    /// A relative JSON Pointer.
    public static var relativeJSONPointer: RuleExpression { built("relativeJSONPointer") }

    /// A semantic version 2.0.0.
    public static var semver: RuleExpression { built("semver") }

    /// Digits with a Luhn check digit (ISO/IEC 7812).
    public static var luhn: RuleExpression { built("luhn") }

    /// Digits with a Verhoeff check digit.
    public static var verhoeff: RuleExpression { built("verhoeff") }

    /// Digits with a Damm check digit.
    public static var damm: RuleExpression { built("damm") }

    /// A payment card number.
    public static var creditCard: RuleExpression { built("creditCard") }

    /// An IBAN (ISO 13616).
    public static var iban: RuleExpression { built("iban") }

    /// A BIC (ISO 9362).
    public static var bic: RuleExpression { built("bic") }

    /// An ISIN (ISO 6166).
    public static var isin: RuleExpression { built("isin") }

    /// An ISBN of 10 or 13 digits (ISO 2108).
    public static var isbn: RuleExpression { built("isbn") }

    /// An ISSN (ISO 3297).
    public static var issn: RuleExpression { built("issn") }

    /// A GS1 number of 8, 13 or 14 digits.
    public static var ean: RuleExpression { built("ean") }

    /// Base 32 with other symbols.
    public static func base32(alphabet: Base32Alphabet) -> RuleExpression {
        built("base32", [], ["alphabet": .choice(alphabet, default: .rfc4648)])
    }

    /// Base 64; `url`: with - and _.
    public static func base64(url: Bool = false, padding: Presence = .required) -> RuleExpression {
        built("base64", [], ["url": .flag(url), "padding": .choice(padding, default: .required)])
    }

    /// A UUID of certain versions, in certain forms.
    public static func uuid(
        version: Int..., variant: Bool = false, case letters: LetterCase = .any,
        nil allowsNil: Bool = true, hyphens: Bool = true
    ) -> RuleExpression {
        built(
            "uuid", [],
            [
                "version": version.isEmpty ? nil : .values(version.map { .integer(Int64($0)) }),
                "variant": .flag(variant), "case": .choice(letters, default: .any),
                "nil": .flag(allowsNil, default: true), "hyphens": .flag(hyphens, default: true),
            ])
    }

    /// The hexadecimal digest of a hash function.
    public static func hash(_ algorithm: HashAlgorithm) -> RuleExpression {
        built("hash", [.word(algorithm.rawValue)])
    }

    /// Digits with a Luhn check digit, with separators between them.
    public static func luhn(separators: Bool) -> RuleExpression {
        built("luhn", [], ["separators": .flag(separators)])
    }

    /// A payment card number of certain networks.
    public static func creditCard(
        networks: [String]? = nil, separators: Bool = true
    ) -> RuleExpression {
        built(
            "creditCard", [],
            ["networks": .texts(networks), "separators": .flag(separators, default: true)])
    }

    /// An IBAN of certain countries; `spaces`: in groups of four.
    public static func iban(countries: [String]? = nil, spaces: Bool = false) -> RuleExpression {
        built("iban", [], ["countries": .texts(countries), "spaces": .flag(spaces)])
    }

    /// An ISBN of 10 or 13 digits.
    public static func isbn(version: Int? = nil, hyphens: Bool = true) -> RuleExpression {
        built("isbn", [], ["version": .integer(version), "hyphens": .flag(hyphens, default: true)])
    }

    /// An ISSN, with its hyphen if that is required.
    public static func issn(hyphenRequired: Bool) -> RuleExpression {
        built("issn", [], ["hyphen": hyphenRequired ? .word("required") : nil])
    }

    /// A GS1 number of 8, 13 or 14 digits.
    public static func ean(length: Int) -> RuleExpression {
        built("ean", [], ["length": .integer(length)])
    }
}
