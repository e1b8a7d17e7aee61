// SPDX-License-Identifier: Apache-2.0
public import Assay
import AssayFoundation
public import Hummingbird
import HTTPTypes
import NIOCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The options for reading and validating the body of a request.
public struct BodyOptions: Sendable {
    /// The limits on the size and the depth of a body.
    public var limits: JSONLimits
    /// The limits on the number of asynchronous rules that run at once, and on their time.
    public var asyncLimits: AsyncLimits
    /// Makes the decoder, whose strategies are used for the type.
    public var makeDecoder: @Sendable () -> JSONDecoder

    /// Makes options.
    ///
    /// - Parameters:
    ///   - limits: 1 MiB by default.
    ///   - asyncLimits: The engine's limits by default.
    ///   - makeDecoder: By default makes a decoder that reads dates in ISO 8601, as Hummingbird's
    ///     own.
    public init(
        limits: JSONLimits = JSONLimits(), asyncLimits: AsyncLimits = AsyncLimits(),
        makeDecoder: @escaping @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
    ) {
        self.limits = limits
        self.asyncLimits = asyncLimits
        self.makeDecoder = makeDecoder
    }
}

extension Request {
    /// Validates the body and decodes it.
    ///
    /// JSON, `application/x-www-form-urlencoded` and the texts of `multipart/form-data` are read; a form is
    /// validated as a record from text.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - validators: Their rules.
    ///   - context: The context of the request.
    ///   - options: The options for reading the body.
    ///   - partial: `true` for a body with a part of the fields, such as that of a PATCH; see
    ///     `ValidatorsManager.validate(_:partial:)`.
    /// - Returns: The value.
    /// - Throws: `ValidationProblem`, which answers 422 with everything that is wrong, in the language that
    ///   `Accept-Language` asks for; 400 for what is malformed, with its place; 413 and 415.
    public func decode<Body: Decodable & Sendable>(
        _ type: Body.Type, by validators: ValidatorsManager, context: some RequestContext,
        options: BodyOptions = BodyOptions(), partial: Bool = false
    ) async throws -> Body {
        let format = try BodyFormat(headers)
        let body = try await collectedBody(limit: options.limits.maximumBytes)
        return try await problems(of: validators) {
            guard format != .json else {
                return try await validators.decode(
                    type, from: body.readableBytesView, limits: options.limits,
                    decoder: options.makeDecoder(), within: options.asyncLimits, partial: partial)
            }
            return try await validators.decode(
                type, fromForm: try Self.fields(of: body, format, options.limits),
                decoder: options.makeDecoder(), within: options.asyncLimits, partial: partial)
        }
    }

    /// Validates the query and decodes it, as a form.
    ///
    /// - Parameters:
    ///   - type: The type of the query.
    ///   - validators: Their rules.
    ///   - context: The context of the request.
    ///   - options: The options for validating it.
    /// - Returns: The value.
    /// - Throws: `ValidationProblem`, which answers 422 with everything that is wrong.
    public func decodeQuery<Query: Decodable & Sendable>(
        _ type: Query.Type, by validators: ValidatorsManager, context: some RequestContext,
        options: BodyOptions = BodyOptions()
    ) async throws -> Query {
        try await problems(of: validators) {
            try await validators.decode(
                type,
                fromForm: try Self.fields(
                    of: ByteBuffer(string: uri.query ?? ""), .urlEncoded, options.limits),
                decoder: options.makeDecoder(), within: options.asyncLimits)
        }
    }

    /// Validates the parameters of the path and decodes them, as a form.
    ///
    /// Their percent escapes are decoded, as those of a query are: `ann%40example.org` is `ann@example.org`.
    ///
    /// - Parameters:
    ///   - type: The type of the parameters.
    ///   - validators: Their rules.
    ///   - context: The context of the request, which has the parameters.
    ///   - options: The options for validating them.
    /// - Returns: The value.
    /// - Throws: `ValidationProblem`, which answers 422 with everything that is wrong.
    public func decodeParameters<Parameters: Decodable & Sendable>(
        _ type: Parameters.Type, by validators: ValidatorsManager, context: some RequestContext,
        options: BodyOptions = BodyOptions()
    ) async throws -> Parameters {
        let fields = context.parameters.map {
            (key: String($0.key), value: $0.value.decodedPathSegment)
        }
        return try await problems(of: validators) {
            try await validators.decode(
                type, fromForm: fields, decoder: options.makeDecoder(), within: options.asyncLimits)
        }
    }

    /// Validates the body, the asynchronous rules too.
    ///
    /// - Parameters:
    ///   - validators: Their rules.
    ///   - options: The options for reading the body.
    ///   - partial: `true` for a body with a part of the fields.
    /// - Returns: The report, which may be that of a body that is not a JSON document; and the
    ///   body.
    /// - Throws: `ValidationProblem` with 400 for a malformed form, 413 and 415.
    public func validate(
        by validators: ValidatorsManager, options: BodyOptions = BodyOptions(),
        partial: Bool = false
    ) async throws -> (report: ValidationReport, body: ByteBuffer) {
        let format = try BodyFormat(headers)
        let body = try await collectedBody(limit: options.limits.maximumBytes)
        guard format != .json else {
            let report = await validators.validate(
                json: body.readableBytesView, limits: options.limits, within: options.asyncLimits,
                partial: partial)
            return (report, body)
        }
        let record = ValidationRecord(form: try Self.fields(of: body, format, options.limits))
        let report = await validators.validate(
            record, within: options.asyncLimits, partial: partial)
        return (report, body)
    }

    /// The texts of a form: for `decode(_:fromForm:)`, and for a page that shows again what was typed.
    ///
    /// - Parameter options: The options for reading the body.
    /// - Returns: The fields of `application/x-www-form-urlencoded` or `multipart/form-data`, in their order.
    /// - Throws: `ValidationProblem` with 400 for a malformed form, 413, and 415 for anything else.
    public func formFields(
        options: BodyOptions = BodyOptions()
    ) async throws -> [(key: String, value: String)] {
        let format = try BodyFormat(headers)
        guard format != .json else { throw ValidationProblem.unsupported("Send a form.") }
        let body = try await collectedBody(limit: options.limits.maximumBytes)
        return try Self.fields(of: body, format, options.limits)
    }

    /// The body, if it is not too long; a body in gzip is unpacked.
    ///
    /// - Parameter limit: The most bytes of the unpacked body.
    /// - Returns: All of it.
    /// - Throws: `ValidationProblem` with status 413, 415 for another encoding than gzip, and 400 for a body that
    ///   is not gzip.
    public func collectedBody(limit: Int) async throws -> ByteBuffer {
        let request = try unpacked()
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw ValidationProblem.tooLarge(limit: limit)
        }
        do {
            return try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw ValidationProblem.tooLarge(limit: limit)
        }
    }

    /// The messages in the language of the client; without a wish, those of the rules.
    public func messages(of registry: RuleRegistry) -> MessageCatalogue {
        headers[.acceptLanguage].map { registry.messages(accepting: $0) } ?? [:]
    }

    /// Makes problems of what validation throws.
    private func problems<Result>(
        of validators: ValidatorsManager, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as ValidationError {
            throw ValidationProblem(
                error.report, messages: messages(of: validators.registry))
        }
    }

    private static func fields(
        of body: ByteBuffer, _ format: BodyFormat, _ limits: JSONLimits
    ) throws(ValidationProblem) -> [(key: String, value: String)] {
        do throws(FormFields.Malformed) {
            switch format {
            case .multipart(let boundary):
                return try FormFields(
                    multipart: Array(body.readableBytesView), boundary: boundary,
                    maximum: limits.maximumKeys
                ).fields
            case .json, .urlEncoded:
                return try FormFields(
                    urlEncoded: body.readableBytesView, maximum: limits.maximumKeys
                ).fields
            }
        } catch {
            throw ValidationProblem(
                .badRequest, "The form is malformed at byte \(error.offset): \(error.reason).")
        }
    }
}

extension ValidationProblem {
    static func tooLarge(limit: Int) -> ValidationProblem {
        ValidationProblem(
            .contentTooLarge, "The body is longer than \(limit) bytes.",
            headers: [.connection: "close"])
    }
}
