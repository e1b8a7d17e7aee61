// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// A form that is driven by a rule set; passwords are secure since the rule set calls them
/// sensitive.
struct SignUpView: View {
    let form: FormModel
    let signUp: @MainActor (ValidationRecord) async throws -> Void

    var body: some View {
        Form {
            ValidationSummary(form)
            ValidationInputField("User name", field: form["userName"], prompt: "3 to 20 characters")
            ValidationInputField("E-mail", field: form["email"])
            ValidationInputField("Password", field: form["password"])
            ValidationInputField("Password again", field: form["passwordConfirm"])
        }
        .formToolbar(form, submit: signUp)
    }
}

/// A form that is submitted from outside, by its id.
struct ShippingView: View {
    let name: TextFieldModel
    let zip: TextFieldModel
    let trigger: FormTrigger

    var body: some View {
        Form {
            field("Name", name)
            field("Zip code", zip)
            Button("Ship") { trigger.submit(id: ShippingForm.id) }
        }
    }

    private func field(_ label: LocalizedStringKey, _ model: TextFieldModel) -> some View {
        VStack(alignment: .leading) {
            TextField(label, text: Bindable(model).text)
            if let message = model.message { Text(verbatim: message).font(.caption) }
        }
    }
}
#endif
