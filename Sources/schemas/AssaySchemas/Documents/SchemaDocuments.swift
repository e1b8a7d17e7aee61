// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets

/// A file that schemas are in.
package struct SchemaFile: Sendable {
    /// The name that messages show.
    package var name: String
    /// The absolute path, which references of other files lead to.
    package var path: String
    package var bytes: [UInt8]

    package init(name: String, path: String, bytes: [UInt8]) {
        self.name = name
        self.path = path
        self.bytes = bytes
    }
}

/// A schema in a document, with what its references are relative to.
struct SchemaNode {
    var value: PlacedValue
    /// The pointer from the root of the document, without `#`.
    var pointer: String
    var document: Int
    var base: SchemaURI
    var dialect: SchemaDialect

    var place: SchemaPlace { SchemaPlace(pointer: "#" + pointer, location: value.location) }
    /// The same for two nodes at one place.
    var identity: String { "\(document)#\(pointer)" }

    /// The part with a key or an index.
    func part(_ token: String, _ value: PlacedValue) -> SchemaNode {
        var copy = self
        copy.value = value
        copy.pointer += "/" + Self.escaped(token)
        return copy
    }

    func member(_ key: String) -> SchemaNode? { value[key].map { part(key, $0) } }

    var members: [(key: String, node: SchemaNode)] {
        guard case .mapping(let members) = value.content else { return [] }
        return members.map { ($0.key, part($0.key, $0.value)) }
    }

    var elements: [SchemaNode]? {
        guard case .list(let elements) = value.content else { return nil }
        return elements.enumerated().map { part(String($0.offset), $0.element) }
    }

    var isMapping: Bool { if case .mapping = value.content { true } else { false } }
    var text: String? {
        if case .scalar(.string(let text)) = value.content { text } else { nil }
    }
    var bool: Bool? {
        if case .scalar(.bool(let bool)) = value.content { bool } else { nil }
    }

    static func escaped(_ token: String) -> String {
        var text = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    static func unescaped(_ token: Substring) -> String {
        var text = ""
        var isEscape = false
        for scalar in token.unicodeScalars {
            if isEscape {
                text += scalar == "1" ? "/" : scalar == "0" ? "~" : "~" + String(scalar)
                isEscape = false
            } else if scalar == "~" {
                isEscape = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// The documents of an import, in which references are looked up; nothing is ever fetched.
struct SchemaDocuments {
    static let maximumCount = 64

    private var roots: [SchemaNode] = []
    private var resources: [String: SchemaNode] = [:]
    private var anchors: [String: SchemaNode] = [:]
    /// The files that no reference has led to yet.
    private var pending: [SchemaFile] = []
    private let dialect: SchemaDialect
    /// The issues of files that a reference led to.
    private(set) var issues = IssueList()

    /// Takes files that references may lead to, each of which is read when one does.
    init(files: [SchemaFile] = [], dialect: SchemaDialect) {
        pending = files
        self.dialect = dialect
    }

    /// Adds a document.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - dialect: The dialect of schemas without `$schema`.
    ///   - findsSchemas: `true` if the root is a schema.
    /// - Returns: The root.
    /// - Throws: The issues of a text that is no document.
    mutating func add(
        _ file: SchemaFile, dialect: SchemaDialect, findsSchemas: Bool
    ) throws(RuleSetError) -> SchemaNode {
        guard let value = try PlacedValueReader.read(bytes: file.bytes, file: file.name) else {
            throw RuleSetError([
                RuleSetIssue(
                    code: "schema.empty", message: "the file has no schema",
                    location: FileLocation(file: file.name, line: 1, column: 1))
            ])
        }
        let base = SchemaURI("file://" + file.path)
        var root = SchemaNode(
            value: value, pointer: "", document: roots.count, base: base, dialect: dialect)
        if findsSchemas {
            root = resource(of: root)
        }
        resources[base.document] = root
        resources[root.base.document] = root
        roots.append(root)
        if findsSchemas { index(root, isRoot: true) }
        return root
    }

    /// Names the schemas below a node, such as those of a document of OpenAPI.
    mutating func index(_ node: SchemaNode) { index(node, isRoot: false) }

    /// A node with the dialect and the base that its own keywords give it.
    private func resource(of node: SchemaNode) -> SchemaNode {
        var copy = node
        if let uri = node.value["$schema"]?.text, let dialect = SchemaDialect(uri: uri) {
            copy.dialect = dialect
        }
        if let id = copy.value[copy.dialect.idKeyword]?.text, !id.hasPrefix("#"),
            !(copy.dialect.ignoresSiblingsOfReference && copy.value["$ref"] != nil)
        {
            copy.base = node.base.resolving(id)
            copy.base.fragment = nil
        }
        return copy
    }

    private mutating func index(_ node: SchemaNode, isRoot: Bool) {
        guard node.isMapping else { return }
        let node = isRoot ? node : resource(of: node)
        if !isRoot, let id = node.value[node.dialect.idKeyword]?.text, !id.isEmpty,
            !id.hasPrefix("#")
        {
            resources[node.base.document] = node
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let anchor = node.value[keyword]?.text, node.dialect.hasAnchors {
                anchors[node.base.document + "#" + anchor] = node
            }
        }
        if let id = node.value[node.dialect.idKeyword]?.text, let hash = id.firstIndex(of: "#"),
            !node.dialect.hasAnchors
        {
            anchors[node.base.document + String(id[hash...])] = node
        }
        for (key, part) in node.members {
            if SchemaDialect.schemaMaps.contains(key), part.isMapping {
                for (_, schema) in part.members { index(schema, isRoot: false) }
            } else if let list = part.elements, SchemaDialect.schemaLists.contains(key) {
                for schema in list { index(schema, isRoot: false) }
            } else if SchemaDialect.schemaKeywords.contains(key) {
                index(part, isRoot: false)
            }
        }
    }

    /// The outcome of looking a reference up.
    enum Target {
        case node(SchemaNode)
        /// The document is not among the files.
        case otherDocument(String)
        /// The document has no such place.
        case missing
    }

    /// Looks a reference up that is written in a schema.
    mutating func target(of reference: String, from node: SchemaNode) -> Target {
        let uri = node.base.resolving(reference)
        if resources[uri.document] == nil { read(uri.document) }
        guard let root = resources[uri.document] else { return .otherDocument(uri.document) }
        guard let fragment = SchemaURI.decoded(uri.fragment ?? "") else { return .missing }
        if fragment.isEmpty { return .node(root) }
        guard fragment.hasPrefix("/") else {
            return anchors[uri.document + "#" + fragment].map { .node($0) } ?? .missing
        }
        return self.node(at: fragment, from: root).map { .node($0) } ?? .missing
    }

    /// Reads the file that is at a URI, or else the files that hold the URI, such as in `$id`.
    private mutating func read(_ uri: String) {
        if let index = pending.firstIndex(where: { SchemaURI("file://" + $0.path).document == uri })
        {
            return read(pending.remove(at: index))
        }
        let text = Array(uri.utf8)
        while resources[uri] == nil,
            let index = pending.firstIndex(where: { $0.bytes.holds(text) })
        {
            read(pending.remove(at: index))
        }
    }

    private mutating func read(_ file: SchemaFile) {
        guard roots.count < Self.maximumCount else {
            pending = []
            issues.append(
                RuleSetIssue(
                    code: "schema.tooManyDocuments",
                    message: "the references lead to more than \(Self.maximumCount) documents",
                    help: "import a part of the schema, such as FILE#/definitions/NAME",
                    location: FileLocation(file: file.name, line: 1, column: 1)))
            return
        }
        do throws(RuleSetError) {
            _ = try add(file, dialect: dialect, findsSchemas: true)
        } catch {
            for issue in error.issues { issues.append(issue) }
        }
    }

    /// The node at a pointer below another one.
    func node(at pointer: String, from root: SchemaNode) -> SchemaNode? {
        var node = root
        var isFirst = true
        for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let key = SchemaNode.unescaped(token)
            // The first one is a resource already.
            if !isFirst { node = resource(of: node) }
            isFirst = false
            if let elements = node.elements {
                guard let index = Int(key), elements.indices.contains(index), String(index) == key
                else { return nil }
                node = elements[index]
            } else {
                guard let member = node.member(key) else { return nil }
                node = member
            }
        }
        return node
    }

    /// The schema at a node, with its own base and dialect.
    func schema(at node: SchemaNode) -> SchemaNode {
        node.pointer.isEmpty ? node : resource(of: node)
    }
}

extension [UInt8] {
    /// Returns `true` if a part of the bytes is equal to others, of which there is at least one.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first, count >= part.count else { return false }
        var start = startIndex
        while let index = self[start...(count - part.count)].firstIndex(of: first) {
            if self[index..<(index + part.count)].elementsEqual(part) { return true }
            start = index + 1
            if start > count - part.count { return false }
        }
        return false
    }
}

extension PlacedValue {
    var text: String? {
        if case .scalar(.string(let text)) = content { text } else { nil }
    }
}
