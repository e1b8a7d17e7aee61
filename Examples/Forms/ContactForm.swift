// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// Rules that several fields and forms share.
nonisolated enum ContactRules {
    static let emailAddress: [RuleExpression] = [.required, .email]
    static let nonEmpty: [RuleExpression] = [.required(trim: true)]
}

/// The fields of a form, from which it is generated.
enum ContactField: FormFields {
    case email, name, message

    var rules: [RuleExpression] {
        switch self {
        case .email: ContactRules.emailAddress
        case .name, .message: ContactRules.nonEmpty
        }
    }

    var placeholder: String {
        switch self {
        case .email: "you@mail.example"
        case .name: "How shall we call you?"
        case .message: "What is it about?"
        }
    }

    var triggers: ValidationTriggers {
        switch self {
        case .email: [.onChange, .onEditingChanged]
        case .name: .onEditingChanged
        case .message: .onSubmit
        }
    }

    var debounce: Duration { self == .email ? .milliseconds(300) : .zero }
}

extension FormModel {
    /// The form of all contact fields; a test passes its own clock.
    static func contact(
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(FormError) -> FormModel {
        try FormModel(ContactField.self, limits: AsyncLimits(clock: clock))
    }
}
