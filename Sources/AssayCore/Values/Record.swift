// SPDX-License-Identifier: Apache-2.0

/// One object whose fields are validated, owned by Swift.
///
/// ```swift
/// let record: Record = ["email": "a@b.example", "age": 41]
/// ```
public struct Record: Sendable, Equatable {
    public var fields: Value.Object
    /// The values come from text (a form, a CSV row): rules such as `integer` parse strings.
    public var isText: Bool

    public init(_ fields: Value.Object, isText: Bool = false) {
        self.fields = fields
        self.isText = isText
    }

    /// Nil unless the value is an object.
    public init?(_ value: Value) {
        guard case .object(let object) = value else { return nil }
        self.init(object)
    }

    /// A record from text: an empty string is an absent field.
    public init(text fields: [(key: String, value: String)]) {
        self.init(
            Value.Object(fields.filter { !$0.value.isEmpty }.map { ($0.key, .string($0.value)) }),
            isText: true)
    }

    /// The field with this key, or `absent`.
    public subscript(_ key: String) -> Value {
        get { fields[key] ?? .absent }
        set { fields[key] = newValue == .absent ? Value?.none : newValue }
    }
}

extension Record: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(Value.Object(elements.map { (key: $0.0, value: $0.1) }))
    }
}
