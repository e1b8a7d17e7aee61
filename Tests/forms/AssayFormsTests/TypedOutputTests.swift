// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import AssayFormsFoundation
import Foundation
import Testing

/// What a submitted form has where its user typed text.
@MainActor
@Suite struct TypedOutputTests {
    private struct Row: Sendable {
        let rules: [RuleExpression]
        let text: String
        /// The value as JSON.
        let typed: String

        init(_ text: String, _ rules: RuleExpression..., is typed: String) {
            (self.text, self.rules, self.typed) = (text, rules, typed)
        }
    }

    /// What no rule reads stays a text, then what rules read.
    nonisolated private static let rows = [
        Row("12a", .integer, is: #""12a""#), Row("1.5", .integer, is: #""1.5""#),
        Row("1,5", .number, is: #""1,5""#), Row("yes", .boolean, is: #""yes""#),
        Row("0042", .length(4...4), is: #""0042""#), Row("42", .required, is: #""42""#),
        Row("2024-02-29", .date, is: #""2024-02-29""#),
        Row("29.2.2023", .date("d.M.yyyy"), is: #""29.2.2023""#),
        Row("29.2.", .date("d.M."), is: #""29.2.""#),
        Row("42", .integer, is: "42"), Row("-007", .integer, is: "-7"),
        Row("1.50", .number, is: "1.50"), Row("1e3", .integer, is: "1e3"),
        Row("0.1000000000000000000001", .number, is: "0.1000000000000000000001"),
        Row("18446744073709551615", .integer, is: "18446744073709551615"),
        Row("99999999999999999999999", .integer, is: "99999999999999999999999"),
        Row("TRUE", .boolean, is: "true"), Row("7", .type("integer"), is: "7"),
        Row("29.2.2024", .date("d.M.yyyy"), is: #""2024-02-29""#),
        Row("2024-02-29T17:45:00+02:00", .dateTime, is: #""2024-02-29T17:45:00+02:00""#),
    ]

    @Test(arguments: rows.indices)
    func aTextIsWhatItsRulesRead(_ index: Int) throws {
        let row = Self.rows[index]
        let form = try FormModel.immediate(
            RuleSet([Field("field", Validator(rules: row.rules.map { RuleEntry($0) }))]))
        form["field"].text = row.text
        #expect(form.typedValues["field"].json == row.typed, "\(row.text)")
        #expect(form.values["field"] == .string(row.text))
    }

    @Test func aConditionThatIsNotMetLeavesTheText() throws {
        let rules = try RuleSet(
            parsing: """
                assay: 1
                fields:
                  kind: required
                  number:
                    - rule: integer
                      when:
                        kind: equals("count")
                """)
        let form = try FormModel.immediate(rules)
        form["number"].text = "007"
        form["kind"].text = "agent"
        #expect(form.typedValues["number"] == "007")
        form["kind"].text = "count"
        #expect(form.typedValues["number"] == 7)
    }

    @Test func nestedFieldsRowsAndSensitiveOnesAreTyped() async throws {
        let form = try FormModel.immediate(
            RuleSet(
                Field("address.floor", .integer), Field("pin", .integer, isSensitive: true),
                Field("a/b", .integer), Field("items[*].price", .number),
                Field("items[*].name", .required)))
        form["address.floor"].text = "3"
        form["pin"].text = "1234"
        form["a/b"].text = "1"
        let items = try form.rows("items")
        for price in ["1.5", "2", ""] {
            items.append(["name": "7"])["price"].text = price
        }
        items.move(from: 2, to: 0)
        let sent = try await form.submit { $0 }
        #expect(
            Value.object(sent.fields) == [
                "address": ["floor": 3], "pin": 1234, "a/b": 1,
                "items": [
                    ["name": "7"], ["name": "7", "price": 1.5], ["name": "7", "price": 2],
                ],
            ])
        #expect(form["address.floor"].text == "3")
        #expect(!form.isDirty)
    }

    @Test func aFormOfTypedValuesSendsThemAsTheyAre() async throws {
        let form = try FormModel.immediate(
            RuleSet(Field("age", .integer), Field("name", .required)),
            initial: ["age": 30, "name": "12"])
        form["age"].text = "31"
        let sent = try await form.submit { $0 }
        #expect(sent == ["age": 31, "name": "12"])
    }

    private struct Booking: Decodable, Equatable, Sendable {
        struct Guest: Decodable, Equatable {
            var name: String
            var age: Int?
        }

        var nights: Int
        var price: Decimal
        var isPaid: Bool?
        var from: Date
        var until: Date?
        var guests: [Guest]
    }

    private func booking() throws -> FormModel {
        let form = try FormModel.immediate(
            RuleSet(
                Field("nights", .required, .number), Field("price", .number),
                Field("isPaid", .boolean), Field("from", .date), Field("until", .dateTime),
                Field("guests", .required), Field("guests[*].name", .required),
                Field("guests[*].age", .integer)))
        form["price"].text = "99.90"
        form["from"].text = "2024-02-29"
        form["until"].text = "2024-03-01T01:00:00.5+01:00"
        let guests = try form.rows("guests")
        guests.append(["name": "Ada", "age": "36"])
        guests.append(["name": "Bob"])
        return form
    }

    @Test func aTypeThatAcceptsLessThanTheRulesIsAnErrorAtItsField() async throws {
        let form = try booking()
        form["nights"].text = "1.5"
        await #expect(throws: ValidationError.self) {
            try await form.submit(as: Booking.self) { _ in Issue.record("was submitted") }
        }
        #expect(form["nights"].messages == ["must be a valid value"])
        #expect(form.submission.error is ValidationError)
        form["nights"].text = "2"
        #expect(form["nights"].validation.isValid)
        #expect(try await form.submit(as: Booking.self) { $0.nights } == 2)
    }

    @Test func aMissingKeyAndAWrongTypeHaveTheirPlaces() throws {
        let form = try booking()
        let error = #expect(throws: ValidationError.self) { try form.decoded(as: Booking.self) }
        #expect(error?.description == "/nights is required")
        form["nights"].text = "2"
        form["guests[1].age"].text = "young"
        let other = #expect(throws: ValidationError.self) { try form.decoded(as: Booking.self) }
        #expect(other?.description == "/guests/1/age must be of type integer")
        form["guests[1].age"].text = ""
        form["from"].text = "today"
        let third = #expect(throws: ValidationError.self) { try form.decoded(as: Booking.self) }
        #expect(third?.description == "/from must be a valid value")
    }

    @Test func aSubmittedFormIsAValueOfItsType() async throws {
        let form = try booking()
        form["nights"].text = "2"
        form["isPaid"].text = "true"
        let booking = try await form.submit(as: Booking.self) { $0 }
        #expect(
            booking
                == Booking(
                    nights: 2, price: try #require(Decimal(string: "99.9")), isPaid: true,
                    from: Date(timeIntervalSince1970: 1_709_164_800),
                    until: Date(timeIntervalSince1970: 1_709_251_200.5),
                    guests: [.init(name: "Ada", age: 36), .init(name: "Bob", age: nil)]))
        #expect(!form.isDirty)
    }
}
