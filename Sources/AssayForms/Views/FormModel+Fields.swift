// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Makes a form from an enumeration of its fields, each with its rules, triggers and debounce.
    ///
    /// - Parameters:
    ///   - fields: The fields, in the order of the cases.
    ///   - registry: Resolves their rules; the built-in ones by default.
    ///   - initial: The initial values.
    ///   - concurrentSubmission: What becomes of a submission while another one is on its way.
    ///   - messages: Messages by code in place of the rules' own.
    ///   - limits: How asynchronous rules are asked, and the clock.
    /// - Throws: `FormError` for rules that cannot be used and for two fields with one id.
    public convenience init<Fields: FormFields>(
        _ fields: Fields.Type, registry: RuleRegistry = .forms, initial: Record = Record(text: []),
        concurrentSubmission: ConcurrentSubmission = .refused, messages: MessageCatalogue = [:],
        limits: AsyncLimits = .standard
    ) throws(FormError) {
        try self.init(
            RuleSet(fields: fields), registry: registry, initial: initial,
            concurrentSubmission: concurrentSubmission, messages: messages, limits: limits)
        for field in Fields.allCases {
            let model = self.field(field.id)
            model?.triggers = field.triggers
            model?.debounce = field.debounce
        }
    }

    /// The field of a case.
    public subscript<Fields: FormFields>(_ field: Fields) -> FieldModel { self[field.id] }
}
