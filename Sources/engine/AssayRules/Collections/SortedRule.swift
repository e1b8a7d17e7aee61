// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `sorted`: an array whose elements are in order, equal neighbors allowed.
struct SortedRule: Rule {
    enum Code: String, RuleCodes {
        case order = "must be sorted in {order} order"
        case kinds = "must contain only values that can be compared with each other"

        var leavesOpen: Bool { self == .kinds }
    }

    /// The direction; its spelling is that of the rule's choice.
    private enum Order: String, RuleChoice {
        case ascending, descending
    }

    static let definition = RuleDefinition(
        SortedRule.self, "sorted", "An array in ascending or descending order",
        parameters: [
            .choice("order", default: Order.ascending, "The direction"), OrderBasis.parameter,
        ],
        kinds: .array, codes: Code.self,
        examples: [
            .valid([1, 2, 2, 10], "sorted"),
            .valid(["b", "a"], "sorted(descending, as=text)"),
            .valid([], "sorted"),
            .invalid([2, 1], "sorted", code: "sorted.order"),
            .invalid([1, "2"], "sorted", code: "sorted.kinds"),
            .invalid(["a", "b"], "sorted", code: "sorted.kinds"),
        ]
    ).stating(
        RuleFacets(
            needsReading: false,
            orderOfValues: { OrderBasis($0) == .value ? [.orderOfElements] : [] }))

    private let isAscending: Bool
    private let basis: OrderBasis
    /// The meaning that the rules of the elements read in their texts.
    private let reading: TextReading?

    init(_ arguments: Arguments) throws(RuleError) {
        let order: Order = try arguments.choice("order")
        isAscending = order == .ascending
        basis = OrderBasis(arguments)
        reading = arguments.readings.ofElements
    }

    private func order(of left: FieldValue, _ right: FieldValue) -> Int? {
        if case .text = basis { return valueOrder(left, right) }
        guard let left = FieldReadings.ordered(left, reading),
            let right = FieldReadings.ordered(right, reading)
        else { return nil }
        return left.order(to: right)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard value.count > 1 else { return .pass }
        for index in 1..<value.count {
            guard let left = value.element(index - 1), let right = value.element(index),
                let order = order(of: left, right)
            else { return .fail(Code.kinds) }
            guard isAscending ? order <= 0 : order >= 0 else { return .fail(Code.order) }
        }
        return .pass
    }
}
