// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets

/// Reads Table Schemas of Frictionless Data.
struct TableReader {
    private(set) var issues = IssueList()
    private(set) var rejections: [SchemaRejection] = []
    /// The rules about all records together.
    private(set) var records: [RecordsRule] = []
    private(set) var identity: [FieldPath] = []
    /// The texts that mean that a field is missing, by its name.
    private(set) var missing: [(name: String, texts: [String])] = []

    private static let tableKeys: Set<String> = [
        "$schema", "fields", "fieldsMatch", "missingValues", "primaryKey", "uniqueKeys",
        "foreignKeys",
        "name", "title", "description", "profile",
    ]
    private static let fieldKeys: Set<String> = [
        "name", "type", "format", "title", "description", "example", "examples", "constraints",
        "missingValues",
        "categories", "categoriesOrdered", "rdfType", "trueValues", "falseValues", "bareNumber",
        "decimalChar", "groupChar",
    ]

    /// The requirement of the rows of a table.
    mutating func record(_ table: SchemaNode) -> Requirement {
        check(table, keys: Self.tableKeys)
        if let part = table.member("foreignKeys"), part.elements?.isEmpty != true {
            reject(
                "'foreignKeys' compare records with those of another file, which only a rule set with 'sources' can do",
                help: "after 'ruleshell import --partial', write 'references' under 'records'",
                at: part)
        }
        if let part = table.member("primaryKey") {
            add(names(of: part), missing: "fail", at: part)
            identity = names(of: part).map { FieldPath(key: $0) }
        }
        for part in table.member("uniqueKeys")?.elements ?? [] { add(names(of: part), at: part) }
        if let part = table.member("fieldsMatch"), part.text != "subset" {
            reject(
                "'fieldsMatch' is about the header of a file, which a rule set does not check",
                at: part)
        }
        let keys = names(of: table.member("primaryKey"))
        let texts = table.member("missingValues").map { self.texts(of: $0) } ?? [""]
        var members: [Requirement.Member] = []
        var required: [Requirement] = []
        for field in table.member("fields")?.elements ?? [] {
            guard let name = field.member("name")?.text else {
                issue("schema.keyword", "a field must have a 'name'", at: field)
                continue
            }
            let constraints = field.member("constraints")
            let isRequired = constraints?.member("required")?.bool == true || keys.contains(name)
            if isRequired {
                required.append(
                    Requirement(
                        content: .required([name]),
                        place: (constraints?.member("required") ?? field).place))
            }
            let own = field.member("missingValues").map { self.texts(of: $0) } ?? texts
            if !own.contains("") {
                reject(
                    "an empty cell is a missing value in any case, which 'missingValues' does not say",
                    help: "add \"\" to 'missingValues'",
                    at: field.member("missingValues") ?? table.member("missingValues") ?? field)
            }
            missing.append((name, own.filter { !$0.isEmpty }))
            members.append(.init(key: name, requirement: value(field, isRequired: isRequired)))
        }
        return Requirement(
            content: .all(required + [Requirement(content: .members(members), place: table.place)]),
            place: table.place)
    }

    private mutating func value(_ field: SchemaNode, isRequired: Bool) -> Requirement {
        check(field, keys: Self.fieldKeys)
        for key in [
            "trueValues", "falseValues", "decimalChar", "groupChar", "bareNumber", "categories",
        ] {
            if let part = field.member(key) {
                reject("'\(key)' cannot be expressed in a rule set", at: part)
            }
        }
        let place = (field.member("type") ?? field).place
        var parts: [Requirement] = []
        if isRequired { parts.append(Requirement(content: .kinds(.notNull), place: place)) }
        let type = field.member("type")?.text ?? "any"
        func kinds(_ kinds: KindSet) {
            parts.append(Requirement(content: .kinds(kinds), place: place))
        }
        func rule(_ rule: RuleExpression, _ place: SchemaPlace) {
            parts.append(Requirement(content: .rule(rule, on: .string), place: place))
        }
        let format = field.member("format")
        var isFormatKnown = format == nil || format?.text == "default"
        switch type {
        case "any": break
        case "string":
            kinds(.string)
            let known = ["email": "email", "uri": "uri", "uuid": "uuid", "binary": "base64"]
            if let format, let text = format.text, let id = known[text] {
                rule(
                    RuleExpression(
                        id, id == "email" ? [.init(name: "mode", .word("rfc5321"))] : []),
                    format.place)
                isFormatKnown = true
            }
        case "integer": kinds(.integer)
        case "number": kinds(.number)
        case "boolean": kinds(.boolean)
        case "array": kinds(.array)
        case "object": kinds(.object)
        case "date", "time", "datetime":
            kinds(.string)
            if isFormatKnown { rule(RuleExpression(type == "datetime" ? "dateTime" : type), place) }
        case "duration":
            kinds(.string)
            rule(RuleExpression("duration"), place)
        case "year": kinds(.integer)
        default:
            reject(
                "the type '\(abbreviated(type))' cannot be expressed in a rule set",
                at: field.member("type") ?? field)
        }
        if let format, !isFormatKnown {
            reject(
                "the format \(abbreviated(format.value.value.json)) of a \(abbreviated(type)) cannot be expressed in a rule set",
                at: format)
        }
        if let constraints = field.member("constraints") {
            parts += self.constraints(constraints, of: type, at: field.member("name")?.text ?? "")
        }
        let whole = Requirement(content: .all(parts), place: field.place)
        return isRequired
            ? whole
            : Requirement(content: .any([whole.with(.kinds(.null)), whole]), place: field.place)
    }

    /// Says that no two records have the same values.
    private mutating func add(_ names: [String], missing: String? = nil, at node: SchemaNode) {
        guard !names.isEmpty else {
            return issue("schema.keyword", "a key must name fields", at: node)
        }
        var arguments = names.map { RuleArgument(.word(FieldPath(key: $0).description)) }
        if let missing { arguments.append(RuleArgument(name: "missing", .word(missing))) }
        var entry = RuleEntry(RuleExpression("unique", arguments))
        entry.location = node.value.location
        records.append(RecordsRule(entry))
    }

    private static let constraintKeys: Set<String> = [
        "required", "unique", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "pattern", "enum", "jsonSchema",
    ]
    private static let numberTypes = ["integer", "number", "year"]

    private mutating func constraints(
        _ node: SchemaNode, of type: String, at name: String
    ) -> [Requirement] {
        check(node, keys: Self.constraintKeys)
        var parts: [Requirement] = []
        for (key, part) in node.members {
            switch key {
            case "required":
                if part.bool == nil {
                    issue("schema.keyword", "'required' must be true or false", at: part)
                }
            case "unique": if part.bool == true { add([name], at: part) }
            case "minimum", "maximum":
                if let requirement = bound(key, part, of: type) { parts.append(requirement) }
            default:
                if let requirement = constraint(key, part, of: type) { parts.append(requirement) }
            }
        }
        return parts + [range(node, of: type)].compactMap(\.self)
    }

    /// The requirement of a constraint on the value of a field, or `nil` if it is left out.
    private mutating func constraint(
        _ key: String, _ part: SchemaNode, of type: String
    ) -> Requirement? {
        switch key {
        case "minLength", "maxLength":
            guard type == "string", case .integer(let count) = part.value.value, count >= 0 else {
                break
            }
            let range: ArgumentValue =
                key == "minLength"
                ? .range(lower: .integer(count), upper: nil)
                : .range(lower: nil, upper: .integer(count))
            let unit = RuleArgument(name: "unit", .word("codePoints"))
            let rule = RuleExpression("length", [RuleArgument(range), unit])
            return Requirement(content: .rule(rule, on: .string), place: part.place)
        case "pattern":
            guard let text = part.text, let pattern = Self.wholePattern(text) else {
                reject(
                    "the pattern is one of XML Schema, which is not translated exactly", at: part)
                return nil
            }
            let match = RuleArgument(name: "match", .word("whole"))
            let rule = RuleExpression(
                "regex", [RuleArgument(.pattern(source: pattern, flags: "")), match])
            return Requirement(content: .rule(rule, on: .string), place: part.place)
        case "enum": return values(part, of: type)
        default:
            reject("'\(abbreviated(key))' cannot be expressed in a rule set", at: part)
            return nil
        }
        reject("'\(key)' of a \(abbreviated(type)) cannot be expressed in a rule set", at: part)
        return nil
    }

    /// The bound of a date; those of a number are one rule, which `range` makes.
    private mutating func bound(
        _ key: String, _ part: SchemaNode, of type: String
    ) -> Requirement? {
        if ["date", "datetime"].contains(type), let text = part.text {
            let id = key == "minimum" ? "afterOrEqual" : "beforeOrEqual"
            let rule = RuleExpression(id, [RuleArgument(.value(.string(text)))])
            return Requirement(content: .rule(rule, on: .string), place: part.place)
        }
        if number(part, of: type) == nil {
            reject("'\(key)' of a \(abbreviated(type)) cannot be expressed in a rule set", at: part)
        }
        return nil
    }

    /// The bounds of a number, or `nil` if there are none.
    private func range(_ node: SchemaNode, of type: String) -> Requirement? {
        let bounds = [node.member("minimum"), node.member("maximum")]
        let values = bounds.map { $0.flatMap { number($0, of: type) } }
        guard let first = zip(bounds, values).first(where: { $1 != nil })?.0 else { return nil }
        let range = ArgumentValue.range(lower: values[0], upper: values[1])
        let rule = RuleExpression("range", [RuleArgument(range)])
        return Requirement(content: .rule(rule, on: .number), place: first.place)
    }

    /// The number that bounds a field of numbers, or `nil` for another value or type.
    private func number(_ part: SchemaNode, of type: String) -> Value? {
        let value = part.value.value
        return Self.numberTypes.contains(type) && ExactNumber(value) != nil ? value : nil
    }

    private mutating func values(_ part: SchemaNode, of type: String) -> Requirement? {
        guard let elements = part.elements else {
            issue("schema.keyword", "'enum' must be a list", at: part)
            return nil
        }
        let isNumber = Self.numberTypes.contains(type)
        guard !isNumber || elements.allSatisfy({ ExactNumber($0.value.value) != nil }) else {
            reject("'enum' of a \(abbreviated(type)) has other values than numbers", at: part)
            return nil
        }
        return Requirement(content: .values(elements.map(\.value.value)), place: part.place)
    }

    /// A pattern of XML Schema that means the same in PCRE2, where it matches the whole text, or `nil` for another one.
    private static func wholePattern(_ text: String) -> String? {
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
                    return nil
                }
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "^" || scalar == "$" {
                return nil
            }
        }
        if text.contains("-[") || text.contains("(?") || text.contains(".") { return nil }
        return try? ECMAPattern.translated(text)
    }

    private func names(of node: SchemaNode?) -> [String] {
        node?.text.map { [$0] } ?? node?.elements?.compactMap(\.text) ?? []
    }

    private mutating func texts(of node: SchemaNode) -> [String] {
        guard let elements = node.elements else {
            issue("schema.keyword", "'missingValues' must be a list", at: node)
            return [""]
        }
        return elements.compactMap { $0.text ?? $0.member("value")?.text }
    }

    private mutating func check(_ node: SchemaNode, keys: Set<String>) {
        for (key, part) in node.members where !keys.contains(key) {
            guard let near = nearestName(to: key, in: keys.sorted()) else { continue }
            issue(
                "schema.unknownKeyword", "the standard has no key '\(abbreviated(key))' here",
                help: "did you mean '\(near)'?", at: part)
        }
    }

    private mutating func issue(
        _ code: String, _ message: String, help: String? = nil, at node: SchemaNode
    ) {
        issues.append(
            RuleSetIssue(
                code: code, message: "\(node.place.pointer): \(message)", help: help,
                location: node.value.location))
    }

    private mutating func reject(_ reason: String, help: String? = nil, at node: SchemaNode) {
        rejections.append(SchemaRejection(reason: reason, help: help, place: node.place))
    }
}

extension SchemaImport {
    mutating func readTable(
        _ file: SchemaFile, _ root: PlacedValue, _ options: SchemaImportOptions
    ) throws(RuleSetError) {
        var documents = SchemaDocuments(dialect: .draft2020)
        let node = try documents.add(file, dialect: .draft2020, findsSchemas: false)
        var table = node
        if let resources = node.member("resources")?.elements {
            let names = resources.compactMap { $0.member("name")?.text }
            let found =
                options.fragment == nil && resources.count == 1
                ? resources.first : resources.first { $0.member("name")?.text == options.fragment }
            guard let schema = found?.member("schema"), schema.isMapping else {
                throw Self.error(
                    "schema.fragment",
                    "the package has no resource with that name and a schema in the same file",
                    help: names.isEmpty
                        ? "name the file of a Table Schema"
                        : "write its name after the file, such as '\(file.name)#\(names[0])'",
                    in: file)
            }
            table = schema
        }
        var reader = TableReader()
        let record = reader.record(table)
        guard reader.issues.isEmpty else { throw reader.issues.inFileOrder.error }
        leftOut += reader.rejections.map(\.issue)
        try finish(RecordRules(record), options)
        ruleSet.records = reader.records
        ruleSet.identity = reader.identity
        for (name, texts) in reader.missing where !texts.isEmpty {
            let path = FieldPath(key: name)
            if let index = ruleSet.fields.firstIndex(where: { $0.path == path }) {
                ruleSet.fields[index].validator.missing = texts
            } else {
                ruleSet.fields.append(Field(path, Validator(rules: [], missing: texts)))
            }
        }
    }
}
