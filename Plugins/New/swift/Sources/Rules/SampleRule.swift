// SPDX-License-Identifier: Apache-2.0
import AssayPluginKit

/// The rule's name, and the only place that has it.
private let name = "digitSum"

/// One use of the rule with its argument.
///
/// It runs on several threads at once.
struct SampleRule: Rule {
    enum Code: String, RuleCodes {
        case format = "must be digits"
        case wrong = "must have a digit sum that {multipleOf} divides"

        var translations: [String: String] {
            switch self {
            case .format: ["de": "muss aus Ziffern bestehen"]
            case .wrong: ["de": "muss eine durch {multipleOf} teilbare Quersumme haben"]
            }
        }
    }

    static let definition = RuleDefinition(
        name, "Digits whose sum is a multiple of a number",
        parameters: [
            RuleParameter(
                "multipleOf", .integer, default: 10, limits: 2...100, "divides the sum")
        ],
        kinds: .string,
        codes: Code.self,
        examples: [
            .valid("19", name),
            .valid("18", "\(name)(9)"),
            .invalid("1x", name, code: "\(name).format"),
            .invalid("18", name, code: "\(name).wrong"),
        ])

    private let divisor: Int64

    init(_ arguments: Arguments) throws(RuleError) {
        guard let divisor = arguments.integer("multipleOf") else { throw RuleError("no number") }
        self.divisor = divisor
    }

    /// Checks a string.
    ///
    /// `value.utf8` are its bytes, without a copy; `String(copying: value.string)` makes a `String`.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let sum = sumOfDigits(value.utf8) else { return .fail(Code.format) }
        return .pass(if: sum % divisor == 0, else: Code.wrong)
    }
}

/// The sum of ASCII digits; nil for any other text.
func sumOfDigits(_ text: Span<UInt8>) -> Int64? {
    var sum: Int64 = 0
    for index in text.indices {
        guard (48...57).contains(text[index]) else { return nil }
        sum += Int64(text[index] - 48)
    }
    return text.isEmpty ? nil : sum
}
