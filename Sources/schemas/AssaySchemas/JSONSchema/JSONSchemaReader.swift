// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets

/// Reads schemas in JSON Schema as requirements.
struct JSONSchemaReader {
    static let maximumDepth = 256

    private(set) var documents: SchemaDocuments
    /// `true` if `format` is checked, and not only counted.
    var checksFormats = false
    /// The direction of a message of OpenAPI, whose required members can be different in both.
    var direction: SchemaDirection?
    /// A keyword that the caller reads.
    var ignoredKeyword: String?

    /// Mistakes of the schema, which make no rule set.
    private(set) var issues = IssueList()
    /// Likely mistakes in the schema.
    private(set) var warnings: [RuleSetIssue] = []
    /// The number of keywords `format` that are not checked.
    private(set) var uncheckedFormats = 0
    /// The formats that no rule checks.
    private(set) var unknownFormats: Set<String> = []
    /// The whole numbers of draft 4, which are numbers without a fraction there.
    private(set) var hasIntegerOfDraft4 = false

    /// The schemas that are being read, each with the depth of the value that it is about.
    private var open: [(identity: String, level: Int)] = []
    private var level = 0
    private var count = 0
    private var warned: Set<String> = []

    init(_ documents: SchemaDocuments) {
        self.documents = documents
    }

    /// The requirement of a schema.
    mutating func requirement(of node: SchemaNode) -> Requirement {
        let node = documents.schema(at: node)
        open.append((node.identity, level))
        defer { open.removeLast() }
        return schema(node)
    }

    // MARK: - Schemas

    private mutating func schema(_ node: SchemaNode) -> Requirement {
        guard countSchema(node) else { return .always(node.place) }
        // Draft 04 has them in a few places, and what they mean elsewhere is clear.
        if let bool = node.bool {
            return bool ? .always(node.place) : .never(node.place)
        }
        guard node.isMapping else {
            report(
                "schema.type",
                "a schema must be an object or true or false, not \(Self.shown(node.value))",
                at: node)
            return .always(node.place)
        }
        if let uri = node.member("$schema"), let text = uri.text, SchemaDialect(uri: text) == nil {
            report(
                "schema.dialect", "'\(abbreviated(text))' is not a known version of JSON Schema",
                help: "name one of \(SchemaDialect.known)", at: uri)
        }
        if node.dialect.ignoresSiblingsOfReference, let reference = node.member("$ref"),
            reference.text != nil
        {
            return self.reference(reference, from: node)
        }
        var parts: [Requirement] = []
        for (key, part) in node.members where key != ignoredKeyword {
            if let requirement = keyword(key, part, of: node) { parts.append(requirement) }
        }
        return parts.count == 1 ? parts[0] : Requirement(content: .all(parts), place: node.place)
    }

    /// A schema about a part of the value.
    private mutating func inner(_ node: SchemaNode) -> Requirement {
        level += 1
        defer { level -= 1 }
        return inPlace(node)
    }

    /// A schema about the same value.
    private mutating func inPlace(_ node: SchemaNode) -> Requirement {
        let node = documents.schema(at: node)
        open.append((node.identity, level))
        defer { open.removeLast() }
        return schema(node)
    }

    private mutating func countSchema(_ node: SchemaNode) -> Bool {
        count += 1
        if count > RuleSetLimits.rules {
            if count == RuleSetLimits.rules + 1 {
                report(
                    "schema.tooManyRules",
                    "the schema has more than \(RuleSetLimits.rules) schemas after '$ref' is followed",
                    help: "import a part of it, such as FILE#/definitions/NAME", at: node)
            }
            return false
        }
        if open.count > Self.maximumDepth {
            report(
                "schema.depth", "the schema has more than \(Self.maximumDepth) levels", at: node)
            return false
        }
        return true
    }

    private mutating func reference(_ node: SchemaNode, from schema: SchemaNode) -> Requirement {
        guard let text = node.text else {
            report(
                "schema.keyword", "'$ref' must be a text, not \(Self.shown(node.value))", at: node)
            return .always(node.place)
        }
        switch documents.target(of: text, from: schema) {
        case .otherDocument(let uri):
            return unsayable(
                "'$ref' leads to '\(abbreviated(uri))', which is not among the files",
                help:
                    "name the file, or its directory, with 'ruleshell import --schema'; nothing is fetched",
                at: node)
        case .missing:
            report("schema.reference", "'\(abbreviated(text))' leads nowhere", at: node)
            return .always(node.place)
        case .node(let target):
            let target = documents.schema(at: target)
            if let known = open.first(where: { $0.identity == target.identity }) {
                if known.level == level {
                    report(
                        "schema.cycle",
                        "'$ref' leads back to '\(abbreviated(text))' without a member or an element between",
                        at: node)
                    return .always(node.place)
                }
                return unsayable(
                    "'$ref' leads back to a schema that it is in, and a rule set has no recursion",
                    help:
                        "after 'ruleshell import --partial', check the depths that you need with paths",
                    at: node)
            }
            return inPlace(target)
        }
    }

    // MARK: - Keywords

    private mutating func keyword(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        guard schema.dialect.knows(key) else {
            warn(about: key, node, in: schema)
            return nil
        }
        switch key {
        case "$ref": return reference(node, from: schema)
        case "$dynamicRef", "$recursiveRef":
            return unsayable(
                "'\(key)' depends on how the schema is reached",
                help: "write '$ref' if it always leads to one schema",
                at: node)
        case "$vocabulary": return nil
        case "type": return type(node, of: schema)
        case "enum":
            guard let values = node.elements else { return wrong(key, "an array", node) }
            return Requirement(content: .values(values.map(\.value.value)), place: node.place)
        case "const": return Requirement(content: .values([node.value.value]), place: node.place)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
            return bounds(key, node, of: schema)
        case "multipleOf":
            guard let number = number(key, node) else { return nil }
            return multipleOf(number, node)
        case "minLength", "maxLength": return length(key, node, of: schema)
        case "pattern":
            guard let text = node.text else { return wrong(key, "a text", node) }
            return pattern(text, node)
        case "format": return format(node)
        case "minItems": return count(key, node, isMinimum: true, on: .array)
        case "maxItems": return count(key, node, isMinimum: false, on: .array)
        case "minProperties": return count(key, node, isMinimum: true, on: .object)
        case "maxProperties": return count(key, node, isMinimum: false, on: .object)
        case "uniqueItems":
            guard let bool = node.bool else { return wrong(key, "true or false", node) }
            return bool ? rule(RuleExpression("uniqueItems"), on: .array, node) : nil
        case "allOf", "anyOf", "oneOf": return combination(key, node, of: schema)
        case "not":
            return Requirement(content: .not(inPlace(node)), place: node.place)
        case "if": return conditional(node, of: schema)
        case "then", "else": return nil
        case "items", "prefixItems", "additionalItems": return items(key, node, of: schema)
        case "contains": return contains(node, of: schema)
        case "properties": return properties(node)
        case "patternProperties": return patternProperties(node)
        case "additionalProperties": return additionalProperties(node, of: schema)
        case "propertyNames":
            return Requirement(content: .keys(inner(node)), place: node.place)
        case "required": return required(node, of: schema)
        case "dependentRequired", "dependentSchemas", "dependencies":
            return dependencies(key, node, of: schema)
        case "unevaluatedProperties", "unevaluatedItems": return unevaluated(key, node, of: schema)
        default: return nil
        }
    }

    private mutating func warn(about key: String, _ node: SchemaNode, in schema: SchemaNode) {
        if key.hasPrefix("x-") { return }
        if SchemaDialect.allKeywords.contains(key) {
            guard !SchemaDialect.annotations.contains(key) else { return }
            addWarning(
                "schema.otherDialect",
                "'\(key)' has no meaning in \(schema.dialect.name), so it is not checked",
                help: "name the version that has it with '$schema', or remove it", at: node)
        } else if let near = nearestName(to: key, in: SchemaDialect.allKeywords.sorted()) {
            addWarning(
                "schema.unknownKeyword",
                "'\(abbreviated(key))' is not a keyword, so it is not checked; did you mean '\(near)'?",
                help: "correct it, or begin its name with x-", at: node)
        }
    }

    private mutating func type(_ node: SchemaNode, of schema: SchemaNode) -> Requirement? {
        let names = node.text.map { [$0] } ?? node.elements?.compactMap(\.text)
        guard let names, names.count == (node.elements?.count ?? 1) else {
            return wrong("type", "a name or an array of names", node)
        }
        var kinds: KindSet = []
        for name in names {
            guard let kind = KindSet(name: name) else {
                report(
                    "schema.keyword", "'type' has no kind '\(abbreviated(name))'",
                    help: "write one of \(KindSet.names.joined(separator: ", "))", at: node)
                return nil
            }
            if name == "integer", schema.dialect == .draft04 { hasIntegerOfDraft4 = true }
            kinds.formUnion(kind)
        }
        if schema.dialect == .openAPI30, schema.value["nullable"]?.value == .bool(true) {
            kinds.insert(.null)
        }
        return Requirement(content: .kinds(kinds), place: node.place)
    }

    // MARK: - Numbers and texts

    private mutating func bounds(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        let hasFlags = schema.dialect.hasBooleanExclusiveBounds
        if hasFlags, key.hasPrefix("exclusive") {
            guard node.bool != nil else { return wrong(key, "true or false", node) }
            return nil
        }
        let keys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].filter { other in
            schema.value[other] != nil && !(hasFlags && other.hasPrefix("exclusive"))
        }
        // All bounds are one rule, at the first of them.
        let first = schema.members.first { keys.contains($0.key) }?.key
        guard number(key, node) != nil, key == first else { return nil }
        var lower: Value?
        var upper: Value?
        var arguments: [RuleArgument] = []
        for other in keys {
            guard let part = schema.member(other),
                let value = self.number(other, part, reports: other == key)
            else { continue }
            let flag = other == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"
            let isExclusive = hasFlags && schema.value[flag]?.value == .bool(true)
            switch other {
            case "minimum" where !isExclusive: lower = value
            case "maximum" where !isExclusive: upper = value
            case "minimum", "exclusiveMinimum":
                arguments.append(RuleArgument(name: "exclusiveMin", .value(value)))
            default: arguments.append(RuleArgument(name: "exclusiveMax", .value(value)))
            }
        }
        if lower != nil || upper != nil {
            arguments.insert(RuleArgument(.range(lower: lower, upper: upper)), at: 0)
        }
        if arguments.isEmpty { return nil }
        if let lower, let upper, let a = ExactNumber(lower), let b = ExactNumber(upper), a > b {
            return Requirement(
                content: .kinds(.all.subtracting(.number)), place: node.place)
        }
        return rule(RuleExpression("range", arguments), on: .number, node)
    }

    private mutating func multipleOf(_ number: Value, _ node: SchemaNode) -> Requirement? {
        guard let zero = ExactNumber(.integer(0)), let exact = ExactNumber(number), exact > zero
        else {
            return wrong("multipleOf", "a number greater than 0", node)
        }
        guard exact.decimal.digits.count <= 18 else {
            return unsayable(
                "'multipleOf' has more than 18 significant digits", on: .number, at: node)
        }
        return rule(RuleExpression("multipleOf", [RuleArgument(.value(number))]), on: .number, node)
    }

    private mutating func length(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        guard let own = natural(key, node) else { return nil }
        let other = key == "minLength" ? "maxLength" : "minLength"
        let opposite = schema.member(other)
        // Both are one rule, at the first of them.
        if opposite != nil,
            schema.members.first(where: { $0.key == key || $0.key == other })?.key == other
        {
            return nil
        }
        let second = opposite.flatMap { natural(other, $0) }
        let (lower, upper) = key == "minLength" ? (own, second) : (second, own)
        // A bound beyond all lengths says nothing, or rejects all texts.
        if let lower, lower == .max {
            return Requirement(content: .kinds(.all.subtracting(.string)), place: node.place)
        }
        let least = lower == 0 ? nil : lower
        let most = upper == .max ? nil : upper
        if least == nil, most == nil { return nil }
        if let least, let most, least > most {
            return Requirement(content: .kinds(.all.subtracting(.string)), place: node.place)
        }
        let range = ArgumentValue.range(
            lower: least.map { .integer($0) }, upper: most.map { .integer($0) })
        return rule(
            RuleExpression(
                "length",
                [RuleArgument(range), RuleArgument(name: "unit", .word("codePoints"))]),
            on: .string, node)
    }

    private mutating func pattern(_ text: String, _ node: SchemaNode) -> Requirement {
        do throws(ECMAPatternError) {
            let translated = try ECMAPattern.translated(text)
            // Every text has an empty one.
            if translated.isEmpty { return .always(node.place) }
            return rule(
                RuleExpression(
                    "regex", [RuleArgument(.pattern(source: translated, flags: ""))]),
                on: .string, node)
        } catch {
            return unsayable(
                "the pattern cannot be translated exactly: \(error.reason)", on: .string, at: node)
        }
    }

    private mutating func format(_ node: SchemaNode) -> Requirement? {
        guard let format = node.text else { return wrong("format", "a text", node) }
        if SchemaFormats.descriptions.contains(format) { return nil }
        guard checksFormats else {
            uncheckedFormats += 1
            return nil
        }
        if format == "regex" {
            return unsayable(
                "the format 'regex' is a pattern of ECMA-262, which no rule checks", on: .string,
                at: node)
        }
        guard let (rule, kinds) = SchemaFormats.rule(of: format) else {
            unknownFormats.insert(format)
            return nil
        }
        return self.rule(rule, on: kinds, node)
    }

    private mutating func count(
        _ key: String, _ node: SchemaNode, isMinimum: Bool, on kinds: KindSet
    ) -> Requirement? {
        guard let count = natural(key, node) else { return nil }
        if isMinimum, count == 0 || !isMinimum, count == .max { return nil }
        return rule(RuleExpression(key, [RuleArgument(.value(.integer(count)))]), on: kinds, node)
    }

    // MARK: - Combinations

    private mutating func combination(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        guard let schemas = node.elements, !schemas.isEmpty else {
            return wrong(key, "an array of at least one schema", node)
        }
        let decided = key == "allOf" ? nil : discriminator(of: schema)
        var parts: [Requirement] = []
        for part in schemas {
            let requirement = inPlace(part)
            parts.append(decided.map { decide(requirement, part, by: $0) } ?? requirement)
        }
        let content: Requirement.Content =
            switch key {
            case "allOf": .all(parts)
            case "anyOf": .any(parts)
            default: .exactlyOne(parts)
            }
        return Requirement(content: content, place: node.place)
    }

    /// The member that decides which schema applies, in OpenAPI, with the values by the reference.
    private func discriminator(of schema: SchemaNode) -> (key: String, values: [String: [String]])?
    {
        guard let node = schema.member("discriminator"), let key = node.member("propertyName")?.text
        else { return nil }
        var values: [String: [String]] = [:]
        for (value, target) in node.member("mapping")?.members ?? [] {
            if let text = target.text { values[text, default: []].append(value) }
        }
        return (key, values)
    }

    private func decide(
        _ requirement: Requirement, _ node: SchemaNode,
        by discriminator: (key: String, values: [String: [String]])
    ) -> Requirement {
        guard let reference = node.value["$ref"]?.text else { return requirement }
        let name = reference.split(separator: "/").last.map(String.init) ?? reference
        let values = discriminator.values[reference] ?? discriminator.values[name] ?? [name]
        let decided = Requirement(
            content: .values(values.map { .string($0) }), place: node.place)
        return Requirement(
            content: .all([
                Requirement(content: .required([discriminator.key]), place: node.place),
                Requirement(
                    content: .members([.init(key: discriminator.key, requirement: decided)]),
                    place: node.place),
                requirement,
            ]), place: node.place)
    }

    private mutating func conditional(_ node: SchemaNode, of schema: SchemaNode) -> Requirement? {
        let then = schema.member("then")
        let otherwise = schema.member("else")
        if then == nil, otherwise == nil { return nil }
        let condition = inPlace(node)
        var parts: [Requirement] = []
        if let then {
            parts.append(
                Requirement(content: .implication(condition, inPlace(then)), place: node.place))
        }
        if let otherwise {
            let opposite = Requirement(content: .not(condition), place: node.place)
            parts.append(
                Requirement(
                    content: .implication(opposite, inPlace(otherwise)), place: node.place))
        }
        return Requirement(content: .all(parts), place: node.place)
    }

    // MARK: - Arrays

    private mutating func items(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        if let schemas = node.elements, key == "prefixItems" || key == "items" {
            guard key == "prefixItems" || !schema.dialect.hasPrefixItems else {
                return wrong(key, "a schema", node)
            }
            let parts = schemas.enumerated().map { index, part in
                let requirement = inner(part)
                return requirement.isTrivial
                    ? Requirement.always(part.place)
                    : Requirement(content: .element(index, requirement), place: part.place)
            }
            return Requirement(content: .all(parts.filter { !$0.isAlways }), place: node.place)
        }
        guard key != "prefixItems" else { return wrong(key, "an array of schemas", node) }
        let first: Int
        if key == "additionalItems" {
            // It counts only after an array of schemas.
            guard let schemas = schema.member("items")?.elements else { return nil }
            first = schemas.count
        } else {
            first =
                schema.dialect.hasPrefixItems
                ? schema.member("prefixItems")?.elements?.count ?? 0 : 0
        }
        let requirement = inner(node)
        if requirement.isTrivial { return nil }
        if requirement.isImpossible {
            return rule(
                RuleExpression("maxItems", [RuleArgument(.value(.integer(Int64(first))))]),
                on: .array, node)
        }
        return Requirement(content: .elements(requirement, from: first), place: node.place)
    }

    private mutating func contains(_ node: SchemaNode, of schema: SchemaNode) -> Requirement? {
        let hasCounts = schema.dialect >= .draft2019
        let least =
            hasCounts ? schema.member("minContains").flatMap { natural("minContains", $0) } ?? 1 : 1
        let most =
            hasCounts ? schema.member("maxContains").flatMap { natural("maxContains", $0) } : nil
        let requirement = inner(node)
        if least == 0, most == nil || most == .max { return nil }
        guard least <= most ?? .max else {
            return Requirement(
                content: .kinds(KindSet.all.subtracting(.array)), place: node.place)
        }
        return Requirement(
            content: .contains(requirement, count: least...(most ?? .max)), place: node.place)
    }

    // MARK: - Objects

    private mutating func properties(_ node: SchemaNode) -> Requirement? {
        guard node.isMapping else { return wrong("properties", "an object of schemas", node) }
        let members = node.members.map { key, part in
            Requirement.Member(key: key, requirement: inner(part))
        }
        return Requirement(content: .members(members), place: node.place)
    }

    private mutating func patternProperties(_ node: SchemaNode) -> Requirement? {
        guard node.isMapping else {
            return wrong("patternProperties", "an object of schemas", node)
        }
        var parts: [Requirement] = []
        for (key, part) in node.members {
            let requirement = inner(part)
            if requirement.isTrivial { continue }
            if requirement.isImpossible {
                let pattern = pattern(key, part)
                parts.append(
                    Requirement(
                        content: .keys(Requirement(content: .not(pattern), place: part.place)),
                        place: part.place))
            } else {
                parts.append(
                    unsayable(
                        "rules about members whose key matches a pattern cannot be expressed in a rule set",
                        on: .object,
                        at: part))
            }
        }
        return Requirement(content: .all(parts), place: node.place)
    }

    private mutating func additionalProperties(
        _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        let requirement = inner(node)
        if requirement.isTrivial { return nil }
        guard requirement.isImpossible else {
            return unsayable(
                "a rule set has no rules for all other members", on: .object, at: node)
        }
        let names = schema.member("properties")?.members.map(\.key) ?? []
        let patterns =
            schema.dialect.knows("patternProperties")
            ? schema.member("patternProperties")?.members ?? [] : []
        if patterns.isEmpty { return Requirement(content: .closed(names), place: node.place) }
        var keys = patterns.map { pattern($0.key, $0.node) }
        if !names.isEmpty {
            keys.insert(
                Requirement(content: .values(names.map { .string($0) }), place: node.place), at: 0)
        }
        return Requirement(
            content: .keys(Requirement(content: .any(keys), place: node.place)), place: node.place)
    }

    private mutating func required(_ node: SchemaNode, of schema: SchemaNode) -> Requirement? {
        // Draft 3 has true and false here, which many schemas still have in vain.
        guard let elements = node.elements, elements.allSatisfy({ $0.text != nil }) else {
            return wrong("required", "an array of texts", node)
        }
        let parts = elements.compactMap { element -> Requirement? in
            guard let key = element.text, !isLeftOut(key, in: schema) else { return nil }
            return Requirement(content: .required([key]), place: element.place)
        }
        // One rule for all of them is shorter; the record has one for each, at the member.
        let keys = parts.flatMap(\.requiredKeys)
        if keys.isEmpty { return nil }
        return Requirement(content: .required(keys), place: node.place)
    }

    /// A member that messages of the direction need not have.
    private mutating func isLeftOut(_ key: String, in schema: SchemaNode) -> Bool {
        guard let direction, let member = schema.member("properties")?.member(key) else {
            return false
        }
        var target = member
        if let reference = member.value["$ref"]?.text,
            case .node(let node) = documents.target(of: reference, from: schema)
        {
            target = node
        }
        return target.value[direction.ignoredKeyword]?.value == .bool(true)
            || member.value[direction.ignoredKeyword]?.value == .bool(true)
    }

    private mutating func dependencies(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        guard node.isMapping else { return wrong(key, "an object", node) }
        if key == "dependencies", !schema.dialect.hasDependencies {
            addWarning(
                "schema.otherDialect",
                "'dependencies' has no meaning in \(schema.dialect.name), so it is not checked",
                help: "write 'dependentRequired' or 'dependentSchemas'", at: node)
            return nil
        }
        var parts: [Requirement] = []
        for (name, part) in node.members {
            if let elements = part.elements, key != "dependentSchemas" {
                let others = elements.compactMap(\.text)
                guard others.count == elements.count else {
                    return wrong(key, "arrays of texts", part)
                }
                if others.isEmpty { continue }
                parts.append(
                    Requirement(
                        content: .dependent([.init(key: name, others: others)]), place: part.place))
            } else if key != "dependentRequired" {
                let condition = Requirement(
                    content: .all([
                        Requirement(content: .kinds(.object), place: part.place),
                        Requirement(content: .required([name]), place: part.place),
                    ]), place: part.place)
                parts.append(
                    Requirement(content: .implication(condition, inPlace(part)), place: part.place))
            } else {
                return wrong(key, "arrays of texts", part)
            }
        }
        return Requirement(content: .all(parts), place: node.place)
    }

    // MARK: - Unevaluated parts

    /// The members or elements that the schemas in place evaluate, if all of them always apply.
    private enum Evaluated {
        case all
        case names([String], count: Int)
        case unknown
    }

    private mutating func unevaluated(
        _ key: String, _ node: SchemaNode, of schema: SchemaNode
    ) -> Requirement? {
        let requirement = inner(node)
        if requirement.isTrivial { return nil }
        let isObject = key == "unevaluatedProperties"
        let kinds: KindSet = isObject ? .object : .array
        switch evaluated(by: schema, isObject: isObject, isOwn: true, depth: 0) {
        case .all: return nil
        case .names(let names, let count):
            guard requirement.isImpossible else {
                if !isObject {
                    return Requirement(
                        content: .elements(requirement, from: count), place: node.place)
                }
                break
            }
            if isObject { return Requirement(content: .closed(names), place: node.place) }
            return rule(
                RuleExpression("maxItems", [RuleArgument(.value(.integer(Int64(count))))]),
                on: .array, node)
        case .unknown: break
        }
        return unsayable(
            "'\(key)' depends on which of the schemas apply, or says more than false", on: kinds,
            at: node)
    }

    private mutating func evaluated(
        by schema: SchemaNode, isObject: Bool, isOwn: Bool, depth: Int
    ) -> Evaluated {
        guard depth < 32, schema.isMapping else {
            return depth < 32 ? .names([], count: 0) : .unknown
        }
        var names: [String] = []
        var count = 0
        for (key, node) in schema.members where schema.dialect.knows(key) {
            switch key {
            case "properties": names += node.members.map(\.key)
            case "patternProperties" where isObject && !node.members.isEmpty: return .unknown
            case "additionalProperties" where isObject: return .all
            case "unevaluatedProperties" where isObject && !isOwn: return .all
            case "prefixItems": count = max(count, node.elements?.count ?? 0)
            case "items" where !isObject:
                guard let elements = node.elements else { return .all }
                count = max(count, elements.count)
            case "additionalItems" where !isObject && schema.member("items")?.elements != nil:
                return .all
            case "unevaluatedItems" where !isObject && !isOwn: return .all
            case "contains" where !isObject && schema.dialect >= .draft2020: return .unknown
            case "anyOf", "oneOf", "if", "dependentSchemas", "$dynamicRef", "$recursiveRef":
                return .unknown
            case "allOf", "$ref":
                var parts = node.elements ?? []
                if key == "$ref", let text = node.text {
                    guard case .node(let target) = documents.target(of: text, from: schema) else {
                        return .unknown
                    }
                    parts = [documents.schema(at: target)]
                }
                for part in parts {
                    switch evaluated(
                        by: documents.schema(at: part), isObject: isObject, isOwn: false,
                        depth: depth + 1)
                    {
                    case .all: return .all
                    case .unknown: return .unknown
                    case .names(let more, let further):
                        names += more
                        count = max(count, further)
                    }
                }
            default: continue
            }
        }
        return .names(names, count: count)
    }

    // MARK: - Parts

    private func rule(_ rule: RuleExpression, on kinds: KindSet, _ node: SchemaNode) -> Requirement
    {
        Requirement(content: .rule(rule, on: kinds), place: node.place)
    }

    private func unsayable(
        _ reason: String, help: String? = nil, on kinds: KindSet = .all, at node: SchemaNode
    ) -> Requirement {
        Requirement(content: .unsayable(reason, help: help, on: kinds), place: node.place)
    }

    private mutating func number(
        _ key: String, _ node: SchemaNode, reports: Bool = true
    ) -> Value? {
        if case .scalar(let value) = node.value.content, ExactNumber(value) != nil { return value }
        if reports { _ = wrong(key, "a number", node) }
        return nil
    }

    /// A number from 0; `Int64.max` for larger ones.
    private mutating func natural(_ key: String, _ node: SchemaNode) -> Int64? {
        guard case .scalar(let value) = node.value.content, let exact = ExactNumber(value),
            exact >= ExactNumber(0), value.isWholeNumber
        else {
            _ = wrong(key, "a whole number from 0", node)
            return nil
        }
        switch value {
        case .integer(let integer): return integer
        case .number(let number): return Int64(exactly: number) ?? .max
        default: return .max
        }
    }

    private mutating func wrong(_ key: String, _ expected: String, _ node: SchemaNode)
        -> Requirement?
    {
        report(
            "schema.keyword", "'\(key)' must be \(expected), not \(Self.shown(node.value))",
            at: node)
        return nil
    }

    private mutating func report(
        _ code: String, _ message: String, help: String? = nil, at node: SchemaNode
    ) {
        guard warned.insert("\(code) \(node.identity)").inserted else { return }
        issues.append(
            RuleSetIssue(
                code: code, message: "\(node.place.pointer): \(message)", help: help,
                location: node.value.location))
    }

    private mutating func addWarning(
        _ code: String, _ message: String, help: String?, at node: SchemaNode
    ) {
        guard warnings.count < RuleSetLimits.issues,
            warned.insert("\(code) \(node.identity)").inserted
        else { return }
        warnings.append(
            RuleSetIssue(
                code: code, message: "\(node.place.pointer): \(message)", help: help,
                location: node.value.location))
    }

    private static func shown(_ value: PlacedValue) -> String { abbreviated(value.value.json) }
}

extension Requirement {
    /// `true` if no value satisfies it.
    var isImpossible: Bool { !acceptsNull && simplified(within: .notNull).isNever }
}

/// The direction of a message, which decides about members that are only read or only written.
package enum SchemaDirection: String, Sendable, CaseIterable {
    case request
    case response

    /// The keyword of members that messages of this direction need not have.
    var ignoredKeyword: String { self == .request ? "readOnly" : "writeOnly" }
}
