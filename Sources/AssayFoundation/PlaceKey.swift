// SPDX-License-Identifier: Apache-2.0

/// The key of an element, and that of a superclass.
struct PlaceKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let ofSuperclass = PlaceKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(index: intValue) }

    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }
}
