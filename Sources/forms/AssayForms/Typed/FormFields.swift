// SPDX-License-Identifier: Apache-2.0

/// A form as an enumeration of its fields, each with its rules, from which the form is generated.
///
/// ```swift
/// enum LoginField: String, FormFields {
///     case email, password
///
///     var rules: [RuleExpression] {
///         switch self {
///         case .email: [.required, .email]
///         case .password: [.required]
///         }
///     }
///
///     var placeholder: String { rawValue }
/// }
/// let form = try FormModel(LoginField.self)
/// ```
public protocol FormFields: CaseIterable, Hashable, Sendable, Identifiable
where ID == String, AllCases: Sendable {
    /// The field's rules, in order.
    var rules: [RuleExpression] { get }
    /// The text that the field shows while it is empty.
    var placeholder: String { get }
    /// The path of the field; the raw value of an enumeration of texts, or else the case's name, by
    /// default.
    var id: String { get }
    /// The events at which the field is checked: all by default.
    var triggers: ValidationTriggers { get }
    /// The debounce of changes: none by default.
    var debounce: Duration { get }
    /// `true` if the value never appears in a report; `false` by default.
    var isSensitive: Bool { get }
    /// The name of the field in messages; none by default.
    var label: FieldLabel? { get }
}

extension FormFields where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var id: String { rawValue }
}

extension FormFields {
    /// The case's name.
    public var id: String { "\(self)" }
    /// All events.
    public var triggers: ValidationTriggers { .all }
    /// No debounce.
    public var debounce: Duration { .zero }
    /// False.
    public var isSensitive: Bool { false }
    /// No label.
    public var label: FieldLabel? { nil }

    /// Checks a text by the field's rules.
    public func validate(_ text: String) -> ValidationState {
        FieldRules<String>(rules.map { .rule($0) }).check(text, name: id).state
    }
}

extension FormFields {
    /// The field's path; a key if the id is no path.
    fileprivate var path: FieldPath { FieldPath(field: id) }
}

extension RuleSet {
    /// The fields of an enumeration with their rules, in the order of the cases.
    public init<Fields: FormFields>(fields: Fields.Type) {
        self.init(
            fields.allCases.map { field in
                Field(
                    field.path,
                    Validator(
                        rules: field.rules.map { RuleEntry($0) }, isSensitive: field.isSensitive),
                    label: field.label)
            })
    }
}

extension FormModel {
    /// Makes a form from the fields of an enumeration, with their triggers and debounces.
    ///
    /// - Parameters:
    ///   - fields: The enumeration.
    ///   - registry: The registry that resolves the rules; the built-in ones by default.
    ///   - initial: The initial values.
    ///   - messages: Messages by code, which replace those of the rules.
    ///   - limits: Limits of asynchronous rules, and the clock.
    /// - Throws: `FormError` for rules that cannot be used and for an id that appears twice.
    public convenience init<Fields: FormFields>(
        _ fields: Fields.Type, registry: RuleRegistry = .forms,
        initial: ValidationRecord = ValidationRecord(text: []), messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits()
    ) throws(FormError) {
        try self.init(
            RuleSet(fields: fields), registry: registry, initial: initial, messages: messages,
            limits: limits)
        for field in fields.allCases {
            guard let model = self.field(field.path.description) else { continue }
            model.triggers = field.triggers
            model.debounce = field.debounce
        }
    }
}

/// True if each text has something in it; white space does not count.
public func areFilled(_ texts: String...) -> Bool {
    !texts.contains { isBlankValue($0) }
}
