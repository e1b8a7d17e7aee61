// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// A form that is submitted from outside, by its id.
struct ShippingView: View {
    let name: TextFieldModel
    let zip: TextFieldModel
    let trigger: FormTrigger

    var body: some View {
        Form {
            ValidationInputField("Name", text: name)
            ValidationInputField("Zip code", text: zip)
            Button("Ship") { trigger.submit(id: ShippingForm.id) }
        }
    }
}

/// The same form with a toolbar of its own, and a view that reads what is known about its field.
struct ShippingSheet: View {
    let context: FormContext
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            ValidationInputField("Name", field: context.form["name"])
            ZipField(field: context.form["zip"]).validationState(context.form["zip"].presentation)
            ValidationSummary(context.form)
        }
        .formToolbar(context) { dismiss() }
    }
}

/// An input of one's own; the environment has the marks and the messages of its field.
private struct ZipField: View {
    let field: FieldModel
    @Environment(\.fieldPresentation) private var presentation

    var body: some View {
        VStack(alignment: .leading) {
            TextField("Zip code", text: Bindable(field).text).validate(field)
            if let message = presentation.message {
                Text(verbatim: message).font(.caption)
            }
        }
    }
}
#endif
