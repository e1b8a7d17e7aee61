// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// A form that is driven by a rule set, which has the labels; passwords are secure since it calls them
/// sensitive.
struct SignUpView: View {
    let form: FormModel
    let signUp: @MainActor (ValidationRecord) async throws -> Void

    var body: some View {
        Form {
            ValidationSummary(form)
            ValidationInputField(field: form["userName"], prompt: "3 to 20 characters")
            ValidationInputField(field: form["email"])
            ValidationInputField(field: form["password"])
            ValidationInputField(field: form["passwordConfirm"])
        }
        .formToolbar(form, submit: signUp)
    }
}
#endif
