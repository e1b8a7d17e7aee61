// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Makes a form for a type that brings its rules; see the initializer for a manager.
    ///
    /// ```swift
    /// let form = try FormModel(SignUp.self)
    /// form["address.zip"].text = "1010"
    /// ```
    ///
    /// It uses `SignUp.validators`, as the service does.
    ///
    /// - Parameters:
    ///   - type: The type, whose coding keys name the fields.
    ///   - fields: The paths of the fields in order, or `nil` for all fields of the rule set.
    ///   - initial: The initial values.
    ///   - triggers: The events at which fields are checked.
    ///   - debounce: The debounce of changes.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    ///   - messages: Messages by code, which replace those of the rules.
    ///   - limits: Limits of asynchronous rules, and the clock.
    /// - Throws: `FormError` for rules with issues, for a field that is listed twice and for one that
    ///   the rule set lacks.
    public convenience init<Form: Validated>(
        _ type: Form.Type, fields: [String]? = nil,
        initial: ValidationRecord = ValidationRecord(text: []), triggers: ValidationTriggers = .all,
        debounce: Duration = Debouncer.standardInterval,
        concurrentSubmission: ConcurrentSubmission = .rejected, messages: MessageCatalogue = [:],
        limits: AsyncLimits = AsyncLimits()
    ) throws(FormError) {
        let manager: ValidatorsManager
        do throws(RuleSetError) {
            manager = try type.validators
        } catch {
            throw .invalidRules(error)
        }
        try self.init(
            manager, fields: fields, initial: initial, triggers: triggers, debounce: debounce,
            concurrentSubmission: concurrentSubmission, messages: messages, limits: limits)
    }
}
