// SPDX-License-Identifier: Apache-2.0

/// One object whose fields are validated, owned by Swift.
///
/// ```swift
/// let record: ValidationRecord = ["email": "a@b.example", "age": 41]
/// ```
public struct ValidationRecord: Sendable, Equatable {
    /// The members of the object, in order.
    public var fields: Value.Object
    /// The values come from text (a form, a CSV row): rules such as `integer` parse strings.
    package var isText: Bool
    /// The keys of fields whose texts are empty, so that the fields are absent although the record gives
    /// them.
    package var emptyFields: [String] = []

    /// A record of typed values.
    public init(_ fields: Value.Object) {
        self.init(fields, isText: false)
    }

    /// A record of some fields; `isText` says that they come from text.
    package init(_ fields: Value.Object, isText: Bool) {
        self.fields = fields
        self.isText = isText
    }

    /// Creates a record of typed values from an object, or `nil` from any other value.
    public init?(_ value: Value) {
        guard case .object(let object) = value else { return nil }
        self.init(object)
    }

    /// A record from text: an empty string is an absent field.
    public init(text fields: [(key: String, value: String)]) {
        self.init(
            Value.Object(fields.filter { !$0.value.isEmpty }.map { ($0.key, .string($0.value)) }),
            isText: true)
        emptyFields = fields.filter(\.value.isEmpty).map(\.key)
    }

    /// A record from the fields of a form or a query, in order: as from text, with arrays.
    ///
    /// A key that appears several times, or ends in `[]`, is an array of the texts that are not empty.
    public init(form fields: [(key: String, value: String)]) {
        var keys: [ExactKey] = []
        var texts: [ExactKey: (key: String, isArray: Bool, values: [Value])] = [:]
        for (key, value) in fields where !value.isEmpty {
            let (name, isArray) = Self.name(ofFormKey: key)
            let exact = ExactKey(name)
            if texts[exact] == nil { keys.append(exact) }
            texts[exact, default: (name, isArray, [])].values.append(.string(value))
        }
        let members = keys.compactMap { texts[$0] }.map { field in
            let isArray = field.isArray || field.values.count > 1
            return (key: field.key, value: isArray ? .array(field.values) : field.values[0])
        }
        self.init(Value.Object(members), isText: true)
        emptyFields = fields.filter(\.value.isEmpty).map { Self.name(ofFormKey: $0.key).name }
    }

    /// The name of the field of a form that a key is about, and `true` if the key says that it is an
    /// array.
    private static func name(ofFormKey key: String) -> (name: String, isArray: Bool) {
        let isArray = key.hasSuffix("[]") && key.utf8.count > 2
        return (isArray ? String(key.dropLast(2)) : key, isArray)
    }

    /// The field with this key, or `absent`.
    public subscript(_ key: String) -> Value {
        get { fields[key] ?? .absent }
        set {
            fields[key] = newValue == .absent ? Value?.none : newValue
            emptyFields.removeAll { $0.hasSameBytes(as: key) }
        }
    }
}

extension ValidationRecord: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(Value.Object(elements.map { (key: $0.0, value: $0.1) }))
    }
}
