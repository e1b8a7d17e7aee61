// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// An amount of money, of which the engine knows nothing.
///
/// It is a value that every actor can use, also in a module where types are on the main actor by default.
nonisolated struct Price: Comparable, Codable, Sendable {
    var cents: Int

    static func < (left: Price, right: Price) -> Bool { left.cents < right.cents }
}

/// A room for one night: a struct, with rules at its properties.
struct BookingForm: SubmittableForm, Equatable, Codable {
    @Validate(.isNotEmpty(message: "Who is coming?"), .hasLength(2...40))
    var guest = ""
    @Validate(.required, .email)
    var email = ""
    @Validate(.inRange(18...120, message: "Guests are 18 to 120 years old."))
    var age = 18
    @Validate(
        .required(message: "What do you offer?"),
        .inRange(Price(cents: 100)..., message: "Offer 1.00 at least."))
    var price: Price?

    static let validatedFields: [ValidatedField<BookingForm>] = [
        ValidatedField("guest", \.$guest), ValidatedField("email", \.$email),
        ValidatedField("age", \.$age), ValidatedField("price", \.$price),
    ]

    /// The price as a text field shows it, in cents.
    var cents: String {
        get { price.map { String($0.cents) } ?? "" }
        set {
            if newValue.isEmpty { price = nil }
            if let cents = Int(newValue) { price = Price(cents: cents) }
        }
    }

    /// Returns the number of the booking.
    func submit() async throws -> Int {
        try await BookingService.current.book(self)
    }
}

/// Where bookings go; a program sets its own, and so does a test.
struct BookingService: Sendable {
    @TaskLocal static var current = BookingService { _ in
        throw ServerErrors([ServerError("There is no connection.")])
    }

    let book: @Sendable (BookingForm) async throws -> Int
}
