// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// Three fields, each with a model of its own and a validator that is a value; no form engine.
@MainActor
struct CredentialsForm {
    let email: ValidationViewModel<EmailAddressValidator>
    let password: ValidationViewModel<PasswordValidator>
    let nickname: ValidationViewModel<NicknameValidator>

    /// - Parameters:
    ///   - isTaken: Returns whether a nickname is taken.
    ///   - clock: Measures the pauses in typing.
    init(
        isTaken: @escaping @Sendable (String) async -> Bool,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        email = ValidationViewModel(
            "", validator: EmailAddressValidator(), debouncer: Debouncer(clock: clock))
        password = ValidationViewModel(
            "", validator: PasswordValidator(), debouncer: Debouncer(clock: clock)
        ) { error in
            error == .tooShort ? "Too short: 8 characters, please." : error.description
        }
        nickname = ValidationViewModel(
            "", asking: NicknameValidator(isTaken: isTaken), debouncer: Debouncer(clock: clock))
    }

    /// Whether every value passes, edited or loaded.
    var canContinue: Bool { email.isValid && password.isValid && nickname.isValid }

    /// Checks every field, so that each shows its message; true if all are valid.
    func validate() async -> Bool {
        async let fields = [email.validate(), password.validate(), nickname.validate()]
        return await fields.allSatisfy(\.self)
    }
}

/// A validator of one's own, which is asynchronous.
struct NicknameValidator: AsyncValueValidator {
    let isTaken: @Sendable (String) async -> Bool

    func validate(_ value: String) async throws(NicknameError) {
        if await isTaken(value) { throw .taken }
    }
}

enum NicknameError: Error, CustomStringConvertible {
    case taken

    var description: String { "This name is taken." }
}
