// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `ascii`: characters below U+0080 only.
struct ASCIIRule: Rule {
    static let definition = RuleDefinition(
        ASCIIRule.self, "ascii", "ASCII characters only",
        parameters: [
            RuleParameter("printable", .boolean, default: false, "U+0020 to U+007E only")
        ],
        kinds: .string,
        codes: [
            RuleCode("ascii.other", "must have ASCII characters only"),
            RuleCode("ascii.control", "must not have control characters"),
        ],
        examples: [
            .valid("a\tb", "ascii"),
            .invalid("é", "ascii", code: "ascii.other"),
            .invalid("a\tb", "ascii(printable=true)", code: "ascii.control"),
        ])

    private let printable: Bool

    init(_ arguments: Arguments) {
        printable = arguments.bool("printable")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isASCII(value) else { return .fail(0) }
        guard printable else { return .pass }
        return .pass(if: value.unsafeBytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, else: 1)
    }
}
