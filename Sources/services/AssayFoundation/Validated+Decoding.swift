// SPDX-License-Identifier: Apache-2.0
public import Assay
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Types that bring their rules, from the bytes of a request.
extension Validated where Self: Decodable {
    /// Validates a JSON document by the rules of the type and decodes it.
    ///
    /// - Parameters:
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep the document may be, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used; a strategy that converts keys must give
    ///     the coding keys that the rules name.
    /// - Returns: The value. With rules that only warn, the document can have warnings.
    /// - Throws: `ValidationError` with what the rules and the type find; `RuleSetError` for a rule set
    ///   with issues; and what the type itself throws other than a `DecodingError`.
    public static func decode(
        from document: some Collection<UInt8>, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Self {
        try validators.decode(Self.self, from: document, limits: limits, decoder: decoder)
    }

    /// Validates a JSON text by the rules of the type and decodes it; see the other
    /// `decode(from:limits:decoder:)`.
    public static func decode(
        from text: String, limits: JSONLimits = JSONLimits(), decoder: JSONDecoder = JSONDecoder()
    ) throws -> Self {
        try decode(from: text.utf8, limits: limits, decoder: decoder)
    }

    /// Validates a JSON document by the rules of the type and decodes it; see the other
    /// `decode(from:limits:decoder:)`.
    public static func decode(
        from document: RawSpan, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Self {
        try validators.decode(Self.self, from: document, limits: limits, decoder: decoder)
    }

    /// Validates a JSON document by the rules of the type and decodes it; see the other
    /// `decode(from:limits:decoder:)`.
    public static func decode(
        from document: Span<UInt8>, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Self {
        try decode(from: document.bytes, limits: limits, decoder: decoder)
    }

    /// Validates a JSON document, the asynchronous rules too, and decodes it; see the other
    /// `decode(from:limits:decoder:)`.
    ///
    /// - Parameters:
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep the document may be, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used.
    ///   - asyncLimits: How many rules run at once, and how long: `.seconds(2)`.
    /// - Returns: The value.
    /// - Throws: `ValidationError`, `RuleSetError`, and what the type itself throws.
    public static func decode(
        from document: some Collection<UInt8> & Sendable, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder(), within asyncLimits: AsyncLimits
    ) async throws -> Self where Self: Sendable {
        try await validators.decode(
            Self.self, from: document, limits: limits, decoder: decoder, within: asyncLimits)
    }

    /// Validates a JSON text, the asynchronous rules too, and decodes it; see the other
    /// `decode(from:limits:decoder:within:)`.
    public static func decode(
        from text: String, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder(), within asyncLimits: AsyncLimits
    ) async throws -> Self where Self: Sendable {
        try await decode(from: text.utf8, limits: limits, decoder: decoder, within: asyncLimits)
    }
}

extension Validated where Self: Encodable {
    /// Validates the value by the rules of its type; see `ValidationRecord.init(encoding:)`.
    ///
    /// - Returns: The report of the record that it is.
    /// - Throws: What that initializer throws, and `RuleSetError` for a rule set with issues.
    public func validate() throws -> ValidationReport {
        try Self.validators.validate(ValidationRecord(encoding: self))
    }
}
