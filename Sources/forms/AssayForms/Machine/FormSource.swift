// SPDX-License-Identifier: Apache-2.0

/// The values of a form and the rules about them, as one of the faces keeps them.
///
/// A driver reads it and gives it states to show; it never knows its driver. Fields are numbers;
/// findings that belong to no field have the number `rest`.
@MainActor
protocol FormSource: AnyObject {
    /// The content that a submission sends.
    associatedtype Content: Sendable

    /// The number after the fields, or `nil` for a face where every finding is about a field.
    var rest: Int? { get }
    /// The values as they are now.
    var content: Content { get }
    /// An error of the rules because of which the form cannot be valid, or `nil` if there is none.
    var error: FormError? { get }

    /// Follows rules that were replaced.
    ///
    /// - Returns: The change, or `nil` if nothing changed.
    func followRules() -> FormRuleChange?
    /// Runs the synchronous rules on the current value of a field.
    func check(_ field: Int) -> FieldResult
    /// The asynchronous rules about the value of a field that was just checked.
    ///
    /// - Returns: A closure that returns the findings of all rules of the field.
    func request(_ field: Int) -> @Sendable () async -> FieldFindings
    /// Returns `true` if the current values pass every rule and no error of a server is about them.
    ///
    /// It changes no state.
    func isPassing(_ machine: FormMachine) -> Bool
    /// Shows the state of a field to observers.
    func show(_ field: Int, of machine: FormMachine)
    /// The debounce of a field's changes.
    func debounce(of field: Int) -> Duration
    /// Makes submitted values the initial ones.
    ///
    /// - Returns: `true` for each field of the machine that has its initial value now.
    func accept(_ content: Content) -> [Bool]
    /// Returns the errors of a server by field; errors about no field come last, for the rest.
    ///
    /// - Parameters:
    ///   - errors: The errors.
    ///   - content: The content that was submitted, or `nil` if the errors are about the current
    ///     values.
    /// - Returns: The fields with their errors.
    func place(
        _ errors: ServerErrors, sentWith content: Content?
    ) -> [(field: Int, errors: [Violation])]
    /// The findings of all fields, in field order, as they are shown.
    func findings(of machine: FormMachine) -> [FieldFindings]
}

/// The change that replaced rules make to the machine.
struct FormRuleChange {
    /// The fields whose rules look at the value of a field, by field.
    var dependents: [[Int]]
    /// Fields that came along, after the others and before the rest.
    var newFields: [FieldStatus] = []
    /// Fields of rows that came along, by number.
    var occupied: [(field: Int, status: FieldStatus)] = []
}

extension FormSource {
    func followRules() -> FormRuleChange? { nil }

    var error: FormError? { nil }

    func findings(of machine: FormMachine) -> [FieldFindings] { machine.fields.map(\.findings) }

    /// The same as `isPassing`, for one field.
    func isPassing(_ field: Int, of machine: FormMachine) -> Bool {
        guard machine.fields[field].serverErrors.isEmpty else { return false }
        let result = check(field)
        return result.findings.isPassing
            && (!result.isDeferred || machine.fields[field].answer?.isPassing == true)
    }
}
