// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Yams

/// Turns YAML text into nodes with places.
///
/// Yams stops at a key that stands twice. To report every mistake of a file at once, the first
/// character of the earlier key is replaced by a private one of the same width, the text is composed
/// again, and the nodes get their true keys back.
struct YAMLComposer {
    private let source: SourceText
    private var text: [UInt8]
    /// Original first characters of masked keys, by the private character.
    private var masked: [UnicodeScalar: UnicodeScalar] = [:]
    private var budget = 500_000
    private static let maximumMasks = 200
    /// Bytes that composing again may cost.
    private static let maximumWork = 64 << 20
    private static let firstMask: UInt32 = 0xF_0000

    init(_ source: SourceText) {
        self.source = source
        text = source.bytes
    }

    /// The document; nil if there is none.
    mutating func compose() throws(RuleSetError) -> DocumentNode? {
        guard !AliasBudget(text).isExceeded else {
            throw RuleSetError([
                issue("ruleSet.aliases", "the file has too many aliases inside each other")
            ])
        }
        while true {
            do {
                let root = try Yams.compose(
                    yaml: String(decoding: text, as: UTF8.self), .basic, .default, .utf8)
                return try root.map { node throws(RuleSetError) in try convert(node, inFlow: false)
                }
            } catch let error as RuleSetError {
                throw error
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                guard mask(context.mark) else {
                    throw RuleSetError([duplicate(keys.first ?? "", context.mark)])
                }
            } catch let error as YamlError {
                throw RuleSetError([YAMLProblem(error, in: source).issue])
            } catch {
                throw RuleSetError([issue("ruleSet.syntax", "YAML: \(error)")])
            }
        }
    }

    // MARK: - Keys that stand twice

    /// Replaces the first character of the key there; false if that cannot be done.
    private mutating func mask(_ mark: Mark) -> Bool {
        guard masked.count < Self.maximumMasks, masked.count * text.count <= Self.maximumWork,
            let mask = UnicodeScalar(Self.firstMask + UInt32(masked.count))
        else { return false }
        var start = SourceText(file: "", bytes: text).offset(line: mark.line, column: mark.column)
        if start < text.count, text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'")
        {
            start += 1
        }
        guard start < text.count, text[start].startsWord || text[start].isDigit else {
            return false
        }
        var end = start + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let key = String(decoding: text[start..<end], as: UTF8.self)
        guard let original = key.unicodeScalars.first, masked[original] == nil else { return false }
        masked[mask] = original
        text.replaceSubrange(start..<end, with: String(Character(mask)).utf8)
        return true
    }

    private func unmasked(_ string: String) -> String {
        guard let first = string.unicodeScalars.first, let original = masked[first] else {
            return string
        }
        var scalars = string.unicodeScalars
        scalars.removeFirst()
        scalars.insert(original, at: scalars.startIndex)
        return String(scalars)
    }

    private func duplicate(_ key: String, _ mark: Mark) -> RuleSetIssue {
        var issue = issue("ruleSet.duplicateKey", "the key '\(unmasked(key))' stands twice")
        issue.location = FileLocation(file: source.file, line: mark.line, column: mark.column)
        return issue
    }

    private func issue(_ code: String, _ message: String) -> RuleSetIssue {
        RuleSetIssue(
            code: code, message: message,
            location: FileLocation(file: source.file, line: 1, column: 1))
    }

    // MARK: - Nodes

    private mutating func convert(
        _ node: Node, inFlow: Bool
    ) throws(RuleSetError) -> DocumentNode {
        budget -= 1
        guard budget > 0 else {
            throw RuleSetError([issue("ruleSet.tooLarge", "the file has more than 500000 nodes")])
        }
        let place = place(of: node)
        let content: DocumentNode.Content
        var style = DocumentNode.Style.collection
        switch node {
        case .scalar(let scalar):
            content = .scalar(unmasked(scalar.string))
            style = Self.style(scalar.style)
        case .sequence(let sequence):
            var elements: [DocumentNode] = []
            let isFlow = inFlow || place.byte == UInt8(ascii: "[")
            for element in sequence { elements.append(try convert(element, inFlow: isFlow)) }
            content = .list(elements)
        case .mapping(let mapping):
            let isFlow = inFlow || place.byte == UInt8(ascii: "{")
            content = .mapping(try members(mapping, inFlow: isFlow))
        case .alias:
            content = .scalar("")
        }
        return DocumentNode(
            content: content, style: style, line: place.line, column: place.column,
            isInFlow: inFlow)
    }

    /// Where the node's own text begins, behind its anchor, and with which byte.
    ///
    /// The byte tells the style of a collection; Yams gives the style of its end, which is none.
    private func place(of node: Node) -> (line: Int, column: Int, byte: UInt8?) {
        guard let mark = node.mark else { return (1, 1, nil) }
        let start = source.offset(line: mark.line, column: mark.column)
        let content = source.skippingProperties(from: start)
        guard content != start else { return (mark.line, mark.column, source.byte(at: start)) }
        let location = source.location(ofByte: content)
        return (location.line, location.column, source.byte(at: content))
    }

    private mutating func members(
        _ mapping: Node.Mapping, inFlow: Bool
    ) throws(RuleSetError) -> [DocumentNode.Member] {
        var members: [DocumentNode.Member] = []
        for (key, value) in mapping {
            members.append(
                DocumentNode.Member(
                    key: try convert(key, inFlow: inFlow), value: try convert(value, inFlow: inFlow)
                ))
        }
        return members
    }

    private static func style(_ style: Node.Scalar.Style) -> DocumentNode.Style {
        switch style {
        case .singleQuoted: .singleQuoted
        case .doubleQuoted: .doubleQuoted
        case .literal, .folded: .block
        case .any, .plain: .plain
        }
    }
}
