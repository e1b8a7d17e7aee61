// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A text to look for in values, with or without regard to case.
struct TextNeedle: Sendable {
    private let stored: StoredText
    private let ignoreCase: Bool

    /// Reads the parameters `text` and `ignoreCase`.
    init(_ arguments: Arguments) throws(RuleError) {
        let text = try arguments.string(required: "text")
        guard !text.isEmpty else { throw arguments.invalid("text", "must not be empty") }
        ignoreCase = arguments.bool("ignoreCase")
        stored = StoredText(ignoreCase ? text.lowercased() : text)
    }

    @inline(__always)
    func isPrefix(of value: FieldValue) -> Bool {
        folded(value.utf8) { text in
            let needle = stored.span
            return text.count >= needle.count
                && TextSearch.areEqual(text.extracting(first: needle.count), needle)
        }
    }

    @inline(__always)
    func isSuffix(of value: FieldValue) -> Bool {
        folded(value.utf8) { text in
            let needle = stored.span
            return text.count >= needle.count
                && TextSearch.areEqual(text.extracting(last: needle.count), needle)
        }
    }

    /// True if the text occurs at least `times` times, without overlaps.
    @inline(__always)
    func occurs(_ times: Int, in value: FieldValue) -> Bool {
        folded(value.utf8) { text in
            let needle = stored.span
            var start = 0
            for _ in 0..<times {
                guard let place = TextSearch.firstPlace(of: needle, in: text, from: start) else {
                    return false
                }
                start = place + needle.count
            }
            return true
        }
    }

    @inline(__always)
    private func folded(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool {
        ignoreCase ? CaseFolding.withLowercase(text, body) : body(text)
    }
}

extension RuleParameter {
    /// `text`, as the rules that look for a text have it.
    static let needle = RuleParameter("text", .string, isRequired: true, "The text to look for")
}
