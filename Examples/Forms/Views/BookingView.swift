// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// A form that is a struct, in a controller.
struct BookingView: View {
    @Bindable var controller: FormController<BookingForm>
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            ValidationInputField("Guest", value: $controller.form.$guest, prompt: "Your name")
            ValidationInputField(
                "E-mail", value: $controller.form.$email, on: .onEditingChanged)
            Stepper("Age", value: $controller.form.age)
                .validate($controller.form.$age, debounce: .milliseconds(500))
                .validator(state: controller.form.$age.state)
            TextField("Price in cents", text: $controller.form.cents)
                .validate($controller.form.$price)
                .validator(state: controller.form.$price.state)
            ValidationSummary(controller)
        }
        .formToolbar(controller, preventsAccidentalDismiss: true) { dismiss() }
    }
}
#endif
