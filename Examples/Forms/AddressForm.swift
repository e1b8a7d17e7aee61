// SPDX-License-Identifier: Apache-2.0
import AssayForms

enum License: String, CaseIterable, Sendable {
    case personal, team
}

/// Who buys a license, and where they live.
///
/// Every field but the last is checked inline, whenever it changes.
struct AddressForm: ValidatableForm, Equatable {
    @Required("Enter your name.") var name = ""
    @Required("Enter a street.") var street = ""
    @Required("Enter a city.") var city = ""
    @Required("Enter a state.") var state = ""
    @RegularExpression(pattern: "^[0-9]{5}(-[0-9]{4})?$", message: "12345 or 12345-6789, please.")
    var zip = ""
    @Required("Choose a country.") var country: String?
    @Required("Choose a license.") var license: License?
    @Validate(.isEqualTo(true, message: "Accept the terms.")) var acceptsTerms = false

    static let validatedFields: [ValidatedField<AddressForm>] = [
        ValidatedField("name", \._name.validated), ValidatedField("street", \._street.validated),
        ValidatedField("city", \._city.validated), ValidatedField("state", \._state.validated),
        ValidatedField("zip", \._zip.validated), ValidatedField("country", \._country.validated),
        ValidatedField("license", \._license.validated),
        ValidatedField("acceptsTerms", \.$acceptsTerms),
    ]

    /// The summary after the button is pressed, made anew each time.
    mutating func submit() -> [FormMessage] {
        validate()
        return summary
    }
}
