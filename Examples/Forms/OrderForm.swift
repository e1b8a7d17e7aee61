// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// An order with as many items as the customer adds.
enum OrderForm {
    static let rules = #"""
        {
          "assay": 1,
          "fields": {
            "customer": "required",
            "items": "required, maxItems(20), uniqueItems(by=\"article\")",
            "items[*].article": "required, length(2...40)",
            "items[*].quantity": "required, integer, range(1...99)"
          }
        }
        """#

    /// A form with one empty item.
    @MainActor
    static func make() throws -> (form: FormModel, items: FormRows) {
        let form = try FormModel(RuleSet(parsingJSON: rules), debounce: .milliseconds(300))
        let items = try form.rows("items")
        items.append(newItem)
        return (form, items)
    }

    /// What a new item begins with.
    static let newItem: Value = ["quantity": "1"]
}
