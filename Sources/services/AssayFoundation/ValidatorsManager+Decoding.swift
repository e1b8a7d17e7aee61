// SPDX-License-Identifier: Apache-2.0
public import Assay
import AssayFoundationValues
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// From the bytes of a request to a value of its type, or to one error with all that is wrong.
extension ValidatorsManager {
    /// Validates a JSON document and decodes it.
    ///
    /// What the type does not accept is a violation as well: with its pointer, its place in the document
    /// and one of the codes `decoding.typeMismatch`, `decoding.valueNotFound`, `decoding.keyNotFound`
    /// and `decoding.dataCorrupted`. All of them are reported, up to 100; after a value of a type that decodes
    /// itself in a way of its own, the ones that follow in the same object may be left out. Where a rule has
    /// found a violation, decoding adds none.
    ///
    /// With a strategy that converts keys, a document can have a property under several keys: a rule set
    /// should reject unknown fields then. Documents of more than 256 levels are not decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the document.
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep the document may be, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used. It decodes what Foundation has a form of
    ///     its own for in JSON: `Date`, `Data`, `Decimal` and `URL`.
    ///   - partial: `true` for a document with a part of the fields, which the type may lack then; see
    ///     `validate(_:partial:)`.
    /// - Returns: The value. With rules that only warn, the document can have warnings.
    /// - Throws: `ValidationError`, also for asynchronous rules, which are pending; and what the type
    ///   itself throws other than a `DecodingError`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type, from document: some Collection<UInt8>,
        limits: JSONLimits = JSONLimits(), decoder: JSONDecoder = JSONDecoder(),
        partial: Bool = false
    ) throws -> Decoded {
        let read = try read(type, from: document, limits, decoder, partial: partial)
        read.observed?.tell([read.report])
        return try read.valid(by: read.report)
    }

    /// Validates a JSON text and decodes it; see the other `decode(_:from:limits:decoder:)`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type, from text: String, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder(), partial: Bool = false
    ) throws -> Decoded {
        try decode(type, from: text.utf8, limits: limits, decoder: decoder, partial: partial)
    }

    /// Validates a JSON document and decodes it; see the other `decode(_:from:limits:decoder:)`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type, from document: RawSpan, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Decoded {
        try document.withUnsafeBytes {
            try decode(type, from: $0, limits: limits, decoder: decoder)
        }
    }

    /// Validates a JSON document and decodes it; see the other `decode(_:from:limits:decoder:)`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type, from document: Span<UInt8>, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Decoded {
        try decode(type, from: document.bytes, limits: limits, decoder: decoder)
    }

    /// Validates a JSON document, the asynchronous rules too, and decodes it; see the other
    /// `decode(_:from:limits:decoder:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the document.
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep the document may be, also for the decoder.
    ///   - decoder: Its strategies and its `userInfo` are used. It decodes what Foundation has a form of
    ///     its own for in JSON: `Date`, `Data`, `Decimal` and `URL`.
    ///   - asyncLimits: How many rules run at once, and how long: `.seconds(2)`.
    ///   - partial: `true` for a document with a part of the fields.
    /// - Returns: The value.
    /// - Throws: `ValidationError`, and what the type itself throws other than a `DecodingError`.
    public func decode<Decoded: Decodable & Sendable>(
        _ type: Decoded.Type, from document: some Collection<UInt8> & Sendable,
        limits: JSONLimits = JSONLimits(), decoder: JSONDecoder = JSONDecoder(),
        within asyncLimits: AsyncLimits, partial: Bool = false
    ) async throws -> Decoded {
        let read = try read(type, from: document, limits, decoder, partial: partial)
        let reports = await Self.complete(
            [read.report], with: read.requests, within: asyncLimits, read.observed)
        read.observed?.tell(reports)
        return try read.valid(by: reports.first ?? read.report)
    }

    /// Validates a JSON text, the asynchronous rules too, and decodes it; see the other
    /// `decode(_:from:limits:decoder:within:)`.
    public func decode<Decoded: Decodable & Sendable>(
        _ type: Decoded.Type, from text: String, limits: JSONLimits = JSONLimits(),
        decoder: JSONDecoder = JSONDecoder(), within asyncLimits: AsyncLimits
    ) async throws -> Decoded {
        try await decode(
            type, from: text.utf8, limits: limits, decoder: decoder, within: asyncLimits)
    }

    private func read<Decoded: Decodable>(
        _ type: Decoded.Type, from document: some Collection<UInt8>, _ limits: JSONLimits,
        _ decoder: JSONDecoder, partial: Bool = false
    ) throws -> DecodedDocument<Decoded> {
        try document.withContiguousBytes { bytes in
            try validate(bytes, limits: limits, partial: partial) {
                try DecodedDocument($0, by: decoder)
            }
        }
    }
}

/// A document that was validated and decoded.
private struct DecodedDocument<Decoded: Decodable> {
    /// Nil if it is no value of the type.
    private let value: Decoded?
    let report: ValidationReport
    /// The asynchronous rules that the report deferred.
    let requests: [AsyncRequest]
    let observed: ObservedValidation?

    /// Decodes a document; where the type throws an error of its own, the observer is told of the report.
    init(_ document: CheckedDocument, by decoder: JSONDecoder) throws {
        var document = document
        do {
            value = try document.decode(Decoded.self, by: decoder)
        } catch {
            document.observed?.tell([document.report])
            throw error
        }
        report = document.report
        requests = document.requests
        observed = document.observed
    }

    /// The value, if there is one and the final report is valid.
    func valid(by report: ValidationReport) throws -> Decoded {
        guard let value, report.isValid else { throw ValidationError(report: report) }
        return value
    }
}

extension CheckedDocument {
    /// The value that the document is; nil, with a violation, if it is none.
    fileprivate mutating func decode<Decoded: Decodable>(
        _ type: Decoded.Type, by decoder: JSONDecoder
    ) throws -> Decoded? {
        guard let text else { return nil }
        guard let value = try? Value(json: text) else {
            // Deeper than a tree of values may be.
            add("decoding.dataCorrupted", template: DecodingFinding.valid, at: [])
            return nil
        }
        let decoder = ValueDecoder(value, decoder)
        do {
            return try decoder.decode(type)
        } catch let error as DecodingError {
            let errors = decoder.mismatches(of: type, after: error, byteCount: text.utf8.count)
            for error in errors { add(error, from: decoder) }
            return nil
        }
    }

    private mutating func add(_ error: DecodingError, from decoder: ValueDecoder) {
        let finding = DecodingFinding(error, from: decoder)
        add(
            finding.code, template: finding.template, parameters: finding.parameters,
            at: finding.path)
    }
}
