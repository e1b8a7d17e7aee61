// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@ValidatableForm
private struct ContactForm: Equatable {
    @Validate(.required, .email) var email = ""
    @Required("A city, please.", name: "address.city") private var city = ""
    @RegularExpression(pattern: "^[0-9]{5}$", message: "Five digits.") var zip = ""
    var note = ""
}

@ValidatableForm
private struct Choice<Option: Equatable & Sendable> {
    @Validate(.required()) var option: Option?
}

@ValidatableForm
private struct Line: Equatable {
    @Validate(.required) var article = ""
    @Validate(.inRange(1...9, message: "1 to 9.")) var count = 1
}

@ValidatableForm
private struct Basket: Equatable {
    @Validate(.minItems(1)) var lines: ValidatedRows<Line> = []
}

/// A form whose list the macro writes is a form.
struct MacroFormTests {
    @Test func theMacrosListValidatesTheForm() throws {
        var form = ContactForm()
        try form.check()
        form.validate()
        #expect(form.errors.map(\.field) == ["email", "address.city", "zip"])
        #expect(form.summary.map(\.text) == ["is required", "A city, please.", "Five digits."])
    }

    @Test func aGenericFormIsValidatedToo() throws {
        var form = Choice<Int>()
        try form.check()
        #expect(!form.isValid)
        form.option = 1
        #expect(form.isValid)
    }

    @Test func rowsThatTheMacroListsAreRows() throws {
        var form = Basket()
        form.lines = [Line(), Line()]
        form.lines[1].count = 12
        try form.check()
        form.validate()
        #expect(
            form.errors.map(\.field) == ["lines[0].article", "lines[1].article", "lines[1].count"])
    }

    @MainActor
    @Test func rowsThatTheMacroListsHaveStatesInAController() throws {
        let controller = try FormController(Basket(), triggers: .all)
        controller.form.lines.append(Line())
        controller.form.lines.append(Line())
        controller.form.lines[1].count = 12
        controller.form.lines.move(from: 1, to: 0)
        #expect(controller.form.lines[0].$count.messages == ["1 to 9."])
        #expect(controller.errors.map(\.field) == ["lines[0].count"])
        #expect(controller.form.lines[1].$count.state == .unchanged)
    }
}
