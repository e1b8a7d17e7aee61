// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayJSONRuleSets
import CYAML

/// A syntax error of the YAML parser as an issue of a rule set.
struct YAMLSyntaxIssue {
    let issue: RuleSetIssue

    /// Describes the error of a parser that has failed.
    init(from parser: yaml_parser_t, in source: SourceText) {
        let (message, location) = Self.parts(of: parser, in: source)
        issue = RuleSetIssue(
            code: "ruleSet.syntax", message: "YAML: \(message)",
            help: Self.help(for: message, at: location, in: source), location: location)
    }

    private static func parts(
        of parser: yaml_parser_t, in source: SourceText
    ) -> (String, FileLocation) {
        let message = parser.problem.map { String(cString: $0) } ?? "no memory is left"
        if parser.error == YAML_READER_ERROR {
            let value = parser.problem_value
            let character = value >= 0 ? " (U+\(hexadecimal(value)))" : ""
            return (message + character, source.location(ofByte: Int(parser.problem_offset)))
        }
        let context = parser.context.map { "\(String(cString: $0)), " } ?? ""
        let mark = parser.problem_mark
        return (
            context + message,
            FileLocation(
                file: source.file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
        )
    }

    private static func hexadecimal(_ value: Int32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A quote before a byte, in its line.
    private static func hasQuote(before offset: Int, in source: SourceText) -> Bool {
        var offset = offset - 1
        while let byte = source.byte(at: offset), byte != 0x0A {
            if byte == UInt8(ascii: "\"") { return true }
            offset -= 1
        }
        return false
    }

    private static func help(
        for message: String, at location: FileLocation, in source: SourceText
    ) -> String? {
        let offset = source.offset(line: location.line, column: location.column)
        if message.contains(bytesOf: "mapping values are not allowed") {
            return "a ':' before a space makes a key; name arguments with '=' or quote the whole"
                + " expression"
        }
        if message.contains(bytesOf: "cannot start any token") {
            return source.byte(at: offset) == 0x09
                ? "indent with spaces" : "quote the whole expression"
        }
        if message.contains(bytesOf: "expected ',' or ']'") {
            return "quote an expression with commas or quotes in a list:"
                + " [required, 'oneOf(\"a\", \"b\")']"
        }
        if message.contains(bytesOf: "did not find expected key"),
            hasQuote(before: offset, in: source)
        {
            return "put single quotes around it: 'oneOf(\"a\", \"b\")'"
        }
        if message.contains(bytesOf: "unknown escape character") {
            return "use single quotes, in which a backslash needs no escape: 'regex(/\\d+/)'"
        }
        if message.contains(bytesOf: "invalid Unicode character escape") {
            return "write the character itself instead of a pair of \\u escapes"
        }
        return nil
    }
}
