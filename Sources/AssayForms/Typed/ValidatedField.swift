// SPDX-License-Identifier: Apache-2.0

/// A property in a form's list of validated fields.
public struct ValidatedField<Form>: Sendable {
    private let givenName: String?
    let path: any PartialKeyPath<Form> & Sendable
    let read: @Sendable (Form) -> any FormField
    /// The link of the value alone, which is all that most fields are looked at for.
    let link: @Sendable (Form) -> FieldLink
    let update: @Sendable (inout Form, (inout any FormField) -> Void) -> Void
    /// Shows a status, and returns the link of the value.
    let show: @Sendable (inout Form, FieldStatus) -> FieldLink
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
        read = { $0[keyPath: path] }
        link = { $0[keyPath: path].link }
        update = { form, change in
            var field: any FormField = form[keyPath: path]
            change(&field)
            if let changed = field as? ValidatedValue<Value> { form[keyPath: path] = changed }
        }
        show = { form, status in form[keyPath: path].show(status) }
    }

    /// The name in the list, or else the one that the property is given.
    func name(in form: Form) -> String? { givenName ?? read(form).name }
}

/// The rows of a property, whatever their elements are.
struct RowAccess<Form>: Sendable {
    let list: @Sendable (Form) -> any RowList
    let update: @Sendable (inout Form, (Int, inout any ValidatableForm) -> Void) -> Void
    /// Makes what a controller keeps of the rows of a field.
    let makeTable: @MainActor @Sendable (_ field: Int, _ path: FieldPath) -> TypedTable<Form>

    init<Element>(
        _ path: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable
    ) {
        list = { $0[keyPath: path].value }
        update = { form, change in form[keyPath: path].updateRows(change) }
        makeTable = { TypedRowTable(field: $0, path: $1, place: path) }
    }
}
