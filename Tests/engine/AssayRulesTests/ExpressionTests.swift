// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Expressions that Swift code writes: they read as in a rule set, and the registry takes them.
struct ExpressionTests {
    static let expressions: [(RuleExpression, String)] = [
        (.required, "required"), (.required(trim: false), "required(trim=false)"),
        (.required(within: "a.b"), "required(within=a.b)"),
        (.required(within: "a", trim: false), "required(trim=false, within=a)"),
        (.requiredIf("a.b", equals: 1), "requiredIf(a.b, equals=1)"),
        (.prohibitedUnless("a", in: ["x", "y"]), "prohibitedUnless(a, in=[\"x\", \"y\"])"),
        (.requiredWith("a", "b[*].c"), "requiredWith(a, b[*].c)"),
        (.type("integer", "null"), "type(\"integer\", \"null\")"),
        (.equals("a", ignoreCase: true), "equals(\"a\", ignoreCase=true)"),
        (.oneOf("a", "b"), "oneOf([\"a\", \"b\"])"), (.notOneOf([1, 2.5]), "notOneOf([1, 2.5])"),
        (.multipleOf(0.01), "multipleOf(0.01)"), (.precision(scale: 2), "precision(scale=2)"),
        (.sameAs("password"), "sameAs(password)"), (.range(18...120), "range(18...120)"),
        (.range(0.5...), "range(0.5...)"), (.range(...3), "range(...3)"),
        (.range(..<3), "range(exclusiveMax=3)"),
        (.range(above: 0, below: 1), "range(exclusiveMin=0, exclusiveMax=1)"),
        (.outside(1...2), "outside(1...2)"), (.length(3...20), "length(3...20)"),
        (.length(3...), "length(3...)"),
        (.length(...20, unit: .bytes), "length(...20, unit=bytes)"),
        (.regex("^[a-z]+$"), "regex(/^[a-z]+$/)"),
        (.regex("a/b", flags: "i", match: .whole), "regex(/a\\/b/i, match=whole)"),
        (.contains("x", times: 2), "contains(\"x\", times=2)"),
        (.startsWith("x", ignoreCase: true), "startsWith(\"x\", ignoreCase=true)"),
        (.alpha(script: .unicode, allow: "-"), "alpha(script=unicode, allow=\"-\")"),
        (.digits(4), "digits(4)"), (.digits(min: 2), "digits(min=2)"),
        (.ascii(printable: true), "ascii(printable=true)"),
        (.email, "email"),
        (
            .email(mode: .rfc5321, requireTLD: true, addressLiteral: false),
            "email(mode=rfc5321, requireTLD=true, addressLiteral=false)"
        ),
        (
            .url(schemes: ["ftp"], credentials: false),
            "url(schemes=[\"ftp\"], credentials=false)"
        ),
        (.hostname(profile: .fqdn, wildcard: true), "hostname(profile=fqdn, wildcard=true)"),
        (.ip(version: 6, scope: .public), "ip(version=6, scope=public)"),
        (.hostAndPort(requirePort: false), "hostAndPort(requirePort=false)"),
        (.ipRange(version: 4), "ipRange(version=4)"),
        (.url(denyHosts: ["a.b"], idn: true), "url(denyHosts=[\"a.b\"], idn=true)"),
        (.cidr(version: 4, strict: true), "cidr(version=4, strict=true)"),
        (.macAddress(bits: 64), "macAddress(bits=64)"), (.port, "port"),
        (.date("d.M.yyyy"), "date(\"d.M.yyyy\")"),
        (
            .time(offset: .optional, secondsRequired: false),
            "time(offset=optional, seconds=optional)"
        ),
        (.time("h:mm a", strict: false), "time(\"h:mm a\", strict=false)"),
        (.dateTime(separator: .any), "dateTime(separator=any)"),
        (.before("2024-02-29"), "before(\"2024-02-29\")"), (.duration, "duration"),
        (.maxItems(5), "maxItems(5)"), (.uniqueItems(by: "id"), "uniqueItems(by=\"id\")"),
        (.requiredKeys("a", "b"), "requiredKeys([\"a\", \"b\"])"),
        (.dependentKeys(["a": ["b", "c"]]), "dependentKeys([[\"a\", \"b\", \"c\"]])"),
        (.includes(.string, .length(2...2)), "includes(string, length(2...2))"),
        (.includes(.string, min: 2), "includes(string, min=2)"),
        (.includes(.string, min: 0, max: 3), "includes(string, min=0, max=3)"),
        (.each(.string, from: 2), "each(string, from=2)"),
        (.member("a.b", .required, .digits(5)), "member(\"a.b\", required, digits(5))"),
        (.equals(["a": [1, nil]]), "equals({\"a\":[1,null]})"),
        (.anyOf(.email, .uuid), "anyOf(email, uuid)"),
        (.not(.oneOf("root")), "not(oneOf([\"root\"]))"),
        (.uuid(version: 4, 7, case: .lower), "uuid(version=[4, 7], case=lower)"),
        (
            .uuid(version: 4, nil: true, max: false, braces: true),
            "uuid(version=[4], nil=true, max=false, braces=true)"
        ),
        (.email(knownTLD: true), "email(knownTLD=true)"),
        (.hostname(knownTLD: true), "hostname(knownTLD=true)"),
        (
            .idnHostname(trailingDot: true, knownTLD: true),
            "idnHostname(trailingDot=true, knownTLD=true)"
        ),
        (.hostAndPort(knownTLD: true), "hostAndPort(knownTLD=true)"),
        (.url(knownTLD: true), "url(knownTLD=true)"),
        (.iri(privateHosts: false), "iri(privateHosts=false)"),
        (
            .iriReference(allowHosts: ["a.b"], denyHosts: ["c.a.b"]),
            "iriReference(allowHosts=[\"a.b\"], denyHosts=[\"c.a.b\"])"
        ),
        (.uri(requireTLD: true, underscores: true), "uri(requireTLD=true, underscores=true)"),
        (.uriReference(knownTLD: true), "uriReference(knownTLD=true)"),
        (.hash(.sha256), "hash(sha256)"),
        (.base32(alphabet: .crockford), "base32(alphabet=crockford)"),
        (.base64(url: true, padding: .optional), "base64(url=true, padding=optional)"),
        (.luhn(separators: true), "luhn(separators=true)"),
        (.creditCard(networks: ["visa"]), "creditCard(networks=[\"visa\"])"),
        (.iban(countries: ["DE"], spaces: true), "iban(countries=[\"DE\"], spaces=true)"),
        (.isbn(version: 13), "isbn(version=13)"),
        (.issn(hyphenRequired: true), "issn(hyphen=required)"),
        (.ean(13), "ean(13)"),
    ]

    @Test(arguments: expressions)
    func expressionReadsAsInARuleSet(_ expression: RuleExpression, _ text: String) throws {
        #expect(expression.description == text)
        #expect(try RuleExpressionParser.parseOne(text) == expression)
        _ = try standardRules.bind(expression)
    }

    static let plain: [RuleExpression] = [
        .present, .filled, .notNull, .notBlank, .prohibited, .accepted, .declined, .string,
        .integer, .number, .boolean, .array, .object, .finite, .positive, .negative, .nonNegative,
        .nonPositive, .regexPattern, .alpha, .alphanumeric, .alphaDash, .digits, .ascii,
        .lowercase, .uppercase, .slug, .url, .uri, .uriReference, .iri, .iriReference, .hostname,
        .ip, .cidr, .idnHostname, .hostAndPort, .ipRange, .topLevelDomain, .dataURI, .mimeType,
        .origin, .mailto, .urn, .uriTemplate, .magnet, .httpHeaderName, .httpHeaderValue,
        .macAddress, .date, .time, .dateTime, .uniqueItems, .base16, .base32, .base64,
        .hexadecimal, .uuid, .jsonPointer, .relativeJSONPointer, .semver, .luhn, .verhoeff, .damm,
        .creditCard, .iban, .bic, .isin, .isbn, .issn, .ean,
    ]

    @Test(arguments: plain)
    func ruleWithoutArgumentsIsKnown(_ expression: RuleExpression) throws {
        #expect(try standardRules.bind(expression).definition.id == expression.id)
    }

    /// An array given by name is the list itself, not its one element.
    @Test func arrayByNameIsAList() throws {
        let rule = RuleExpression.rule("oneOf", ["values": ["a", "b"]])
        #expect(try codes("b", rule) == [])
        #expect(try codes("c", rule) == ["oneOf.other"])
    }
}
