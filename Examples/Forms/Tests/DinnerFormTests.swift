// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct DinnerFormTests {
    private static func filled(_ names: String...) throws -> FormController<DinnerForm> {
        var form = DinnerForm()
        form.host = "Ada"
        form.guests = ValidatedRows(
            names.map { name in
                var guest = Guest()
                guest.name = name
                return guest
            })
        return try FormController(form) { form in
            guard form.guests.contains(where: { $0.name == "Eve" }) else { return }
            throw ServerErrors([ServerError("is travelling", at: "/guests/1/name")])
        }
    }

    @Test func aDinnerWithoutGuestsIsNotPlanned() async throws {
        let controller = try Self.filled("Bob")
        controller.form.guests.removeAll()
        await #expect(throws: FormInvalid.self) { try await controller.submit() }
        #expect(controller.form.$guests.messages == ["A dinner has guests."])
        controller.form.guests.append(Guest())
        #expect(controller.form.$guests.state.isValid)
        await #expect(throws: FormInvalid.self) { try await controller.submit() }
        #expect(controller.errors.map(\.field) == ["guests[0].name"])
        #expect(
            controller.form.guests[0].$name.messages == [
                "Who is coming?", "must have at least 2 characters",
            ])
    }

    @Test func theTableHasTwelveSeats() throws {
        let controller = try Self.filled("Bob", "Carl", "Dora", "Emil")
        for index in 0..<4 { controller.form.guests[index].seats = 4 }
        #expect(!controller.validate())
        #expect(controller.form.$guests.messages == ["The table has 12 seats."])
        controller.form.guests[2].seats = 0
        #expect(controller.form.$guests.state == .valid)
        controller.validate()
        #expect(controller.errors.map(\.field) == ["guests[2].seats"])
    }

    @Test func whatTheServerSaysGoesWithItsGuest() async throws {
        let controller = try Self.filled("Bob", "Eve")
        await #expect(throws: ServerErrors.self) { try await controller.submit() }
        let eve = controller.form.guests.rows[1]
        controller.form.guests.move(from: 1, to: 0)
        #expect(controller.errors.map(\.field) == ["guests[0].name"])
        #expect(controller.form.guests[eve].$name.messages == ["is travelling"])
        controller.form.guests[eve].name = "Fay"
        #expect(controller.form.guests.map(\.name) == ["Fay", "Bob"])
        try await controller.submit()
        #expect(controller.state.isSuccess && !controller.isDirty)
    }

    @Test func whatAViewSetsOfAGuestWhoIsGoneIsLost() throws {
        let controller = try Self.filled("Bob", "Carl")
        let row = controller.form.guests.rows[0]
        controller.form.guests[id: row.id] = nil
        controller.form.guests[row].name = "late"
        #expect(controller.form.guests.map(\.name) == ["Carl"])
        #expect(controller.form.guests[row].name == "Bob")
    }
}
