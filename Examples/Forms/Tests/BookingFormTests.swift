// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct BookingFormTests {
    private static func filled() throws -> FormController<BookingForm> {
        let controller = try FormController(BookingForm())
        controller.form.guest = "Ada"
        controller.form.email = "ada@mail.example"
        controller.form.price = Price(cents: 9900)
        return controller
    }

    @Test func thePriceIsEnteredInCents() {
        var form = BookingForm()
        #expect(form.cents == "")
        form.cents = "9900"
        #expect(form.price == Price(cents: 9900))
        #expect(form.cents == "9900")
        form.cents = "9900x"
        #expect(form.price == Price(cents: 9900))
        form.cents = ""
        #expect(form.price == nil)
    }

    @Test func allThatIsWrongIsSaidInRuleOrder() throws {
        let controller = try FormController(BookingForm())
        controller.form.age = 17
        controller.form.price = Price(cents: 1)
        #expect(!controller.validate())
        #expect(controller.errors.map(\.field) == ["guest", "email", "age", "price"])
        #expect(
            controller.form.$guest.messages == [
                "Who is coming?", "must have at least 2 characters",
            ])
        #expect(controller.form.$age.messages == ["Guests are 18 to 120 years old."])
        #expect(controller.form.$price.messages == ["Offer 1.00 at least."])
        controller.form.price = nil
        #expect(controller.form.$price.state == .unchanged)
        controller.validate()
        #expect(controller.form.$price.messages == ["What do you offer?"])
    }

    @Test func anInvalidFormIsNotSubmitted() async throws {
        let controller = try FormController(BookingForm())
        await #expect(throws: FormInvalid.self) {
            try await BookingService.$current.withValue(BookingService { _ in 1 }) {
                try await controller.submit()
            }
        }
        #expect(!controller.isLoading)
        #expect(controller.errors.map(\.field) == ["guest", "email", "price"])
    }

    @Test func aValidFormIsSubmitted() async throws {
        let controller = try Self.filled()
        #expect(controller.canSubmit)
        let service = BookingService { form in form.guest == "Ada" ? 7 : 0 }
        let number = try await BookingService.$current.withValue(service) {
            try await controller.submit()
        }
        #expect(number == 7)
        #expect(controller.state.isSuccess)
        #expect(!controller.canSubmit)
    }

    @Test func whatTheServerSaysIsShownUntilTheValueChanges() async throws {
        let controller = try Self.filled()
        let errors = ServerErrors(["email": ["is not known"], "room": ["is taken"]])
        await #expect(throws: errors) {
            try await BookingService.$current.withValue(BookingService { _ in throw errors }) {
                try await controller.submit()
            }
        }
        #expect(controller.form.$email.messages == ["is not known"])
        #expect(controller.formErrors.map(\.message) == ["is taken"])
        controller.form.age = 40
        #expect(controller.form.$email.messages == ["is not known"])
        controller.form.email = "bob@mail.example"
        #expect(controller.form.$email.messages == [])
    }

    @Test func aFormIsCodableAndHasTheRulesOfANewOneAgain() throws {
        var form = BookingForm()
        form.guest = "Ada"
        let copy = form.withRules(of: BookingForm())
        #expect(copy == form)
        #expect(try FormController(copy).form.guest == "Ada")
    }
}
