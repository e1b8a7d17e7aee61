// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

extension PatternError {
    /// Describes PCRE2's error `number` at byte `offset` of `pattern`.
    init(number: Int32, offset: Int, pattern: String) {
        self.init(
            code: Self.code(of: number), number: number, message: Self.message(of: number),
            offset: offset, pattern: pattern)
    }

    private static func code(of number: Int32) -> String {
        switch Int(number) {
        case 120, 186, 188: "pattern.tooLarge"
        case 121: "pattern.memory"
        default: "pattern.syntax"
        }
    }

    private static func message(of number: Int32) -> String {
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let length = pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
            guard length > 0 else { return "" }
            return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
        }
        return text.isEmpty ? "PCRE2 error \(number)" : text
    }
}
#endif
