// SPDX-License-Identifier: Apache-2.0
#if FormMacros
/// The kinds of JSON values that a built-in rule checks, as its definition says.
///
/// A rule that is not in the table, such as `required` or one of a plugin, checks values of every kind.
enum RuleKinds: String, CaseIterable {
    case string
    case number
    case boolean
    case array
    case object
    case numberOrString
    case scalar

    /// Returns the kinds of a rule by its id, which is its Swift spelling, or `nil` for all kinds.
    static func kinds(of rule: String) -> RuleKinds? { table[rule] }

    /// Returns `true` if a value of one kind is checked.
    func include(_ kind: RuleKinds) -> Bool {
        switch self {
        case .numberOrString: kind == .number || kind == .string
        case .scalar: kind == .number || kind == .string || kind == .boolean
        default: kind == self
        }
    }

    /// The kinds in the plural, for messages.
    var description: String {
        switch self {
        case .numberOrString: "numbers and strings"
        case .scalar: "booleans, numbers and strings"
        default: rawValue + "s"
        }
    }

    /// The rules by the kinds that they check.
    static let rules: [RuleKinds: [Substring]] = [
        .string: split(
            """
            abaRouting after afterOrEqual alpha alphaDash alphanumeric ascii base16 base32
            base58 base64 bcp47 before beforeOrEqual bic bitcoinAddress casNumber cfi cidr
            contains containsAny containsNone countryCode creditCard creditorReference cron
            currency currencyAmount cusip cve damm dataURI date dateTime decimalText digits doi
            duration e164 ean email endsWith ethereumAddress figi fullWidth future halfWidth
            hash hexColor hexadecimal hostAndPort hostname hslColor httpHeaderName
            httpHeaderValue iban idnHostname imei imsi integerText ip ipRange iri iriReference
            isan isbn isil isin ismn isni iso6346 iso7064 iso8601 isrc issn json jsonPointer jwt
            language latLong lei length lowercase luhn macAddress magnet mailto meid mimeType
            mod11 mongoId multibyte nanoid noControlCharacters noSuspiciousCharacters normalized
            notBlank notContains notEndsWith notRegex notStartsWith numericText octal
            onlyCharacters origin passwordStrength past port postalCode regex regexPattern
            relativeJSONPointer rgbColor script semver slug startsWith string subdivision time
            timeZone topLevelDomain ulid upc uppercase uri uriReference uriTemplate url urn uuid
            vat verhoeff within
            """),
        .number: split(
            """
            finite integer multipleOf negative nonNegative nonPositive number outside positive
            precision range
            """),
        .boolean: split(
            """
            boolean
            """),
        .array: split(
            """
            array each includes maxItems minItems sorted uniqueItems
            """),
        .object: split(
            """
            allowedKeys atLeastOneOf atMostOneOf dependentKeys exactlyOneOf keys maxProperties
            member minProperties object requiredKeys
            """),
        .numberOrString: split(
            """
            greaterOrEqual greaterThan latitude lessOrEqual lessThan longitude
            """),
        .scalar: split(
            """
            accepted declined
            """),
    ]

    private static let table: [String: RuleKinds] = {
        var table: [String: RuleKinds] = [:]
        for (kinds, rules) in rules {
            for rule in rules { table[String(rule)] = kinds }
        }
        return table
    }()

    private static func split(_ text: String) -> [Substring] {
        text.split { $0 == " " || $0 == "\n" }
    }
}
#endif
