// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// The items are rows, which are added, moved and removed.
struct OrderView: View {
    let form: FormModel
    let items: FormRows
    let send: @MainActor (ValidationRecord) async throws -> Void

    var body: some View {
        Form {
            ValidationSummary(form)
            ValidationInputField("Customer", field: form["customer"])
            ForEach(items.all) { item in
                VStack(alignment: .leading) {
                    ValidationInputField("Article", field: item["article"])
                    ValidationInputField("Quantity", field: item["quantity"])
                    Button("Move to the top") { items.move(from: item.index ?? 0, to: 0) }
                    Button("Remove") { items.remove(item) }
                }
                .buttonStyle(.borderless)
            }
            Button("Add an item") { items.append(OrderForm.newItem) }
            Text(verbatim: items.field.firstMessage ?? "")
        }
        .formToolbar(form, submit: send)
    }
}
#endif
