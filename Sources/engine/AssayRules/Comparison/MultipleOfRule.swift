// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `multipleOf`: exact decimal divisibility; 19.99 is a multiple of 0.01.
struct MultipleOfRule: Rule {
    enum Code: String, RuleCodes {
        case remainder = "must be a multiple of {divisor}"
    }

    static let definition = RuleDefinition(
        MultipleOfRule.self, "multipleOf", "A multiple of a number, in exact decimals",
        parameters: [
            RuleParameter(
                "divisor", .number, isRequired: true,
                "Greater than 0, at most 18 significant digits")
        ],
        kinds: .numbers, codes: Code.self,
        examples: [
            .valid(19.99, "multipleOf(0.01)"),
            .valid(-9, "multipleOf(3)"),
            .invalid(7, "multipleOf(2)", code: "multipleOf.remainder"),
            .invalid(0.005, "multipleOf(0.01)", code: "multipleOf.remainder"),
        ])

    private let divisor: DecimalDivisor

    init(_ arguments: Arguments) throws(RuleError) {
        guard let number = arguments.number("divisor") else {
            throw arguments.invalid("divisor", DecimalDivisor.Defect.notPositive.rawValue)
        }
        do throws(DecimalDivisor.Defect) {
            divisor = try DecimalDivisor(number)
        } catch {
            throw arguments.invalid("divisor", error.rawValue)
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: divisor.divides(value) ?? false, else: Code.remainder)
    }
}

extension RuleExpression {
    /// A multiple of a number, in exact decimals: `.multipleOf(0.01)`.
    public static func multipleOf(_ divisor: Value) -> RuleExpression {
        RuleExpression("multipleOf", positional: [.value(divisor)])
    }
}
