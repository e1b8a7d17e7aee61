// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials
import Testing

/// What a test asks, and how it reads the answer.
struct Trying {
    var trials = RuleSetTrials()

    /// The answer to a request of these members.
    func answer(_ members: KeyValuePairs<String, Value>) throws -> Value {
        let request = Value.object(Value.Object(members.map { ($0.key, $0.value) })).json
        guard case .tried(let json) = trials.answer(to: Array(request.utf8)) else {
            throw Unexpected(answer: "\(trials.answer(to: Array(request.utf8)))")
        }
        return try JSONValueParser.parse(json)
    }

    /// What is said of a request that cannot be tried.
    func rejection(_ request: String) -> String {
        switch trials.answer(to: Array(request.utf8)) {
        case .tried(let json): "tried: \(json)"
        case .malformed(let detail): detail
        case .tooLarge(let detail): "too large: \(detail)"
        }
    }

    struct Unexpected: Error {
        let answer: String
    }
}

extension Value {
    /// The elements of an array; none for anything else.
    var elements: [Value] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var text: String {
        if case .string(let text) = self { text } else { json }
    }

    /// The part of a text that the places of an object name, and where it is in lines.
    func part(of text: String) -> String {
        guard case .integer(let start) = self["start"], case .integer(let end) = self["end"] else {
            return "no place"
        }
        let units = Array(text.utf16)
        let part = String(decoding: units[Int(start)..<Int(end)], as: UTF16.self)
        let lines = ["line", "column", "endLine", "endColumn"].map { self[$0].json }
        return "\(lines[0]):\(lines[1])-\(lines[2]):\(lines[3]) \(part)"
    }
}
