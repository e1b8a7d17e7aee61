// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import AssaySwiftUI
import SwiftUI

/// Each field shows its message inline, and the button fills the summary.
struct AddressView: View {
    @State private var form = AddressForm()
    @State private var summary: [FormMessage] = []

    var body: some View {
        Form {
            ValidationSummary(summary)
            field("Name", $form.name, form.$name)
            field("Street", $form.street, form.$street)
            field("City", $form.city, form.$city)
            field("State", $form.state, form.$state)
            field("Zip code", $form.zip, form.$zip)
            Picker("Country", selection: $form.country) {
                Text("None").tag(String?.none)
                ForEach(Self.countries, id: \.self) { Text(verbatim: $0).tag(String?.some($0)) }
            }
            messages(form.$country)
            Picker("License", selection: $form.license) {
                Text("None").tag(License?.none)
                ForEach(License.allCases, id: \.self) { license in
                    Text(verbatim: license.rawValue).tag(License?.some(license))
                }
            }
            messages(form.$license)
            Toggle("I accept the terms.", isOn: $form.acceptsTerms)
                .validationState(form.$acceptsTerms.state)
            Button("Buy") { summary = form.submit() }
        }
    }

    private static let countries = ["CA", "DE", "FR", "US"]

    private func field(
        _ label: LocalizedStringKey, _ text: Binding<String>, _ messages: [String]
    ) -> some View {
        VStack(alignment: .leading) {
            TextField(label, text: text)
            self.messages(messages)
        }
    }

    private func messages(_ messages: [String]) -> some View {
        ForEach(messages, id: \.self) { Text(verbatim: $0).font(.caption) }
    }
}

/// The button is enabled while both fields have something in them.
struct LoginView: View {
    @State private var form = LoginForm()
    let logIn: @MainActor (LoginForm) -> Void

    var body: some View {
        Form {
            TextField("User", text: $form.user)
            SecureField("Password", text: $form.password)
            Button("Log in") { logIn(form) }.disabled(!form.canLogIn)
        }
    }
}
#endif
