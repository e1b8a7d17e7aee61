// SPDX-License-Identifier: Apache-2.0

/// The key of an element, and that of a superclass.
package struct PlaceKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package static let ofSuperclass = PlaceKey(stringValue: "super")

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) { self.init(index: intValue) }

    package init(index: Int) {
        stringValue = String(index)
        intValue = index
    }
}
