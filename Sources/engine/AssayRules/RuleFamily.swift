// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A topic of built-in rules, which is a part of their catalogue.
package enum RuleFamily: String, CaseIterable, Sendable {
    case presence = "Presence"
    case comparison = "Kinds and comparison"
    case text = "Text"
    case identifiers = "Encodings and identifiers"
    case network = "Network"
    case time = "Time"
    case checkDigits = "Check digits"
    case codes = "Codes"
    case collections = "Collections and objects"
    case composition = "Composition"

    /// The rules of the family that a registry has, in the order of the catalogue.
    package func rules(in registry: RuleRegistry) -> [RuleDefinition] {
        ids.split(separator: " ").compactMap { registry.definition(for: String($0)) }
    }

    /// The ids of its rules, in the order of the catalogue.
    private var ids: String {
        switch self {
        case .presence:
            """
            required present filled notNull notBlank requiredIf requiredUnless requiredWith \
            requiredWithAll requiredWithout requiredWithoutAll prohibited prohibitedIf \
            prohibitedUnless accepted declined exactlyOneOf atLeastOneOf atMostOneOf
            """
        case .comparison:
            """
            type string integer number boolean array object finite positive negative nonNegative \
            nonPositive equals notEquals oneOf notOneOf range outside multipleOf precision sameAs \
            differentFrom greaterThan greaterOrEqual lessThan lessOrEqual inField
            """
        case .text:
            """
            length regex notRegex regexPattern contains notContains containsAny containsNone \
            startsWith endsWith notStartsWith notEndsWith alpha alphanumeric alphaDash digits \
            numericText decimalText integerText hexadecimal octal ascii lowercase uppercase \
            fullWidth halfWidth multibyte slug normalized noSuspiciousCharacters onlyCharacters \
            noControlCharacters passwordStrength
            """
        case .identifiers:
            """
            base16 base32 base58 base64 uuid ulid nanoid mongoId cve doi isrc jwt hash json \
            jsonPointer relativeJSONPointer semver cron dataURI mimeType hexColor rgbColor hslColor \
            latitude longitude latLong bitcoinAddress ethereumAddress
            """
        case .network:
            """
            email url uri uriReference iri iriReference uriTemplate urn mailto magnet origin \
            hostname idnHostname hostAndPort port ip cidr ipRange macAddress httpHeaderName \
            httpHeaderValue topLevelDomain
            """
        case .time:
            """
            date time dateTime iso8601 duration timeZone before after beforeOrEqual afterOrEqual \
            past future within
            """
        case .checkDigits:
            """
            luhn verhoeff damm mod11 iso7064 creditCard iban bic isin lei cusip figi cfi \
            creditorReference isbn issn ismn isni isan isil ean upc imei imsi meid casNumber \
            abaRouting iso6346 vat e164
            """
        case .codes:
            """
            countryCode subdivision currency currencyAmount language script bcp47 postalCode
            """
        case .collections:
            """
            minItems maxItems uniqueItems includes each keys minProperties maxProperties \
            requiredKeys allowedKeys dependentKeys member sorted
            """
        case .composition: "anyOf allOf exactlyOne not"
        }
    }
}
