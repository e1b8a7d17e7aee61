// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// A guest of a dinner, which is a row: a struct with rules at its properties, as a form is.
struct Guest: ValidatableForm, Equatable, Codable {
    @Validate(.isNotEmpty(message: "Who is coming?"), .hasLength(2...40))
    var name = ""
    @Validate(.inRange(1...4, message: "1 to 4 seats for a guest."))
    var seats = 1

    static let validatedFields: [ValidatedField<Guest>] = [
        ValidatedField("name", \.$name), ValidatedField("seats", \.$seats),
    ]
}

/// A table for as many guests as the host adds.
struct DinnerForm: ValidatableForm, Equatable, Codable {
    @Validate(.required)
    var host = ""
    @Validate(
        .required(message: "A dinner has guests."),
        .rule("The table has 12 seats.") { $0.map(\.seats).reduce(0, +) <= 12 })
    var guests: ValidatedRows<Guest> = [Guest()]

    static let validatedFields: [ValidatedField<DinnerForm>] = [
        ValidatedField("host", \.$host), ValidatedField("guests", \.$guests),
    ]
}
