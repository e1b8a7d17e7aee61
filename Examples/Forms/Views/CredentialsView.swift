// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// One model for each field; the views show their states.
struct CredentialsView: View {
    let form: CredentialsForm
    let save: @MainActor () -> Void

    var body: some View {
        Form {
            ValidationInputField("E-mail", model: form.email)
            ValidationInputField("Password", model: form.password, isSecure: true)
            TextField("Nickname", text: Bindable(form.nickname).value)
                .validate(form.nickname)
                .validator(form.nickname.presentation)
            Button("Save") { Task { if await form.validate() { save() } } }
        }
    }
}

/// A text without any model: the view keeps its state.
struct NewsletterView: View {
    @State private var email = ""
    @State private var state = ValidationState.unchanged
    let subscribe: @MainActor (String) -> Void

    var body: some View {
        TextField("E-mail", text: $email)
            .validate($email, by: .required(), .rule(.email), state: $state)
            .validator(state: state)
        Button("Subscribe") { subscribe(email) }.disabled(!state.isValid)
    }
}
#endif
