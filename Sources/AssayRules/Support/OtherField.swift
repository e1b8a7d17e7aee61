// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension RuleParameter {
    /// `field`: the path of one other field.
    static let otherField = RuleParameter(
        "field", .field, isRequired: true, "The other field")
    /// `fields`: paths of other fields.
    static let otherFields = RuleParameter(
        "fields", .fields, isRequired: true, "The other fields")
}

/// True if the field that an argument names is neither absent, null nor empty.
func hasValue(_ reference: FieldReference, _ context: RuleContext) -> Bool {
    !isEmptyValue(context.field(reference))
}

/// Whether another field has one of some values: `field`, and `equals` or `in`.
struct FieldCondition: Sendable {
    static let parameters: [RuleParameter] = [
        .otherField,
        RuleParameter("equals", .value, "The value of the other field"),
        RuleParameter("in", .list, "The values of the other field"),
    ]

    private let field: FieldReference
    private let values: ValueSet
    private let acceptsNull: Bool

    init(_ arguments: Arguments) throws(RuleError) {
        field = try arguments.field("field")
        var accepted = arguments.list("in") ?? []
        if let value = arguments.value("equals") { accepted.append(value) }
        guard !accepted.isEmpty else { throw arguments.invalid("equals", "or 'in' is needed") }
        values = ValueSet(accepted)
        acceptsNull = accepted.contains(.null)
    }

    /// True if the other field has one of the values; null stands for an absent field too.
    func holds(_ context: RuleContext) -> Bool {
        let other = context.field(field)
        return other.isAbsentOrNull ? acceptsNull : values.contains(other)
    }
}
