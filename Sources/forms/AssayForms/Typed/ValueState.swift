// SPDX-License-Identifier: Apache-2.0

/// The state of a validated value, apart from its type, in a storage that copies share until one
/// changes.
///
/// A form's values are looked at and changed by it, whatever their types are: generic code that does not
/// know these looks up metadata at every step.
class ValueState {
    var name: String?
    var label: FieldLabel?
    /// The messages in the language of the user.
    var catalogue: MessageCatalogue = [:]
    /// `true` if the value is checked at once and whenever it is set.
    let isEager: Bool
    /// `true` if the value has rows, which only their controller checks, since that is O(rows).
    let hasRows: Bool
    /// The state of the one field, of which a form's machine keeps the original.
    var status = FieldStatus()
    var link = FieldLink()
    /// `true` if the value was set since `status` was decided.
    ///
    /// A controller decides next; until then the value's own rules do.
    var isUnsettled = false

    init(name: String?, label: FieldLabel?, isEager: Bool, hasRows: Bool) {
        self.name = name
        self.label = label
        self.isEager = isEager
        self.hasRows = hasRows
    }

    init(copying other: ValueState) {
        name = other.name
        label = other.label
        catalogue = other.catalogue
        isEager = other.isEager
        hasRows = other.hasRows
        status = other.status
        link = other.link
        isUnsettled = other.isUnsettled
    }

    // MARK: - By the type of the value

    func copy() -> ValueState { ValueState(copying: self) }

    /// The value as its form sees it.
    var field: any FormField { preconditionFailure("a value has a type") }
    /// `true` if the value differs from its initial one.
    var isDirty: Bool { false }
    /// The value as rules of other fields see it.
    var ruleValue: Value { .absent }

    func hasValue(of other: ValueState) -> Bool { true }
    func hasInitialValue(of other: ValueState) -> Bool { true }
    func takeInitialValue(of other: ValueState) {}
    func bind(to registry: RuleRegistry) {}

    // MARK: - Changes

    /// Copies a state that several values share, so that one of them can change it.
    static func makeUnique(_ state: inout ValueState) {
        if !isKnownUniquelyReferenced(&state) { state = state.copy() }
    }

    /// Shows the decision of a controller.
    static func show(_ status: FieldStatus, in state: inout ValueState) {
        makeUnique(&state)
        state.status = status
        state.isUnsettled = false
        state.link.shown &+= 1
    }
}

/// The state of a value of one type.
final class ValueBox<Value: Equatable>: ValueState {
    var initialValue: Value
    var current: Value
    var rules: FieldRules<Value>

    init(
        _ value: Value, rules: FieldRules<Value>, name: String?, label: FieldLabel?, isEager: Bool
    ) {
        initialValue = value
        current = value
        self.rules = rules
        super.init(
            name: name, label: label, isEager: isEager, hasRows: Value.self is any RowList.Type)
    }

    init(copying other: ValueBox) {
        initialValue = other.initialValue
        current = other.current
        rules = other.rules
        super.init(copying: other)
    }

    override func copy() -> ValueState { ValueBox(copying: self) }

    override var field: any FormField { ValidatedValue(self) }
    override var isDirty: Bool { current != initialValue }
    override var ruleValue: AssayCore.Value {
        rules.ruleValue(of: current) ?? (current as? any ValueConvertible)?.ruleValue ?? .absent
    }

    override func hasValue(of other: ValueState) -> Bool {
        (other as? ValueBox).map { current == $0.current } ?? false
    }

    override func hasInitialValue(of other: ValueState) -> Bool {
        (other as? ValueBox).map { initialValue == $0.initialValue } ?? true
    }

    override func takeInitialValue(of other: ValueState) {
        if let other = other as? ValueBox { initialValue = other.initialValue }
    }

    override func bind(to registry: RuleRegistry) { rules.registry = registry }
}

// Its content changes only while one value has it.
extension ValueBox: @unchecked Sendable where Value: Sendable {}
