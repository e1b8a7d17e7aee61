// SPDX-License-Identifier: Apache-2.0
public import Assay

extension ValidationRecord {
    /// The record that a value encodes itself as, without JSON in between.
    ///
    /// Its fields are named by coding keys. What the value does not encode, such as an optional property
    /// that is nil, is absent; what it encodes as nil is null. Of Foundation, a `Date` is a text as
    /// `dateTime` reads it, `Data` is Base64, a `Decimal` is exact, and a `URL` and a `UUID` are texts.
    ///
    /// - Parameter value: Any value that encodes an object.
    /// - Throws: `EncodingError` for a value that encodes no object and for numbers that are not finite,
    ///   and what the value itself throws.
    public init(encoding value: some Encodable) throws {
        let encoder = ValueEncoder()
        try encoder.encode(value)
        guard let encoded = encoder.node.value, let record = ValidationRecord(encoded) else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "A record must be an object."))
        }
        self = record
    }
}

extension ValidatorsManager {
    /// Runs every validator over a value of the program; see `ValidationRecord.init(encoding:)`.
    ///
    /// - Parameter value: Any value that encodes an object.
    /// - Returns: The report of the record that it is.
    /// - Throws: What the initializer throws.
    @_disfavoredOverload  // A dictionary literal is a record.
    public func validate(_ value: some Encodable) throws -> ValidationReport {
        validate(try ValidationRecord(encoding: value))
    }
}
