// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

/// An item of an order that is a struct.
struct TypedItem: ValidatableForm, Equatable, Codable {
    @Validate(.required, .length(2...)) var name = ""
    @Validate(.rule(.integer), .inRange(1...9, message: "1 to 9, please")) var low = 1
    @Validate(.rule(.greaterThan("low"))) var high = 2

    init(_ name: String = "", low: Int = 1, high: Int = 2) {
        self.name = name
        self.low = low
        self.high = high
    }

    static let validatedFields: [ValidatedField<TypedItem>] = [
        ValidatedField("name", \.$name), ValidatedField("low", \.$low),
        ValidatedField("high", \.$high),
    ]
}

struct TypedOrder: ValidatableForm, Equatable, Codable {
    @Validate(.required) var customer = "Ada"
    @Validate(.minItems(1), .maxItems(5)) var items: ValidatedRows<TypedItem> = []

    static let validatedFields: [ValidatedField<TypedOrder>] = [
        ValidatedField("customer", \.$customer), ValidatedField("items", \.$items),
    ]

    static func with(_ names: String...) -> TypedOrder {
        var order = TypedOrder()
        order.items = ValidatedRows(names.map { TypedItem($0) })
        return order
    }
}

@Suite struct ValidatedRowsTests {
    private let many = ValidatedRows((0..<100).map { TypedItem("\($0)") })

    private func names(_ rows: ValidatedRows<TypedItem>) -> [String] { rows.map(\.name) }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 99])
    func aRowKeepsItsIdWhereverItGoes(index: Int) {
        var rows = many
        let id = rows.id(at: index)
        rows.move(from: index, to: 50)
        #expect(rows.index(of: id) == 50)
        rows.swapAt(50, 3)
        #expect(rows.index(of: id) == 3)
        rows.insert(TypedItem("new"), at: 0)
        #expect(rows.index(of: id) == 4)
        rows.reverse()
        #expect(rows.index(of: id) == 96)
        rows.sort { $0.name > $1.name }
        #expect(rows[id: id]?.name == "\(index)")
        rows.removeAll { $0.name != "\(index)" }
        #expect(rows.index(of: id) == 0)
        #expect(names(rows) == ["\(index)"])
    }

    @Test(arguments: [
        ([2], 0, "20134"), ([0], 3, "12034"), ([0, 3], 2, "10324"), ([1, 2], 5, "03412"),
        ([4, 0], 5, "12304"), ([1, 3, 4], 1, "01342"), ([], 3, "01234"), ([2], 2, "01234"),
        ([2], 3, "01234"), ([0, 1, 2, 3, 4], 2, "01234"),
    ])
    func rowsThatAreMovedTogetherKeepTheirOrder(indexes: [Int], offset: Int, expected: String) {
        var rows = ValidatedRows((0..<5).map { TypedItem("\($0)") })
        let ids = (0..<5).map { rows.id(at: $0) }
        // An index set has no order either.
        rows.move(at: IndexSet(indexes), to: offset)
        #expect(names(rows).joined() == expected)
        let moved = expected.compactMap(\.wholeNumberValue).map { ids[$0] }
        #expect((0..<5).map { rows.id(at: $0) } == moved)
    }

    @Test func aRowThatIsSetStaysTheSameRow() {
        var rows = many
        let id = rows.id(at: 40)
        rows[40] = TypedItem("other")
        #expect(rows.id(at: 40) == id)
        rows[id: id]?.low = 7
        #expect(rows[40].low == 7)
        #expect(many[40].low == 1)
    }

    @Test func aRowThatIsGoneIsNotSet() {
        var rows = many
        let id = rows.id(at: 40)
        rows[id: id] = nil
        #expect(rows.count == 99 && rows[id: id] == nil)
        rows[id: id] = TypedItem("late")
        #expect(!names(rows).contains("late"))
    }

    @Test(arguments: [0, 40, 99])
    func aRowOfAViewIsFoundWhereverItIsNow(index: Int) {
        var rows = many
        let row = rows.rows[index]
        #expect(row == many.rows[index])
        rows.reverse()
        rows[row].low = 7
        #expect(rows[99 - index].low == 7 && rows[row].low == 7)
        #expect(rows.rows[99 - index] != row)
        rows[id: row.id] = nil
        #expect(rows[row].low == 1)
        rows[row].low = 8
        #expect(!rows.contains { $0.low == 8 })
    }

    @Test func rowsAreEqualIfTheirElementsAre() {
        let (one, other): (ValidatedRows<TypedItem>, ValidatedRows<TypedItem>)
        one = [TypedItem("a"), TypedItem("b")]
        other = [TypedItem("a"), TypedItem("b")]
        #expect(one == other)
        #expect(one.id(at: 0) != other.id(at: 0))
        #expect(one != [TypedItem("a"), TypedItem("c")])
        #expect(one != [TypedItem("a")])
        #expect(ValidatedRows<TypedItem>().isEmpty)
    }

    @Test func rowsAreAnArrayOfObjectsForRules() {
        let rows: ValidatedRows = [TypedItem("Tea"), TypedItem("", low: 3)]
        #expect(
            rows.ruleValue == [
                ["name": "Tea", "low": 1, "high": 2], ["low": 3, "high": 2],
            ])
    }

    @Test func rowsAreEncodedAsTheirElements() throws {
        let order = TypedOrder.with("Tea")
        let data = try JSONEncoder().encode(order)
        let decoded = try JSONDecoder().decode(TypedOrder.self, from: data)
        #expect(decoded == order)
        #expect(throws: FormError.decodedField("customer")) { try decoded.check() }
        #expect(throws: FormError.decodedField("name")) {
            try decoded.withRules(of: TypedOrder()).check()
        }
        var ruled = decoded.withRules(of: .with("template"))
        try ruled.check()
        ruled.items[0].name = "x"
        let isRuledValid = ruled.validate()
        #expect(!isRuledValid)
        #expect(ruled.errors.map(\.field) == ["items[0].name"])
    }

    // MARK: - Without a controller

    @Test func aFormChecksItsRows() {
        var order = TypedOrder.with("Tea", "x")
        order.items[0].low = 5
        #expect(!order.isValid)
        let isFirstValid = order.validate()
        #expect(!isFirstValid)
        #expect(
            order.errors.map { "\($0.field): \($0.messages)" } == [
                #"items[0].high: ["must be greater than low"]"#,
                #"items[1].name: ["must have at least 2 characters"]"#,
            ])
        #expect(order.firstInvalidField == "items[0].high")
        #expect(order.state(of: "items[1].low") == .valid)
        #expect(order.items[1].$name.state.isInvalid)
        order.items[0].high = 8
        order.items[1].name = "Salt"
        let isValid = order.validate()
        #expect(isValid && order.isValid)
        order.items.removeAll()
        #expect(!order.isValid && !order.isFilled)
    }

    @Test func errorsOfAServerAreAtTheirRow() {
        var order = TypedOrder.with("Tea", "Salt")
        let rest = order.apply(
            ServerErrors([
                ServerError("is sold out", at: "/items/1/name"),
                ServerError("too much", at: "items[0].low"), ServerError("?", at: "/items/7/name"),
                ServerError("closed", at: "/shop"),
            ]))
        #expect(order.items[1].$name.messages == ["is sold out"])
        #expect(order.items[0].$low.messages == ["too much"])
        #expect(order.$items.messages == ["?"])
        #expect(rest.map(\.message) == ["closed"])
        order.items[1].name = "Oil"
        #expect(order.items[1].$name.messages == [])
    }

    @Test func rowsInRowsAreCheckedWithTheirArray() {
        struct Box: ValidatableForm, Equatable {
            @Validate(.maxItems(3)) var items: ValidatedRows<TypedItem> = []

            static let validatedFields: [ValidatedField<Box>] = [ValidatedField("items", \.$items)]
        }
        struct Shelf: ValidatableForm, Equatable {
            @Validate var boxes: ValidatedRows<Box> = []

            static let validatedFields: [ValidatedField<Shelf>] = [
                ValidatedField("boxes", \.$boxes)
            ]
        }
        var shelf = Shelf()
        shelf.boxes.append(Box())
        shelf.boxes[0].items.append(TypedItem("x"))
        #expect(!shelf.isValid)
        let isValid = shelf.validate()
        #expect(!isValid)
        #expect(shelf.errors.map(\.field) == ["boxes[0].items[0].name"])
    }
}
