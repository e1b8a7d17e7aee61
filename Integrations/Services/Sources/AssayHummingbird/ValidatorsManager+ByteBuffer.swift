// SPDX-License-Identifier: Apache-2.0
public import Assay
import AssayFoundation
public import NIOCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The readable bytes of a buffer, as they are; nothing is copied.
extension ValidatorsManager {
    /// Validates a JSON document in a buffer.
    ///
    /// - Parameters:
    ///   - document: Its readable bytes are one JSON object in UTF-8.
    ///   - limits: The limits on the size and the depth of the document.
    /// - Returns: The report, which can be that of a body that is not a JSON document.
    public func validate(
        json document: ByteBuffer, limits: JSONLimits = JSONLimits()
    ) -> ValidationReport {
        validate(json: document.readableBytesView, limits: limits)
    }

    /// Validates a JSON document in a buffer, the asynchronous rules too.
    ///
    /// - Parameters:
    ///   - document: Its readable bytes are one JSON object in UTF-8.
    ///   - limits: The limits on the size and the depth of the document.
    ///   - asyncLimits: The limits on the number of rules that run at once, and on their time:
    ///     `.seconds(2)`.
    /// - Returns: The report.
    public func validate(
        json document: ByteBuffer, limits: JSONLimits = JSONLimits(),
        within asyncLimits: AsyncLimits
    ) async -> ValidationReport {
        await validate(json: document.readableBytesView, limits: limits, within: asyncLimits)
    }

    /// Validates the records of a JSON array in a buffer.
    ///
    /// - Parameters:
    ///   - document: Its readable bytes are an array of objects in UTF-8.
    ///   - limits: How large the document may be, and each of its records. With more records than it
    ///     may have, none is validated.
    /// - Returns: A report for each element of the array, and one for the document itself.
    public func validate(
        jsonArray document: ByteBuffer, limits: JSONLimits = JSONLimits()
    ) -> ArrayReport {
        validate(jsonArray: document.readableBytesView, limits: limits)
    }

    /// Validates a JSON document in a buffer and decodes it.
    ///
    /// - Parameters:
    ///   - type: The type that it decodes to.
    ///   - document: Its readable bytes are one JSON object in UTF-8.
    ///   - limits: The limits on the size and the depth of the document, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used.
    /// - Returns: The value.
    /// - Throws: `ValidationError`, and what the type itself throws other than a `DecodingError`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type, from document: ByteBuffer, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Decoded {
        try decode(type, from: document.readableBytesView, limits: limits, decoder: decoder)
    }

    /// Validates a JSON document in a buffer, the asynchronous rules too, and decodes it.
    ///
    /// - Parameters:
    ///   - type: The type that it decodes to.
    ///   - document: Its readable bytes are one JSON object in UTF-8.
    ///   - limits: The limits on the size and the depth of the document, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used.
    ///   - asyncLimits: The limits on the number of rules that run at once, and on their time:
    ///     `.seconds(2)`.
    /// - Returns: The value.
    /// - Throws: `ValidationError`, and what the type itself throws other than a `DecodingError`.
    public func decode<Decoded: Decodable & Sendable>(
        _ type: Decoded.Type, from document: ByteBuffer, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder(), within asyncLimits: AsyncLimits
    ) async throws -> Decoded {
        try await decode(
            type, from: document.readableBytesView, limits: limits, decoder: decoder,
            within: asyncLimits)
    }
}
