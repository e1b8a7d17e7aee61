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
#endif
