// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayJSONRuleSets
import CYAML

/// The events of LibYAML for a text, one after the other.
final class YAMLEvents {
    enum Content {
        case alias(String)
        case scalar(String, DocumentNode.Style)
        case list(isFlow: Bool)
        case mapping(isFlow: Bool)
        /// The end of a list or a mapping.
        case endOfCollection
        /// The start of a document or its end.
        case boundary
        case endOfStream
    }

    struct Event {
        var content: Content
        /// The name by which aliases refer to it.
        var anchor: String?
        /// The place where it begins, with its anchor and its tag, from 1, columns in code points.
        var line: Int
        var column: Int

        /// The bytes of its text.
        var length: Int {
            if case .scalar(let text, _) = content { text.utf8.count } else { 0 }
        }
    }

    private let source: SourceText
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Throws: `ruleSet.syntax` where there is no memory for a parser.
    init(of source: SourceText) throws(RuleSetError) {
        self.source = source
        // LibYAML keeps a pointer to its input.
        bytes = .allocate(capacity: source.bytes.count)
        _ = bytes.initialize(from: source.bytes)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { throw syntaxError }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event; after the end, the end again.
    ///
    /// - Throws: `ruleSet.syntax` with the place at which the text is not YAML.
    func next() throws(RuleSetError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
        defer { yaml_event_delete(&event) }
        let data = event.data
        var result = Event(
            content: .boundary, anchor: nil, line: Int(event.start_mark.line) + 1,
            column: Int(event.start_mark.column) + 1)
        switch event.type {
        case YAML_ALIAS_EVENT: result.content = .alias(Self.text(at: data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let value = UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
            result.content = .scalar(
                String(decoding: value, as: UTF8.self), Self.style(of: data.scalar.style))
            result.anchor = Self.text(at: data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT:
            result.content = .list(isFlow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
            result.anchor = Self.text(at: data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT:
            result.content = .mapping(isFlow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
            result.anchor = Self.text(at: data.mapping_start.anchor)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.content = .endOfCollection
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: result.content = .endOfStream
        default: break
        }
        return result
    }

    private static func text(at text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        text.map { String(cString: $0) }
    }

    private static func style(of style: yaml_scalar_style_t) -> DocumentNode.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
    }

    private var syntaxError: RuleSetError {
        RuleSetError([YAMLSyntaxIssue(from: parser.pointee, in: source).issue])
    }
}
