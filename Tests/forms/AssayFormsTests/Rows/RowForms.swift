// SPDX-License-Identifier: Apache-2.0
import AssayForms

extension RuleSet {
    /// An order: each offer is below the price in its row, and every price is in steps of the form.
    static var order: RuleSet {
        RuleSet(
            Field("title", .required), Field("limit", .integer),
            Field("items", .minItems(1), .maxItems(3)),
            Field("items[*].name", .required, .length(2...)),
            Field("items[*].price", .integer, .lessThan("limit")),
            Field("items[*].offer", .integer, .lessThan("items[*].price")))
    }
}

extension ValidationRecord {
    /// A record of text whose values are nested.
    static func nested(_ value: Value) -> ValidationRecord {
        guard case .object(let object) = value else { return ValidationRecord(text: []) }
        return ValidationRecord(object, isText: true)
    }

    /// A record of text with rows of names and prices.
    static func order(_ rows: (name: String, price: String)...) -> ValidationRecord {
        var record = ValidationRecord(text: [("title", "Tea"), ("limit", "100")])
        record["items"] = .array(
            rows.map { ["name": .string($0.name), "price": .string($0.price)] })
        return record
    }
}

extension FormRows {
    /// The names in their order.
    var names: [String] { all.map { $0["name"].text } }
    /// The messages of the names in their order.
    var nameMessages: [[String]] { all.map { $0["name"].messages } }
}
