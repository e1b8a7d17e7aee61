// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// A form that knows its fields by keys only; its validations are data.
enum ShippingForm {
    static let id = "shipping"

    static func validations() throws(RuleError) -> [String: [FieldValidation]] {
        [
            "name": [try FieldValidation(.required, message: "Name is required.")],
            "zip": [
                try FieldValidation(.required, message: "Zip code is required."),
                try FieldValidation(.regex("^[0-9]{5}$"), message: "A zip code has five digits."),
            ],
        ]
    }

    /// A form that answers to a trigger; what is valid is handed to `onSubmit`.
    @MainActor
    static func make(
        _ trigger: FormTrigger,
        onSubmit: @escaping @MainActor (ValidationRecord) async throws -> Void
    ) throws -> FormContext {
        let context = try FormContext(id: id, onSubmit: onSubmit)
        for (key, validations) in try validations() {
            try context.addValidator(for: key, validations: validations)
        }
        trigger.connect(context)
        return context
    }
}
