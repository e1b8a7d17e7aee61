// SPDX-License-Identifier: Apache-2.0

// A property with rules is encoded as its value, so that a form has the JSON of a plain struct.

extension Validate: Encodable where Value: Encodable {
    /// Encodes the value alone.
    public func encode(to encoder: any Encoder) throws { try projectedValue.encode(to: encoder) }
}

extension Validate: Decodable where Value: Decodable {
    /// The value, without rules; see `ValidatableForm.withRules(of:)`.
    public init(from decoder: any Decoder) throws {
        projectedValue = try ValidatedValue(from: decoder)
    }
}

extension Required: Encodable where Value: Encodable {
    /// Encodes the value alone.
    public func encode(to encoder: any Encoder) throws { try validated.encode(to: encoder) }
}

extension Required: Decodable where Value: Decodable {
    /// The value, without rules; see `ValidatableForm.withRules(of:)`.
    public init(from decoder: any Decoder) throws {
        validated = try ValidatedValue(from: decoder)
    }
}

extension RegularExpression: Codable {
    /// Encodes the value alone.
    public func encode(to encoder: any Encoder) throws { try validated.encode(to: encoder) }

    /// The value, without rules; see `ValidatableForm.withRules(of:)`.
    public init(from decoder: any Decoder) throws {
        validated = try ValidatedValue(from: decoder)
    }
}

// What the compiler writes for a struct's `init(from:)` calls these, so that a key that is missing
// is nil, as for a property without a wrapper.
extension KeyedDecodingContainer {
    /// Decodes an optional property, nil where the key is missing.
    public func decode<Wrapped: Equatable & Decodable>(
        _ type: Validate<Wrapped?>.Type, forKey key: Key
    ) throws -> Validate<Wrapped?> {
        try decodeIfPresent(type, forKey: key) ?? Validate(unruled: nil)
    }

    /// Decodes an optional property, nil where the key is missing.
    public func decode<Wrapped: Equatable & Decodable>(
        _ type: Required<Wrapped?>.Type, forKey key: Key
    ) throws -> Required<Wrapped?> {
        try decodeIfPresent(type, forKey: key) ?? Required(unruled: nil)
    }
}

extension Validate {
    fileprivate init(unruled value: Value) {
        projectedValue = ValidatedValue(unruled: value)
    }
}

extension Required {
    fileprivate init(unruled value: Value) {
        validated = ValidatedValue(unruled: value)
    }
}
