// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayJSONRuleSets

/// Turns YAML text into nodes with places.
///
/// Duplicate keys are all kept: the reader of the nodes reports them.
struct YAMLComposer {
    /// A node that aliases can name, with the number of its nodes and of its bytes of text.
    private typealias Anchored = (node: DocumentNode, size: Int, length: Int)

    private let source: SourceText
    private let events: YAMLEvents
    private var anchors: [String: Anchored] = [:]
    private var size = 0
    private var length = 0
    private static let maximumSize = 500_000
    /// The most bytes of all texts, those that aliases repeat included.
    private static let maximumLength = 2 * RuleSetReader.maximumBytes
    /// LibYAML compares each directive with all before it.
    private static let maximumDirectives = 100
    private static let maximumDepth = 256

    /// The document; nil if there is none.
    ///
    /// - Throws: An issue for a text that is not YAML, has more than one document, or is too large.
    static func compose(_ source: SourceText) throws(RuleSetError) -> DocumentNode? {
        guard !AliasBudget(of: source.bytes).isExceeded else {
            throw RuleSetError([
                issue(
                    "ruleSet.aliases", message: "the file has too many nested aliases",
                    in: source
                )
            ])
        }
        if let line = source.line(ofDirective: maximumDirectives + 1) {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.directives",
                    message:
                        "the file has more than \(maximumDirectives) lines that begin with '%'",
                    help: "a rule set needs no YAML directives",
                    location: FileLocation(file: source.file, line: line, column: 1))
            ])
        }
        var composer = YAMLComposer(source, events: try YAMLEvents(of: source))
        return try composer.document()
    }

    private init(_ source: SourceText, events: YAMLEvents) {
        self.source = source
        self.events = events
    }

    private static func issue(
        _ code: String, message: String, in source: SourceText
    ) -> RuleSetIssue {
        RuleSetIssue(
            code: code, message: message,
            location: FileLocation(file: source.file, line: 1, column: 1))
    }

    private mutating func document() throws(RuleSetError) -> DocumentNode? {
        var first = try events.next()
        while case .boundary = first.content { first = try events.next() }
        if case .endOfStream = first.content { return nil }
        let root = try node(from: first, inFlow: false, depth: 0)
        _ = try events.next()
        let following = try events.next()
        guard case .endOfStream = following.content else {
            throw syntaxError(
                "expected a single document in the stream, but found another document",
                at: following)
        }
        return root
    }

    private func syntaxError(_ message: String, at event: YAMLEvents.Event) -> RuleSetError {
        RuleSetError([
            RuleSetIssue(
                code: "ruleSet.syntax", message: "YAML: \(message)",
                location: FileLocation(file: source.file, line: event.line, column: event.column))
        ])
    }

    // MARK: - Nodes

    private mutating func node(
        from event: YAMLEvents.Event, inFlow: Bool, depth: Int
    ) throws(RuleSetError) -> DocumentNode {
        if case .alias(let name) = event.content {
            guard let anchored = anchors[name] else {
                throw syntaxError("found undefined alias", at: event)
            }
            try count(anchored.size, length: anchored.length, at: event)
            return anchored.node
        }
        guard depth < Self.maximumDepth else {
            throw syntaxError("expected at most \(Self.maximumDepth) levels", at: event)
        }
        let before = (size: size, length: length)
        try count(1, length: event.length, at: event)
        let content: DocumentNode.Content
        var style = DocumentNode.Style.collection
        switch event.content {
        case .list(let isFlow):
            content = .list(try elements(inFlow: inFlow || isFlow, depth: depth + 1))
        case .mapping(let isFlow):
            content = .mapping(try members(inFlow: inFlow || isFlow, depth: depth + 1))
        case .scalar(let text, let scalarStyle):
            content = .scalar(text)
            style = scalarStyle
        case .alias, .endOfCollection, .boundary, .endOfStream:
            throw syntaxError("expected a value", at: event)
        }
        let place = place(of: event)
        let node = DocumentNode(
            content: content, style: style, line: place.line, column: place.column,
            isInFlow: inFlow)
        if let anchor = event.anchor {
            anchors[anchor] = (node, size - before.size, length - before.length)
        }
        return node
    }

    private mutating func elements(inFlow: Bool, depth: Int) throws(RuleSetError) -> [DocumentNode]
    {
        var elements: [DocumentNode] = []
        while let event = try nextPart() {
            elements.append(try node(from: event, inFlow: inFlow, depth: depth))
        }
        return elements
    }

    private mutating func members(
        inFlow: Bool, depth: Int
    ) throws(RuleSetError) -> [DocumentNode.Member] {
        var members: [DocumentNode.Member] = []
        while let event = try nextPart() {
            let key = try node(from: event, inFlow: inFlow, depth: depth)
            let value = try node(from: try events.next(), inFlow: inFlow, depth: depth)
            members.append(DocumentNode.Member(key: key, value: value))
        }
        return members
    }

    /// The start of the next part of a collection; nil at its end.
    private func nextPart() throws(RuleSetError) -> YAMLEvents.Event? {
        let event = try events.next()
        if case .endOfCollection = event.content { return nil }
        return event
    }

    private mutating func count(
        _ nodes: Int, length more: Int, at event: YAMLEvents.Event
    ) throws(RuleSetError) {
        size += nodes
        length += more
        guard size < Self.maximumSize else {
            throw RuleSetError([
                Self.issue(
                    "ruleSet.tooLarge", message: "the file has more than \(Self.maximumSize) nodes",
                    in: source)
            ])
        }
        guard length <= Self.maximumLength else {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.tooLarge",
                    message: "the file has more than \(Self.maximumLength >> 20) MiB of text with"
                        + " what its aliases repeat",
                    location: FileLocation(
                        file: source.file, line: event.line, column: event.column))
            ])
        }
    }

    /// The start of the node's own text, after its anchor and its tag.
    private func place(of event: YAMLEvents.Event) -> (line: Int, column: Int) {
        let start = source.offset(line: event.line, column: event.column)
        let content = source.skippingProperties(from: start)
        guard content != start else { return (event.line, event.column) }
        let location = source.location(ofByte: content)
        return (location.line, location.column)
    }
}
