// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@MainActor
@Suite struct OrderFormTests {
    @Test func anOrderWithoutItemsIsNotSent() async throws {
        let (form, items) = try OrderForm.make()
        form["customer"].text = "Ada"
        items.removeAll()
        let error = await #expect(throws: FormInvalid.self) {
            try await form.submit { _ in Issue.record("it was sent") }
        }
        #expect(error?.violations.map(\.code) == ["required.missing"])
        #expect(items.field.messages == ["is required"])
    }

    @Test func errorsStayWithTheirItem() throws {
        let (form, items) = try OrderForm.make()
        let first = try #require(items[0])
        first["quantity"].text = "0"
        items.append(OrderForm.newItem)
        items.move(from: 0, to: 1)
        #expect(first["quantity"].path == "items[1].quantity")
        form.apply(errors: ["/items/1/article": ["is sold out"]])
        items.move(from: 1, to: 0)
        #expect(first["article"].messages == ["is sold out"])
        #expect(items[1]?["article"].messages == [])
    }

    @Test func theOrderIsSentAsItIsShownWithNumbers() async throws {
        let (form, items) = try OrderForm.make()
        form["customer"].text = "Ada"
        items[0]?["article"].text = "Tea"
        items.insert(["article": "Salt", "quantity": "2"], at: 0)
        let sent = try await form.submit { $0["items"] }
        #expect(
            sent == [
                ["article": "Salt", "quantity": 2], ["quantity": 1, "article": "Tea"],
            ])
        #expect(!form.isDirty)
    }

    @Test func noArticleIsOrderedTwice() throws {
        let (_, items) = try OrderForm.make()
        items[0]?["article"].text = "Tea"
        items.append(["article": "Tea", "quantity": "1"])
        #expect(items.field.validation.isInvalid)
        items.remove(at: 1)
        #expect(!items.field.validation.isInvalid)
    }
}
