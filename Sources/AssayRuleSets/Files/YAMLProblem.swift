// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Yams

/// An error of the YAML parser in the words of a rule set's author.
struct YAMLProblem {
    let issue: RuleSetIssue

    init(_ error: YamlError, in source: SourceText) {
        let (problem, mark) = Self.parts(of: error, in: source)
        let location =
            mark.map { FileLocation(file: source.file, line: $0.line, column: $0.column) }
            ?? FileLocation(file: source.file, line: 1, column: 1)
        issue = RuleSetIssue(
            code: "ruleSet.syntax", message: "YAML: \(problem)",
            help: Self.help(for: problem, at: location, in: source), location: location)
    }

    private static func parts(
        of error: YamlError, in source: SourceText
    ) -> (String, (line: Int, column: Int)?) {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let before = context.map { "\($0.text), " } ?? ""
            return (before + problem, (mark.line, mark.column))
        case .reader(let problem, _, let value, _):
            let location = self.location(ofCharacter: value, in: source)
            let character = value >= 0 ? " (U+\(hexadecimal(value)))" : ""
            return (problem + character, location.map { ($0.line, $0.column) })
        default: return ("\(error)", nil)
        }
    }

    private static func location(
        ofCharacter value: Int32, in source: SourceText
    ) -> FileLocation? {
        guard let scalar = UInt32(exactly: value).flatMap({ UnicodeScalar($0) }) else { return nil }
        let bytes = Array(String(Character(scalar)).utf8)
        let place = source.bytes.indices.first { source.bytes[$0...].starts(with: bytes) }
        return place.map { source.location(ofByte: $0) }
    }

    private static func hexadecimal(_ value: Int32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func help(
        for problem: String, at location: FileLocation, in source: SourceText
    ) -> String? {
        let offset = source.offset(line: location.line, column: location.column)
        if problem.contains("mapping values are not allowed") {
            return "a ':' before a space makes a key; name arguments with '=' or quote the whole"
                + " expression"
        }
        if problem.contains("cannot start any token") {
            return source.byte(at: offset) == 0x09
                ? "indent with spaces" : "quote the whole expression"
        }
        if problem.contains("invalid Unicode character escape") {
            return "write the character itself instead of a pair of \\u escapes"
        }
        return nil
    }
}
