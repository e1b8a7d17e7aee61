// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// A ticket, as people order it: what they type is text.
@MainActor
func ticketForm() throws -> FormModel {
    try FormModel(
        RuleSet(
            Field("name", .required, .length(2...40)),
            Field("email", .required, .email, label: "E-mail"),
            Field("seats", .required, .integer, .range(1...8))),
        debounce: .zero)
}

@MainActor
@Suite struct FirstFormTests {
    @Test func aTicketThatIsNotValidIsNotOrdered() async throws {
        let form = try ticketForm()
        form["email"].text = "ada@"
        #expect(form["email"].messages == ["must be an e-mail address"])
        await #expect(throws: FormInvalid.self) {
            try await form.submit { _ in Issue.record("it was ordered") }
        }
        #expect(form.summary.map(\.field) == ["name", "email", "seats"])
        #expect(form.summary[1].labelledText == "E-mail: must be an e-mail address")
    }

    @Test func whatIsOrderedHasNumbers() async throws {
        let form = try ticketForm()
        form["name"].text = "Ada"
        form["email"].text = "ada@mail.example"
        form["seats"].text = "2"
        let order = try await form.submit { $0 }
        #expect(order == ["name": "Ada", "email": "ada@mail.example", "seats": 2])
        #expect(form.submission.isSuccess && !form.isDirty)
    }
}
