// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A text to look for in values, with or without regard to case.
struct TextNeedle: Sendable {
    private let stored: StoredText
    private let ignoreCase: Bool

    init(_ text: String, ignoreCase: Bool) {
        stored = StoredText(ignoreCase ? text.lowercased() : text)
        self.ignoreCase = ignoreCase
    }

    /// Reads the parameters `text` and `ignoreCase`.
    init(_ arguments: Arguments) throws(RuleError) {
        let text = arguments.string("text") ?? ""
        guard !text.isEmpty else { throw arguments.invalid("text", "must not be empty") }
        self.init(text, ignoreCase: arguments.bool("ignoreCase"))
    }

    @inline(__always)
    func isPrefix(of value: FieldValue) -> Bool {
        folded(value.unsafeBytes) { text in
            guard text.count >= stored.bytes.count, let base = text.baseAddress,
                let wanted = stored.bytes.baseAddress
            else { return false }
            return sameBytes(base, wanted, stored.bytes.count)
        }
    }

    @inline(__always)
    func isSuffix(of value: FieldValue) -> Bool {
        folded(value.unsafeBytes) { text in
            guard text.count >= stored.bytes.count, let base = text.baseAddress,
                let wanted = stored.bytes.baseAddress
            else { return false }
            return sameBytes(base + (text.count - stored.bytes.count), wanted, stored.bytes.count)
        }
    }

    /// True if the text occurs at least `times` times, without overlaps.
    @inline(__always)
    func occurs(_ times: Int, in value: FieldValue) -> Bool {
        folded(value.unsafeBytes) { text in
            var start = 0
            for _ in 0..<times {
                guard let place = firstPlace(of: stored.bytes, in: text, from: start) else {
                    return false
                }
                start = place + stored.bytes.count
            }
            return true
        }
    }

    @inline(__always)
    private func folded(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        ignoreCase ? CaseFolding.withLowercase(bytes, body) : body(bytes)
    }
}

extension RuleParameter {
    /// `text` and `ignoreCase`, as the rules that look for a text have them.
    static let needleText = RuleParameter("text", .string, isRequired: true, "The text to look for")
    static let ignoreCase = RuleParameter(
        "ignoreCase", .boolean, default: false, "Compare without regard to case")
}
