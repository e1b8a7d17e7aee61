// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayRuleSets

/// The language of a schema.
package enum SchemaLanguage: String, Sendable, CaseIterable {
    case jsonschema
    case openapi
    case odcs
    case frictionless

    /// The name for people.
    package var name: String {
        switch self {
        case .jsonschema: "JSON Schema"
        case .openapi: "OpenAPI"
        case .odcs: "Open Data Contract Standard"
        case .frictionless: "Frictionless Table Schema"
        }
    }
}

/// The choices of an import.
package struct SchemaImportOptions: Sendable {
    /// The language, or `nil` to recognize it by the content.
    package var language: SchemaLanguage?
    /// The place of the schema in the file, such as `/components/schemas/Order`, or the name of an object.
    package var fragment: String?
    /// Files that references may lead to.
    package var files: [SchemaFile] = []
    /// `true` to check `format` in JSON Schema, where it is an annotation.
    package var checksFormats = false
    /// `true` to leave out what a rule set cannot express.
    package var isPartial = false
    /// The direction of messages of OpenAPI.
    package var direction: SchemaDirection?

    package init() {}
}

/// A rule set that was made of a schema.
package struct SchemaImport: Sendable {
    package var ruleSet: RuleSet
    package var language: SchemaLanguage
    /// The parts of the schema that were left out, with their places.
    package var leftOut: [RuleSetIssue] = []
    /// Likely mistakes of the schema.
    package var warnings: [RuleSetIssue] = []
    /// Sentences on what the rule set does not check.
    package var notes: [String] = []

    /// The code of what a rule set cannot express.
    package static let rejectionCode = "schema.unsupported"

    /// Recognizes the language of a file by its content.
    ///
    /// - Returns: The language, or `nil` if the file is a rule set or anything else.
    package static func language(of bytes: [UInt8], file: String) -> SchemaLanguage? {
        if isRuleSet(bytes) { return nil }
        guard let root = try? PlacedValueReader.read(bytes: bytes, file: file) else { return nil }
        return language(of: root)
    }

    /// Returns `true` for a rule set in YAML that begins with its version, without reading all of it.
    private static func isRuleSet(_ bytes: [UInt8]) -> Bool {
        let key = Array("assay:".utf8)
        return bytes.split(separator: 0x0A, maxSplits: 50, omittingEmptySubsequences: true).prefix(
            50
        )
        .contains { $0.starts(with: key) }
    }

    private static func language(of root: PlacedValue) -> SchemaLanguage? {
        guard case .mapping(let members) = root.content, root["assay"] == nil else { return nil }
        if root["openapi"]?.text != nil { return .openapi }
        if root["kind"]?.text == "DataContract"
            || root["apiVersion"]?.text != nil && root["schema"] != nil
        {
            return .odcs
        }
        if root["$schema"]?.text != nil { return .jsonschema }
        if case .list? = root["fields"]?.content { return .frictionless }
        if case .list? = root["resources"]?.content { return .frictionless }
        let isSchema = members.contains { key, _ in
            [
                "type", "properties", "$ref", "allOf", "anyOf", "oneOf", "$defs", "definitions",
                "required",
            ]
            .contains(key)
        }
        return isSchema && root["fields"] == nil ? .jsonschema : nil
    }

    /// Makes a rule set of a schema.
    ///
    /// - Parameters:
    ///   - file: The file of the schema.
    ///   - options: What to do with it.
    /// - Throws: Every mistake of the schema, and what a rule set cannot express unless it may be left out.
    package init(_ file: SchemaFile, _ options: SchemaImportOptions = .init()) throws(RuleSetError)
    {
        guard let root = try PlacedValueReader.read(bytes: file.bytes, file: file.name) else {
            throw Self.error("schema.empty", "the file has no schema", in: file)
        }
        guard let language = options.language ?? Self.language(of: root) else {
            throw Self.error(
                "schema.language", "the file is not a schema in a language that is known",
                help:
                    "name its language with --from: \(SchemaLanguage.allCases.map(\.rawValue).joined(separator: ", "))",
                in: file)
        }
        self.language = language
        ruleSet = RuleSet()
        switch language {
        case .jsonschema, .openapi: try readJSONSchema(file, root, options)
        case .odcs: try readContract(file, root, options)
        case .frictionless: try readTable(file, root, options)
        }
    }

    static func error(
        _ code: String, _ message: String, help: String? = nil, in file: SchemaFile
    ) -> RuleSetError {
        RuleSetError([
            RuleSetIssue(
                code: code, message: message, help: help,
                location: FileLocation(file: file.name, line: 1, column: 1))
        ])
    }

    // MARK: - JSON Schema and OpenAPI

    private mutating func readJSONSchema(
        _ file: SchemaFile, _ root: PlacedValue, _ options: SchemaImportOptions
    ) throws(RuleSetError) {
        let isOpenAPI = language == .openapi
        var dialect = SchemaDialect.draft2020
        if isOpenAPI {
            let version = root["openapi"]?.text ?? ""
            guard version.hasPrefix("3.0") || version.hasPrefix("3.1") else {
                throw Self.error(
                    "schema.version", "OpenAPI '\(abbreviated(version))' is not known",
                    help: "write the document in OpenAPI 3.0 or 3.1", in: file)
            }
            if version.hasPrefix("3.0") { dialect = .openAPI30 }
        } else if root["$schema"] == nil {
            notes.append(
                "'\(file.name)' has no '$schema', so it is read as JSON Schema 2020-12")
        }
        var documents = SchemaDocuments(
            files: options.files.filter { $0.path != file.path }, dialect: dialect)
        let node = try documents.add(file, dialect: dialect, findsSchemas: !isOpenAPI)
        if isOpenAPI, let schemas = documents.node(at: "/components/schemas", from: node) {
            for (_, schema) in schemas.members { documents.index(schema) }
        }
        let schema = try Self.schema(in: &documents, node, options.fragment, file, isOpenAPI)
        var reader = JSONSchemaReader(documents)
        reader.checksFormats = options.checksFormats || isOpenAPI
        reader.direction = options.direction
        let requirement = reader.requirement(of: schema)
        guard reader.documents.issues.isEmpty else { throw reader.documents.issues.error }
        guard reader.issues.isEmpty else { throw reader.issues.inFileOrder.error }
        warnings = reader.warnings
        if reader.uncheckedFormats > 0 {
            notes.append(
                "'format' is an annotation in JSON Schema, and \(reader.uncheckedFormats) of them "
                    + (reader.uncheckedFormats == 1 ? "is" : "are")
                    + " not checked; 'ruleshell import --assert-formats' checks them")
        }
        if !reader.unknownFormats.isEmpty {
            let names = reader.unknownFormats.sorted().map { "'\(abbreviated($0))'" }
            notes.append("no rule checks the format \(names.joined(separator: ", "))")
        }
        if reader.hasIntegerOfDraft4 {
            notes.append("'integer' accepts 1.0 too, which validators of draft-04 may reject")
        }
        if isOpenAPI, options.direction == nil, Self.hasDirection(node.value) {
            notes.append(
                "members that are only read or only written are required in both directions; 'ruleshell "
                    + "import' with --for request or --for response imports those of one direction")
        }
        try finish(RecordRules(requirement), options)
    }

    /// Returns `true` if a value has a member that messages of one direction need not have.
    private static func hasDirection(_ value: PlacedValue) -> Bool {
        switch value.content {
        case .scalar: false
        case .list(let elements): elements.contains(where: hasDirection)
        case .mapping(let members):
            members.contains { key, value in
                ((key == "readOnly" || key == "writeOnly") && value.value == .bool(true))
                    || hasDirection(value)
            }
        }
    }

    private static func schema(
        in documents: inout SchemaDocuments, _ root: SchemaNode, _ fragment: String?,
        _ file: SchemaFile,
        _ isOpenAPI: Bool
    ) throws(RuleSetError) -> SchemaNode {
        guard let fragment, !fragment.isEmpty else {
            guard isOpenAPI else { return root }
            let names =
                documents.node(at: "/components/schemas", from: root)?.members.map(\.key) ?? []
            if names.count == 1 {
                return documents.node(
                    at: "/components/schemas/" + SchemaNode.escaped(names[0]), from: root) ?? root
            }
            throw error(
                "schema.fragment", "the document has \(names.count) schemas, and none is named",
                help: "write the schema after the file, such as '\(file.name)#/components/schemas/"
                    + "\(names.first.map { SchemaNode.escaped($0) } ?? "Order")'", in: file)
        }
        if case .node(let node) = documents.target(of: "#" + fragment, from: root) { return node }
        let names = documents.node(at: "/components/schemas", from: root)?.members.map {
            "/components/schemas/" + SchemaNode.escaped($0.key)
        }
        let near = names.flatMap { nearestName(to: fragment, in: $0) }
        throw error(
            "schema.fragment",
            "the document has nothing at '#\(abbreviated(fragment))'"
                + (near.map { "; did you mean '#\($0)'?" } ?? ""), in: file)
    }

    // MARK: - Rules

    /// Takes the rules of a record, and what they leave out.
    mutating func finish(
        _ rules: RecordRules, _ options: SchemaImportOptions
    ) throws(RuleSetError) {
        ruleSet = rules.ruleSet
        leftOut = (leftOut + rules.rejections.map(\.issue)).inFileOrder
        if options.isPartial {
            for index in leftOut.indices where leftOut[index].help == SchemaRejection.help {
                leftOut[index].help = nil
            }
        }
        var seen: [RuleSetIssue] = []
        leftOut = leftOut.filter { issue in
            defer { seen.append(issue) }
            return seen.count > RuleSetLimits.issues || !seen.contains(issue)
        }
        guard leftOut.isEmpty || options.isPartial else {
            let shown = leftOut.prefix(RuleSetLimits.issues)
            throw RuleSetError(Array(shown), omittedCount: leftOut.count - shown.count)
        }
    }
}

extension SchemaRejection {
    /// The help of a rejection that has none of its own.
    static let help =
        "leave it out with 'ruleshell import --partial', which lists what is not checked"

    /// The rejection as an issue with the pointer, the line and the reason.
    var issue: RuleSetIssue {
        RuleSetIssue(
            code: SchemaImport.rejectionCode, message: "\(place.pointer): \(reason)",
            help: help ?? Self.help,
            location: place.location)
    }
}

extension SchemaImport {
    /// Makes a rule set of a JSON Schema of any value, which is the field `value` of a record, for tests.
    static func rules(ofValue bytes: [UInt8], files: [SchemaFile] = []) throws(RuleSetError)
        -> RuleSet
    {
        let file = SchemaFile(name: "value.schema.json", path: "/schema.json", bytes: bytes)
        var documents = SchemaDocuments(files: files, dialect: .draft2020)
        let node = try documents.add(file, dialect: .draft2020, findsSchemas: true)
        var reader = JSONSchemaReader(documents)
        let requirement = reader.requirement(of: node)
        guard reader.issues.isEmpty else { throw reader.issues.inFileOrder.error }
        let rules = RecordRules(requirement, ofField: "value")
        guard rules.rejections.isEmpty else { throw RuleSetError(rules.rejections.map(\.issue)) }
        return rules.ruleSet
    }
}
