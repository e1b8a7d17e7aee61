// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `slug`: groups of a-z and 0-9 that single hyphens join.
struct SlugRule: Rule {
    static let definition = RuleDefinition(
        SlugRule.self, "slug", "a-z and 0-9 in groups that are joined by single hyphens",
        kinds: .string,
        codes: [RuleCode("slug.syntax", "must be a slug such as red-apple-2")],
        examples: [
            .valid("red-apple-2", "slug"),
            .invalid("red--apple", "slug", code: "slug.syntax"),
            .invalid("-red", "slug", code: "slug.syntax"),
            .invalid("Red", "slug", code: "slug.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var afterGroup = false
        for byte in value.unsafeBytes {
            if byte == UInt8(ascii: "-") {
                guard afterGroup else { return .fail() }
                afterGroup = false
            } else {
                guard ASCII.isDigit(byte) || byte &- 0x61 < 26 else { return .fail() }
                afterGroup = true
            }
        }
        return .pass(if: afterGroup)
    }
}
