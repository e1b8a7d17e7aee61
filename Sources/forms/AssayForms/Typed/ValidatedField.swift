// SPDX-License-Identifier: Apache-2.0

/// A property in a form's list of validated fields.
public struct ValidatedField<Form>: Sendable {
    private let givenName: String?
    let path: any PartialKeyPath<Form> & Sendable
    /// Returns the state of the property's value.
    let state: @Sendable (Form) -> ValueState
    /// Changes the state of the property's value by a closure, which makes it unique or replaces
    /// it.
    let modify: @Sendable (inout Form, (inout ValueState) -> Void) -> Void
    /// The elements of an array that are rows with fields of their own; nil for another property.
    private(set) var rows: RowAccess<Form>?

    /// A property under the name that it is given there: `ValidatedField(\.$email)`.
    public init<Value: SendableMetatype>(
        _ path: any WritableKeyPath<Form, ValidatedValue<Value>> & Sendable
    ) {
        self.init(name: nil, path)
    }

    /// A property under the name that errors, reports and servers use.
    ///
    /// - Parameters:
    ///   - name: The path of the field in records, such as `email` or `address.zip`.
    ///   - path: `\.$email` for `@Validate`, `\._email.validated` for every property wrapper.
    public init<Value: SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<Form, ValidatedValue<Value>> & Sendable
    ) {
        self.init(name: name, path)
    }

    /// An array of rows under the name that it is given there.
    public init<Element>(
        _ path: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable
    ) {
        self.init(name: nil, path)
        rows = RowAccess(path)
    }

    /// An array of rows under the name that errors, reports and servers use; fields of its rows are
    /// `items[2].price` then.
    public init<Element>(
        _ name: String,
        _ path: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable
    ) {
        self.init(name: name, path)
        rows = RowAccess(path)
    }

    private init<Value: SendableMetatype>(
        name: String?, _ path: any WritableKeyPath<Form, ValidatedValue<Value>> & Sendable
    ) {
        givenName = name
        self.path = path
        state = { $0[keyPath: path].box }
        modify = { form, change in
            let box = form[keyPath: path].box
            var state: ValueState = box
            change(&state)
            guard state !== box, let changed = state as? ValueBox<Value> else { return }
            form[keyPath: path] = ValidatedValue(changed)
        }
    }

    /// The value as its form sees it.
    func read(_ form: Form) -> any FormField { state(form).field }

    func update(_ form: inout Form, _ change: (inout any FormField) -> Void) {
        modify(&form) { state in
            var field = state.field
            change(&field)
            state = field.valueState
        }
    }

    /// The name in the list, or else the one that the property is given.
    func name(in form: Form) -> String? { givenName ?? read(form).name }
}

/// The rows of a property, whatever their elements are.
struct RowAccess<Form>: Sendable {
    let list: @Sendable (Form) -> any RowList
    let update: @Sendable (inout Form, (Int, inout any ValidatableForm) -> Void) -> Void
    /// Makes the table that a controller keeps of the rows of a field.
    let makeTable:
        @MainActor @Sendable (_ field: Int, _ path: FieldPath, FieldAccess<Form>) ->
            TypedTable<Form>

    init<Element>(
        _ path: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable
    ) {
        list = { $0[keyPath: path].value }
        update = { form, change in form[keyPath: path].updateRows(change) }
        makeTable = { TypedRowTable(field: $0, path: $1, place: path, in: $2) }
    }
}
