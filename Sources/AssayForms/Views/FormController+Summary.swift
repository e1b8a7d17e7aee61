// SPDX-License-Identifier: Apache-2.0

extension FormController {
    /// All that is wrong, as a summary shows it: of the fields in their order, then of the form.
    public var summaryMessages: [FormMessage] {
        errors.flatMap { error in
            error.messages.map { FormMessage(field: error.field, text: $0) }
        } + formState.messages.map { FormMessage(field: nil, text: $0) }
    }
}
