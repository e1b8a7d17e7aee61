// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// The guests are rows of a struct, which are added, moved and removed.
struct DinnerView: View {
    @Bindable var controller: FormController<DinnerForm>

    var body: some View {
        Form {
            ValidationInputField("Host", value: $controller.form.$host)
            ForEach(controller.form.guests.rows) { row in
                VStack(alignment: .leading) {
                    ValidationInputField("Guest", value: $controller.form.guests[row].$name)
                    Stepper("Seats", value: $controller.form.guests[row].seats)
                        .validate($controller.form.guests[row].$seats)
                        .validator(controller.form.guests[row].$seats.presentation)
                    Button("Move to the top") {
                        controller.form.guests.move(from: row.index, to: 0)
                    }
                    Button("Remove") { controller.form.guests[id: row.id] = nil }
                }
                .buttonStyle(.borderless)
            }
            .onMove { controller.form.guests.move(fromOffsets: $0, toOffset: $1) }
            .onDelete { controller.form.guests.remove(atOffsets: $0) }
            Button("Add a guest") { controller.form.guests.append(Guest()) }
            Text(verbatim: controller.form.$guests.firstMessage ?? "")
            ValidationSummary(controller)
        }
        .formToolbar(controller)
    }
}
#endif
