// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Turns JSON text (RFC 8259) into nodes with places.
///
/// Duplicate keys are all kept: the reader of the nodes reports them.
package struct JSONComposer {
    private let source: SourceText
    private var position = 0
    private var size = 0
    private static let maximumSize = 500_000

    /// The document; nil for a text of white space.
    ///
    /// - Throws: An issue for a text that is not JSON, or has too many parts.
    package static func compose(_ source: SourceText) throws(RuleSetError) -> DocumentNode? {
        guard source.bytes.contains(where: { $0 > 0x20 }) else { return nil }
        do throws(JSONError) {
            _ = try JSONValueParser.parse(String(decoding: source.bytes, as: UTF8.self))
        } catch {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.syntax", message: "JSON: expected \(error.expected)",
                    location: source.location(ofByte: error.offset))
            ])
        }
        var composer = JSONComposer(source: source)
        return try composer.node(inFlow: false)
    }

    private init(source: SourceText) {
        self.source = source
    }

    /// The value that comes next, of a text that has been found to be JSON.
    private mutating func node(inFlow: Bool) throws(RuleSetError) -> DocumentNode {
        size += 1
        guard size < Self.maximumSize else {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.tooLarge",
                    message: "the file has more than \(Self.maximumSize) nodes",
                    location: FileLocation(file: source.file, line: 1, column: 1))
            ])
        }
        skipSpace()
        let start = source.location(ofByte: position)
        let content: DocumentNode.Content
        var style = DocumentNode.Style.collection
        switch source.byte(at: position) {
        case UInt8(ascii: "{"): content = .mapping(try members())
        case UInt8(ascii: "["): content = .list(try elements())
        case UInt8(ascii: "\""): (content, style) = (.scalar(string()), .doubleQuoted)
        default: (content, style) = (.scalar(word()), .plain)
        }
        return DocumentNode(
            content: content, style: style, line: start.line, column: start.column,
            isInFlow: inFlow)
    }

    private mutating func members() throws(RuleSetError) -> [DocumentNode.Member] {
        var members: [DocumentNode.Member] = []
        position += 1
        while !ends(with: "}") {
            let key = try node(inFlow: true)
            skipSpace()
            position += 1
            members.append(DocumentNode.Member(key: key, value: try node(inFlow: true)))
        }
        return members
    }

    private mutating func elements() throws(RuleSetError) -> [DocumentNode] {
        var elements: [DocumentNode] = []
        position += 1
        while !ends(with: "]") { elements.append(try node(inFlow: true)) }
        return elements
    }

    /// Steps over what ends a collection, or over the comma before its next part.
    private mutating func ends(with bracket: Character) -> Bool {
        skipSpace()
        let next = source.byte(at: position)
        guard next == bracket.asciiValue else {
            if next == UInt8(ascii: ",") { position += 1 }
            return false
        }
        position += 1
        return true
    }

    private mutating func string() -> String {
        let start = position
        position += 1
        while let byte = source.byte(at: position), byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
        let literal = String(decoding: source.bytes[start..<position], as: UTF8.self)
        guard case .string(let text) = try? JSONValueParser.parse(literal) else { return "" }
        return text
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() -> String {
        let start = position
        while let byte = source.byte(at: position), byte > 0x20, !",]}".utf8.contains(byte) {
            position += 1
        }
        return String(decoding: source.bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while let byte = source.byte(at: position), byte <= 0x20 { position += 1 }
    }
}
