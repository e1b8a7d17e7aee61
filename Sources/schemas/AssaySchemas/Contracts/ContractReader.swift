// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets

/// Reads data contracts of the Open Data Contract Standard, versions 3.0 and 3.1.
///
/// A key that the standard does not have is an issue, because a check with a misspelt key would never fail.
struct ContractReader {
    private(set) var issues = IssueList()
    private(set) var rejections: [SchemaRejection] = []
    private(set) var notes: [String] = []
    /// The rules about all records together.
    private(set) var records: [RecordsRule] = []
    /// The paths of the primary key in the order of their positions.
    private(set) var identity: [FieldPath] = []
    private var keys: [(position: Int64, path: FieldPath, place: SchemaPlace)] = []
    private var path: [FieldPath.Segment] = []
    private var physicalTypes = 0
    private var descriptions = 0

    private static let shared: Set<String> = [
        "id", "name", "physicalName", "physicalType", "description", "businessName", "tags",
        "customProperties", "authoritativeDefinitions", "logicalType", "properties", "quality",
        "relationships",
    ]
    private static let objectKeys = shared.union(["dataGranularityDescription"])
    private static let propertyKeys = shared.union([
        "logicalTypeOptions", "required", "unique", "primaryKey", "primaryKeyPosition",
        "partitioned",
        "partitionKeyPosition", "classification", "encryptedName", "transformSourceObjects",
        "transformLogic", "transformDescription", "examples", "criticalDataElement", "items",
    ])
    private static let qualityKeys: Set<String> = [
        "id", "metric", "rule", "type", "description", "dimension", "name", "severity",
        "businessImpact", "scheduler", "schedule", "tags", "customProperties",
        "authoritativeDefinitions", "method", "unit", "arguments", "validValues", "mustBe",
        "mustNotBe", "mustBeGreaterThan", "mustBeGreaterOrEqualTo", "mustBeLessThan",
        "mustBeLessOrEqualTo", "mustBeBetween", "mustNotBeBetween", "query", "engine",
        "implementation",
    ]
    private static let optionKeys: [String: Set<String>] = [
        "string": ["minLength", "maxLength", "pattern", "format"],
        "number": [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format",
        ],
        "integer": [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format",
        ],
        "date": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format"],
        "timestamp": [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format", "timezone",
            "defaultTimezone",
        ],
        "time": [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format", "timezone",
            "defaultTimezone",
        ],
        "array": ["minItems", "maxItems", "uniqueItems"],
        "object": ["minProperties", "maxProperties", "required"],
        "boolean": [],
    ]

    /// The requirement of the records of an object of the contract.
    mutating func record(_ object: SchemaNode) -> Requirement {
        check(object, has: Self.objectKeys)
        physicalTypes = 0
        relationships(of: object)
        for quality in object.member("quality")?.elements ?? [] { self.quality(quality, of: nil) }
        if object.member("properties") == nil {
            issue("schema.keyword", "the object has no 'properties'", at: object)
        }
        let parts = properties(of: object)
        let sorted = keys.enumerated().sorted {
            ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
        }
        identity = sorted.map(\.element.path)
        if let first = sorted.first?.element {
            addUnique(identity, missing: "fail", at: first.place)
        }
        if physicalTypes > 0 {
            notes.append(
                "'physicalType' describes a table, so \(physicalTypes) of them "
                    + (physicalTypes == 1 ? "is" : "are") + " not checked in files")
        }
        if descriptions > 0 {
            notes.append(
                "a rule of quality that is a text cannot be executed, so \(descriptions) of them "
                    + (descriptions == 1 ? "is" : "are") + " not checked")
        }
        return Requirement(content: .all(parts), place: object.place)
    }

    // MARK: - Properties

    private mutating func properties(of node: SchemaNode) -> [Requirement] {
        guard let list = node.member("properties") else { return [] }
        guard let elements = list.elements else {
            issue("schema.keyword", "'properties' must be a list", at: list)
            return []
        }
        var members: [Requirement.Member] = []
        var required: [Requirement] = []
        for element in elements {
            guard let name = element.member("name")?.text else {
                issue("schema.keyword", "a property must have a 'name'", at: element)
                continue
            }
            let isRequired = isRequired(element)
            if isRequired {
                required.append(Requirement(content: .required([name]), place: element.place))
            }
            path.append(.key(name))
            members.append(.init(key: name, requirement: value(element, isRequired: isRequired)))
            path.removeLast()
        }
        return required + [Requirement(content: .members(members), place: list.place)]
    }

    private mutating func isRequired(_ node: SchemaNode) -> Bool {
        flag("required", of: node) || flag("primaryKey", of: node)
            || (node.member("quality")?.elements ?? []).contains { Self.asksForValues($0) }
    }

    /// `true` for "no value may be null", as a rule of quality says it.
    private static func asksForValues(_ node: SchemaNode) -> Bool {
        let metric = (node.member("metric") ?? node.member("rule"))?.text
        return metric == "nullValues" && node.value["mustBe"]?.value == .integer(0)
    }

    private mutating func value(_ node: SchemaNode, isRequired: Bool) -> Requirement {
        check(node, has: Self.propertyKeys)
        if node.member("physicalType") != nil { physicalTypes += 1 }
        relationships(of: node)
        if flag("unique", of: node), let part = node.member("unique") { addUnique(at: part) }
        if flag("primaryKey", of: node), let part = node.member("primaryKey") {
            var position = Int64.max
            if case .integer(let number)? = node.member("primaryKeyPosition")?.value.value {
                position = number
            }
            if path.contains(.allElements) {
                reject("'primaryKey' of elements cannot be expressed in a rule set", at: part)
            } else {
                keys.append((position, FieldPath(segments: path), part.place))
            }
        }
        var parts: [Requirement] = []
        if isRequired {
            parts.append(
                Requirement(
                    content: .kinds(.notNull), place: (node.member("required") ?? node).place))
        }
        parts += type(node)
        for quality in node.member("quality")?.elements ?? [] {
            if let part = self.quality(quality, of: node) { parts.append(part) }
        }
        let whole = Requirement(content: .all(parts), place: node.place)
        // What is not required may be null.
        return isRequired
            ? whole
            : Requirement(
                content: .any([whole.with(.kinds(.null)), whole]), place: node.place)
    }

    private mutating func type(_ node: SchemaNode) -> [Requirement] {
        guard let type = node.member("logicalType") else { return options(node, of: nil) }
        var parts: [Requirement] = []
        func kinds(_ kinds: KindSet) {
            parts.append(Requirement(content: .kinds(kinds), place: type.place))
        }
        switch type.text {
        case "string": kinds(.string)
        case "number": kinds(.number)
        case "integer": kinds(.integer)
        case "boolean": kinds(.boolean)
        case "array":
            kinds(.array)
            if let items = node.member("items") {
                path.append(.allElements)
                defer { path.removeLast() }
                parts.append(
                    Requirement(
                        content: .elements(value(items, isRequired: isRequired(items)), from: 0),
                        place: items.place))
            }
        case "object":
            kinds(.object)
            parts += properties(of: node)
        case "date", "time", "timestamp": break
        default:
            issue(
                "schema.keyword",
                "'logicalType' has no type '\(abbreviated(type.text ?? type.value.value.json))'",
                help: "write one of \(Self.optionKeys.keys.sorted().joined(separator: ", "))",
                at: type)
        }
        return parts + options(node, of: type.text)
    }

    private mutating func options(_ node: SchemaNode, of type: String?) -> [Requirement] {
        let options = node.member("logicalTypeOptions")
        guard let type else {
            if let options { reject("'logicalTypeOptions' needs 'logicalType'", at: options) }
            return []
        }
        if let options, let keys = Self.optionKeys[type] { check(options, has: keys) }
        switch type {
        case "date", "time", "timestamp": return time(type, options, at: node)
        default: break
        }
        guard let options else { return [] }
        // The others are keywords of JSON Schema.
        var schema = options
        schema.dialect = .draft2020
        var reader = JSONSchemaReader(SchemaDocuments(dialect: .draft2020))
        reader.checksFormats = true
        if type == "object", let required = options.member("required"), required.elements == nil {
            issue("schema.keyword", "'required' must be a list of names", at: required)
        }
        if type == "number" || type == "integer", let format = options.member("format") {
            reader.ignoredKeyword = "format"
            let requirement = reader.requirement(of: schema)
            return numbers(format) + [taking(&reader, requirement)]
        }
        let requirement = reader.requirement(of: schema)
        return [taking(&reader, requirement)]
    }

    private mutating func taking(_ reader: inout JSONSchemaReader, _ requirement: Requirement)
        -> Requirement
    {
        for issue in reader.issues.kept { issues.append(issue) }
        if !reader.unknownFormats.isEmpty {
            notes.append(
                "no rule checks the format '\(reader.unknownFormats.sorted().joined(separator: "', '"))'"
            )
        }
        return requirement
    }

    /// The ranges of the formats of numbers: `i8` to `u64`; those of floating-point numbers reject nothing.
    private mutating func numbers(_ format: SchemaNode) -> [Requirement] {
        let bounds: (Value, Value)? =
            switch format.text {
            case "i8": (.integer(-128), .integer(127))
            case "i16": (.integer(-32768), .integer(32767))
            case "i32": (.integer(Int64(Int32.min)), .integer(Int64(Int32.max)))
            case "i64": (.integer(.min), .integer(.max))
            case "u8": (.integer(0), .integer(255))
            case "u16": (.integer(0), .integer(65535))
            case "u32": (.integer(0), .integer(Int64(UInt32.max)))
            case "u64": (.integer(0), Value(UInt64.max))
            default: nil
            }
        guard let bounds else {
            if format.text != "f32", format.text != "f64" {
                reject(
                    "no rule checks the format \(abbreviated(format.value.value.json)) of numbers",
                    at: format)
            }
            return []
        }
        let rule = RuleExpression(
            "range", [RuleArgument(.range(lower: bounds.0, upper: bounds.1))])
        return [Requirement(content: .rule(rule, on: .number), place: format.place)]
    }

    /// Dates and times, which are texts in files.
    private mutating func time(_ type: String, _ options: SchemaNode?, at node: SchemaNode)
        -> [Requirement]
    {
        let place = (node.member("logicalType") ?? node).place
        if let format = options?.member("format") {
            reject(
                "the format \(abbreviated(format.value.value.json)) is a Java format, which a rule set cannot express exactly",
                help:
                    "after 'ruleshell import --partial', give the field the rule 'date' with a format",
                at: format)
            return []
        }
        let id = type == "timestamp" ? "dateTime" : type
        var parts = [
            Requirement(content: .kinds(.string), place: place),
            Requirement(content: .rule(RuleExpression(id), on: .string), place: place),
        ]
        let bounds = [
            ("minimum", "afterOrEqual"), ("exclusiveMinimum", "after"),
            ("maximum", "beforeOrEqual"),
            ("exclusiveMaximum", "before"),
        ]
        for (key, rule) in bounds {
            guard let bound = options?.member(key) else { continue }
            guard let text = bound.text, type != "time" else {
                reject("'\(key)' of a \(type) cannot be expressed in a rule set", at: bound)
                continue
            }
            parts.append(
                Requirement(
                    content: .rule(
                        RuleExpression(rule, [RuleArgument(.value(.string(text)))]), on: .string),
                    place: bound.place))
        }
        for key in ["timezone", "defaultTimezone"] {
            if let part = options?.member(key) {
                reject("'\(key)' cannot be expressed in a rule set", at: part)
            }
        }
        return parts
    }

    // MARK: - Quality

    /// A rule of quality, of a property or of the object.
    @discardableResult
    private mutating func quality(_ node: SchemaNode, of property: SchemaNode?) -> Requirement? {
        check(node, has: Self.qualityKeys)
        guard isOfLibrary(node) else { return nil }
        guard let metric = node.member("metric") ?? node.member("rule"), let name = metric.text
        else {
            issue("schema.keyword", "a rule of quality must have a 'metric'", at: node)
            return nil
        }
        let bounds = node.members.filter { $0.key.hasPrefix("must") }
        let isNone =
            bounds.count == 1 && bounds[0].key == "mustBe"
            && bounds[0].node.value.value == .integer(0)
        let arguments = node.member("arguments")
        if name == "rowCount", property == nil {
            count(bounds, at: metric)
            return nil
        }
        if name == "duplicateValues", isNone {
            addUnique(of: property, arguments, at: metric)
            return nil
        }
        guard isNone, property != nil else {
            reject(
                "the metric '\(abbreviated(name))' counts over all records, which a rule set cannot express",
                help:
                    "leave it out with 'ruleshell import --partial', or write 'mustBe: 0' if no value "
                    + "may be bad",
                at: metric)
            return nil
        }
        switch name {
        case "nullValues":
            return Requirement(content: .kinds(.notNull), place: metric.place)
        case "invalidValues": return validValues(of: node, arguments, at: metric)
        default:
            reject(
                "the metric '\(abbreviated(name))' cannot be expressed in a rule set", at: metric)
            return nil
        }
    }

    /// Returns `true` for a rule of the library of metrics, and says of others why they are left out.
    private mutating func isOfLibrary(_ node: SchemaNode) -> Bool {
        let type = node.member("type")?.text ?? "library"
        switch type {
        case "library": return true
        case "text": descriptions += 1
        case "sql":
            let query = node.member("query")?.text ?? ""
            reject(
                "the query '\(abbreviated(query))' needs a database", help: "run it there",
                at: node.member("query") ?? node)
        default:
            let what = node.member("implementation")?.text ?? node.member("engine")?.text ?? type
            reject(
                "the check '\(abbreviated(what))' belongs to another engine", help: "run it there",
                at: node)
        }
        return false
    }

    /// The requirement of `invalidValues`: the values that are valid.
    private mutating func validValues(
        of node: SchemaNode, _ arguments: SchemaNode?, at metric: SchemaNode
    ) -> Requirement? {
        var parts: [Requirement] = []
        if let arguments { check(arguments, has: ["validValues", "pattern"]) }
        if let values = arguments?.member("validValues") ?? node.member("validValues") {
            guard let elements = values.elements else {
                issue("schema.keyword", "'validValues' must be a list", at: values)
                return nil
            }
            parts.append(
                Requirement(content: .values(elements.map(\.value.value)), place: values.place))
        }
        if let pattern = arguments?.member("pattern") {
            guard let text = pattern.text else {
                issue("schema.keyword", "'pattern' must be a text", at: pattern)
                return nil
            }
            do throws(ECMAPatternError) {
                let source = try ECMAPattern.translated(text)
                let rule = RuleExpression(
                    "regex", [RuleArgument(.pattern(source: source, flags: ""))])
                parts.append(Requirement(content: .rule(rule, on: .string), place: pattern.place))
            } catch {
                reject("the pattern cannot be translated exactly: \(error.reason)", at: pattern)
            }
        }
        if parts.isEmpty {
            reject("'invalidValues' does not say which values are valid", at: metric)
        }
        return Requirement(content: .all(parts), place: metric.place)
    }

    /// The number of records.
    private mutating func count(_ bounds: [(key: String, node: SchemaNode)], at metric: SchemaNode)
    {
        guard !bounds.isEmpty else {
            return reject("'rowCount' has no bound, such as 'mustBeGreaterThan'", at: metric)
        }
        for (key, node) in bounds {
            guard case .integer(let number) = node.value.value, number >= 0 else {
                return reject("'\(key)' of 'rowCount' must be a whole number from 0", at: node)
            }
            var (least, most): (Int64?, Int64?)
            switch key {
            case "mustBe": (least, most) = (number, number)
            case "mustBeGreaterThan" where number < .max: least = number + 1
            case "mustBeGreaterOrEqualTo": least = number
            case "mustBeLessThan" where number > 0: most = number - 1
            case "mustBeLessOrEqualTo": most = number
            default:
                return reject("'\(key)' of 'rowCount' cannot be expressed in a rule set", at: node)
            }
            let range = ArgumentValue.range(
                lower: least.map { .integer($0) }, upper: most.map { .integer($0) })
            // Each bound is a rule of its own, so that two that contradict each other both count.
            add(RuleExpression("count", [RuleArgument(range)]), at: node.place)
        }
    }

    /// Says that no two records have the same values of the properties that a metric is about.
    private mutating func addUnique(
        of property: SchemaNode?, _ arguments: SchemaNode?, at metric: SchemaNode
    ) {
        if property != nil { return addUnique(at: metric) }
        let elements = arguments?.member("properties")?.elements ?? []
        let names = elements.compactMap(\.text)
        guard !names.isEmpty, names.count == elements.count else {
            return reject("'duplicateValues' does not say of which properties", at: metric)
        }
        addUnique(names.map { FieldPath(key: $0) }, at: metric.place)
    }

    /// Says that no two records have the same value where the reader is.
    private mutating func addUnique(at node: SchemaNode) {
        if path.contains(.allElements) {
            reject("'unique' of elements can mean those of one record or of all", at: node)
        } else {
            addUnique([FieldPath(segments: path)], at: node.place)
        }
    }

    private mutating func addUnique(
        _ fields: [FieldPath], missing: String? = nil, at place: SchemaPlace
    ) {
        var arguments = fields.map { RuleArgument(.word($0.description)) }
        if let missing { arguments.append(RuleArgument(name: "missing", .word(missing))) }
        add(RuleExpression("unique", arguments), at: place)
    }

    private mutating func add(_ expression: RuleExpression, at place: SchemaPlace) {
        var entry = RuleEntry(expression)
        entry.location = place.location
        records.append(RecordsRule(entry))
    }

    private mutating func relationships(of node: SchemaNode) {
        guard let part = node.member("relationships") else { return }
        reject(
            "'relationships' compare records with those of another file, which only a rule set with 'sources' can do",
            help: "after 'ruleshell import --partial', write 'references' under 'records'",
            at: part)
    }

    // MARK: - Issues

    private mutating func flag(_ key: String, of node: SchemaNode) -> Bool {
        guard let part = node.member(key) else { return false }
        guard let bool = part.bool else {
            issue("schema.keyword", "'\(key)' must be true or false", at: part)
            return false
        }
        return bool
    }

    private mutating func check(_ node: SchemaNode, has keys: Set<String>) {
        guard node.isMapping else {
            issue(
                "schema.keyword", "expected a mapping, found \(abbreviated(node.value.value.json))",
                at: node)
            return
        }
        for (key, part) in node.members where !keys.contains(key) {
            let near = nearestName(to: key, in: keys.sorted())
            issue(
                "schema.unknownKeyword", "the standard has no key '\(abbreviated(key))' here",
                help: near.map { "did you mean '\($0)'?" } ?? "write it below 'customProperties'",
                at: part)
        }
    }

    private mutating func issue(
        _ code: String, _ message: String, help: String? = nil, at node: SchemaNode
    ) {
        let issue = RuleSetIssue(
            code: code, message: "\(node.place.pointer): \(message)", help: help,
            location: node.value.location)
        if !issues.kept.contains(issue) { issues.append(issue) }
    }

    private mutating func reject(_ reason: String, help: String? = nil, at node: SchemaNode) {
        rejections.append(SchemaRejection(reason: reason, help: help, place: node.place))
    }
}

extension SchemaImport {
    mutating func readContract(
        _ file: SchemaFile, _ root: PlacedValue, _ options: SchemaImportOptions
    ) throws(RuleSetError) {
        let version = root["apiVersion"]?.text ?? ""
        guard version.hasPrefix("v3.0") || version.hasPrefix("v3.1") else {
            throw Self.error(
                "schema.version",
                "the contract has the version '\(abbreviated(version))', which is not known",
                help: "write it in version v3.0 or v3.1 of the standard", in: file)
        }
        var documents = SchemaDocuments(dialect: .draft2020)
        let node = try documents.add(file, dialect: .draft2020, findsSchemas: false)
        let objects = node.member("schema")?.elements ?? []
        let names = objects.compactMap { $0.member("name")?.text }
        let named = objects.filter { $0.member("name")?.text == options.fragment }
        guard
            let object = options.fragment == nil
                ? (objects.count == 1 ? objects[0] : nil) : named.first
        else {
            throw Self.error(
                "schema.fragment",
                options.fragment.map { "the contract has no object '\(abbreviated($0))'" }
                    ?? "the contract has \(objects.count) objects, and none is named",
                help: names.isEmpty
                    ? "add an object with properties to 'schema'"
                    : "write its name after the file, such as '\(file.name)#\(names[0])'", in: file)
        }
        var reader = ContractReader()
        let record = reader.record(object)
        guard reader.issues.isEmpty else { throw reader.issues.inFileOrder.error }
        notes += reader.notes
        leftOut += reader.rejections.map(\.issue)
        if node.member("slaProperties") ?? node.member("servers") != nil {
            notes.append("servers and service levels are not checked in files")
        }
        try finish(RecordRules(record), options)
        ruleSet.records = reader.records
        ruleSet.identity = reader.identity
    }
}
