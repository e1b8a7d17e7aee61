// SPDX-License-Identifier: Apache-2.0

/// The rules for what other tools call something else: JSON Schema, pydantic, zod, pandera, SQL.
package struct Synonym {
    /// The words in lower case, without `_` and `-`.
    package let words: [String]
    /// The rules in question; none where no rule is needed.
    package let rules: [String]
    /// An instruction that says what to write.
    package let help: String

    private init(_ words: String, _ rules: String, _ help: String) {
        self.words = words.split(separator: " ").map(String.init)
        self.rules = rules.split(separator: " ").map(String.init)
        self.help = help
    }

    /// The synonym with a word, whatever its case: `min_length` is `minLength`, and `isInt` is `int`.
    package static func named(_ word: String) -> Synonym? {
        let word = word.lowercased().filter { $0 != "_" && $0 != "-" }
        if let found = all.first(where: { $0.words.contains(word) }) { return found }
        guard word.hasPrefix("is") else { return nil }
        return all.first { $0.words.contains(String(word.dropFirst(2))) }
    }

    /// Returns help for an unknown rule.
    ///
    /// - Parameter message: A message that has the name of the rule in single quotes.
    /// - Returns: The help, or `nil` for a word that no tool is known to have.
    package static func help(forUnknownRule message: String) -> String? {
        let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? named(String(parts[1]))?.help : nil
    }

    package static let all = [
        Synonym(
            "min minimum gte ge minvalue atleast", "range length minItems",
            "write range(18...) for a number, length(3...) for a text, minItems(1) for an array"),
        Synonym(
            "max maximum lte le maxvalue atmost", "range length maxItems",
            "write range(...120) for a number, length(...20) for a text, maxItems(5) for an array"),
        Synonym(
            "gt exclusiveminimum", "range greaterThan",
            "write range(exclusiveMin=0), or greaterThan(other) for another field"),
        Synonym(
            "lt exclusivemaximum", "range lessThan",
            "write range(exclusiveMax=100), or lessThan(other) for another field"),
        Synonym("between", "range", "write range(18...120), which includes both ends"),
        Synonym(
            "minlength minlen", "length", "write length(3...); both ends are optional"),
        Synonym(
            "maxlength maxlen", "length", "write length(...20); both ends are optional"),
        Synonym(
            "size len strlength stringlength", "length minItems maxItems",
            "write length(3...20), or minItems and maxItems for an array"),
        Synonym(
            "enum in isinset choices choice values allowed allowedvalues inclusion", "oneOf",
            "write oneOf(\"a\", \"b\")"),
        Synonym("notin nin exclusion disallowed", "notOneOf", "write notOneOf(\"a\", \"b\")"),
        Synonym(
            "const eq equal literal is", "equals",
            "write equals(\"a\"), or sameAs(other) for another field"),
        Synonym(
            "ne neq notequal", "notEquals",
            "write notEquals(\"a\"), or differentFrom(other) for another field"),
        Synonym(
            "pattern matches match regexp strmatches fullmatch", "regex", "write regex(/^[a-z]+$/)"),
        Synonym(
            "unique distinct uniqueelements", "uniqueItems",
            "write uniqueItems for the elements of an array, and unique(id) under 'records' for "
                + "records with the same key"),
        Synonym(
            "references reference foreignkey fk exists lookup", "",
            "write oneOf(\"a\", \"b\") for a short list, and references(customerId, customers) under "
                + "'records' for the keys of another file"),
        Synonym(
            "int int32 int64 bigint", "integer", "write integer, and range(1...9) for its bounds"),
        Synonym(
            "float double decimal numeric real num", "number precision",
            "write number, and precision(scale=2) for its digits"),
        Synonym(
            "str text varchar char", "string length",
            "write string, and length(...80) for its length"),
        Synonym("bool checkbox", "boolean", "write boolean"),
        Synonym(
            "list tuple arr sequence items", "array each",
            "write array, and rules for the elements under a path such as tags[*]"),
        Synonym(
            "dict map mapping record struct", "object",
            "write object, and rules for the members under paths such as address.zip"),
        Synonym("ipv4 ipv6 ipaddress inet", "ip", "write ip(version=4) or ip(version=6)"),
        Synonym(
            "phone phonenumber tel telephone mobile", "e164",
            "write e164 for numbers such as +491701234567"),
        Synonym("timestamp rfc3339", "dateTime", "write dateTime"),
        Synonym(
            "dateformat strptime isodate", "date",
            "write date, or date(format=\"dd.MM.yyyy\") for another form"),
        Synonym("guid", "uuid", "write uuid"),
        Synonym(
            "zip zipcode postcode", "postalCode digits",
            "write postalCode(country=\"DE\"), or digits(5)"),
        Synonym("website link href http https httpurl", "url", "write url"),
        Synonym("mail emailaddress", "email", "write email"),
        Synonym(
            "startwith prefix beginswith strstartswith", "startsWith", "write startsWith(\"a\")"),
        Synonym("endwith suffix strendswith", "endsWith", "write endsWith(\"a\")"),
        Synonym(
            "nonempty notempty isnotempty filledin mandatory", "required notBlank",
            "write required, which rejects what is absent, null or empty"),
        Synonym(
            "notnullable nonnull", "notNull required",
            "write notNull, or required where the field must be there too"),
        Synonym(
            "optional nullable undefined maybe default allownull", "",
            "leave it out: every rule but the presence rules skips what is absent or null"),
        Synonym("multiple step divisibleby", "multipleOf", "write multipleOf(5)"),
        Synonym("alnum alphanum", "alphanumeric", "write alphanumeric"),
        Synonym(
            "hex hexadecimalnumber", "hexadecimal base16", "write hexadecimal, or base16 for bytes"),
        Synonym("digitsbetween", "digits", "write digits(3...5)"),
        Synonym("fqdn domain domainname host", "hostname", "write hostname"),
        Synonym("mac", "macAddress", "write macAddress"),
        Synonym("country", "countryCode", "write countryCode"),
        Synonym(
            "money amount price", "currencyAmount precision",
            "write precision(scale=2) for a number, currencyAmount for a text"),
        Synonym(
            "password strongpassword", "passwordStrength length",
            "write passwordStrength, and length(12...) for its length"),
        Synonym(
            "format", "email url uuid date dateTime ip hostname",
            "write the form itself: email, url, uuid, date, dateTime, ip, hostname"),
        Synonym(
            "additionalproperties extra unevaluatedproperties", "allowedKeys",
            "write unknownFields: reject beside fields, or allowedKeys(\"a\", \"b\") for one object"
        ),
        Synonym(
            "properties property attribute", "member",
            "write a path such as address.zip as a field, or member(zip, digits(5)) inside another rule"
        ),
        Synonym(
            "mincontains maxcontains", "includes", "write includes(range(18...), min=2, max=5)"),
        Synonym("propertynames", "keys", "write keys(slug), for the names of all members"),
        Synonym(
            "dependentrequired dependencies requires", "dependentKeys requiredWith",
            "write requiredWith(other) in the field, or dependentKeys for one object"),
        Synonym(
            "if when where condition conditional dependson", "requiredIf prohibitedIf",
            "write requiredIf(other, \"a\"), or {rule: email, when: {other: equals(\"a\")}} for any rule"
        ),
        Synonym("confirmed same", "sameAs", "write sameAs(password)"),
        Synonym("creditcard card pan cardnumber", "creditCard", "write creditCard"),
    ]
}
