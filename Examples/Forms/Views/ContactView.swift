// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// The form is generated from the enumeration of its fields.
struct ContactView: View {
    let form: FormModel
    let send: @MainActor (ValidationRecord) async throws -> Void
    @FocusState private var focus: ContactField?

    var body: some View {
        Form {
            ForEach(ContactField.allCases) { field in
                TextField(
                    LocalizedStringKey(field.placeholder), text: Bindable(form[field]).text
                )
                .validate(form[field], focus: $focus, equals: field)
                .validator(form[field].presentation)
            }
        }
        .formToolbar(form, submit: send)
    }
}
#endif
