// SPDX-License-Identifier: Apache-2.0

/// A report as the body of an HTTP response: problem details for HTTP APIs (RFC 9457).
///
/// `json` is the body, and `mediaType` its type; frameworks that encode responses take the value
/// itself.
public struct ProblemDetails: Sendable {
    /// The media type of the JSON form.
    public static let mediaType = "application/problem+json"

    /// A URI that identifies the kind of problem.
    public var type = "about:blank"
    /// The meaning of `type`, for people: with `about:blank` the phrase of HTTP for the status, in the language of the
    /// messages.
    public var title = AnswerText.unprocessableContent.rawValue
    /// The HTTP status code, which the response has too.
    public var status = 422
    /// The explanation of this case, such as the number of errors.
    public var detail: String?
    /// A URI that identifies this case.
    public var instance: String?
    /// `true` if the report is about a part of a record, which the body says as `"partial":true`.
    package var isPartial = false
    /// The rules about records of a data set, which were not checked.
    package var unchecked: [String] = []
    /// The findings, in the order of the report.
    package var errors: [ProblemError]

    /// The errors, faults and pending rules of a report; warnings leave a record valid and are left
    /// out.
    ///
    /// - Parameters:
    ///   - report: A report that is not valid.
    ///   - messages: Replaces messages by code, such as by messages in another language.
    public init(_ report: ValidationReport, messages: MessageCatalogue = [:]) {
        errors =
            report.violations.filter { $0.severity == .error }.map { violation in
                ProblemError(
                    detail: messages.message(of: violation), pointer: violation.pointer,
                    code: violation.code, rule: violation.rule, parameters: violation.parameters,
                    source: violation.source)
            }
            + (report.faults + report.pending).map { fault in
                ProblemError(
                    detail: messages.message(of: fault), pointer: fault.pointer, code: fault.code,
                    rule: fault.rule, parameters: [], source: fault.source)
            }
        title = messages.text(ofAnswer: title)
        detail = Self.detail(errors.count + report.droppedCount, messages)
        isPartial = report.isPartial
        unchecked = report.unchecked
    }

    /// The number of errors, as translations know it.
    package static let countPhrase = "{count} {count:error|errors}"

    private static func detail(_ count: Int, _ messages: MessageCatalogue) -> String {
        messages.text(countPhrase, ["count": .integer(Int64(count))])
    }

    /// The body: compact JSON text.
    public var json: String {
        var bytes: [UInt8] = []
        for error in errors {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
            error.append(to: &bytes)
        }
        return String(decoding: json(around: bytes), as: UTF8.self)
    }

    /// The body of a response, of errors that `ProblemError.append` has written.
    ///
    /// - Parameters:
    ///   - errorCount: The number of errors, including the ones that are not written.
    ///   - errors: Their objects, with commas between them.
    ///   - messages: The messages that the errors have.
    ///   - isPartial: `true` if they are about a part of a record.
    ///   - unchecked: The rules about records of a data set, which were not checked.
    /// - Returns: Compact JSON text.
    package static func json(
        errorCount: Int, errors: [UInt8], messages: MessageCatalogue, isPartial: Bool = false,
        unchecked: [String] = []
    ) -> [UInt8] {
        var details = ProblemDetails(ValidationReport())
        details.isPartial = isPartial
        details.unchecked = unchecked
        details.title = messages.text(ofAnswer: details.title)
        details.detail = detail(errorCount, messages)
        return details.json(around: errors)
    }

    private func json(around errors: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("{\"type\":" as StaticString)
        JSONText.append(type, to: &bytes)
        bytes.append(",\"title\":" as StaticString)
        JSONText.append(title, to: &bytes)
        bytes.append(",\"status\":" as StaticString)
        bytes.append(decimal: status)
        for (name, text) in [("detail", detail), ("instance", instance)] {
            guard let text else { continue }
            bytes.append(",\"\(name)\":")
            JSONText.append(text, to: &bytes)
        }
        if isPartial { bytes.append(",\"partial\":true" as StaticString) }
        if !unchecked.isEmpty {
            bytes.append(",\"unchecked\":" as StaticString)
            JSONText.append(.array(unchecked.map { .string($0) }), to: &bytes)
        }
        bytes.append(",\"errors\":[" as StaticString)
        bytes.append(contentsOf: errors)
        bytes.append("]}" as StaticString)
        return bytes
    }

    package var object: Value {
        var members: [(key: String, value: Value)] = [
            ("type", .string(type)), ("title", .string(title)), ("status", .integer(Int64(status))),
        ]
        if let detail { members.append(("detail", .string(detail))) }
        if let instance { members.append(("instance", .string(instance))) }
        if isPartial { members.append(("partial", true)) }
        if !unchecked.isEmpty {
            members.append(("unchecked", .array(unchecked.map { .string($0) })))
        }
        members.append(("errors", .array(errors.map(\.object))))
        return .object(Value.Object(members))
    }
}

extension ProblemDetails: Encodable {
    /// Writes the members that `json` has, for frameworks that encode the body of a response.
    public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }
}

/// A finding in problem details.
package struct ProblemError: Sendable {
    /// The message.
    package var detail: String
    /// An RFC 6901 JSON Pointer; the JSON form has it as a URI fragment, such as `#/age`.
    package var pointer: String
    package var code: String
    package var rule: String
    package var parameters: [MessageParameter]
    /// The place in the document, or `nil` for a record that comes from no document.
    package var source: RecordSource?

    package var object: Value {
        var object = Value.Object([
            ("detail", .string(detail)), ("pointer", .string(Self.fragment(pointer))),
            ("code", .string(code)), ("rule", .string(rule)),
            ("parameters", parameters.object),
        ])
        if let source, source.hasLine { object.members.append(("source", source.object)) }
        return .object(object)
    }

    /// Appends an error as an object.
    ///
    /// - Parameters:
    ///   - text: The text of its rule and code.
    ///   - pointer: A JSON Pointer, which is written as a URI fragment.
    ///   - bytes: The text so far.
    package static func append(_ text: FindingText, pointer: String, to bytes: inout [UInt8]) {
        append(
            detail: text.message, pointer: pointer, code: text.code, rule: text.rule,
            parametersJSON: text.parametersJSON, source: nil, to: &bytes)
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        var json: [UInt8] = []
        JSONText.append(parameters.object, to: &json)
        Self.append(
            detail: detail, pointer: pointer, code: code, rule: rule, parametersJSON: json,
            source: source, to: &bytes)
    }

    private static func append(
        detail: String, pointer: String, code: String, rule: String, parametersJSON: [UInt8],
        source: RecordSource?, to bytes: inout [UInt8]
    ) {
        let members: [(StaticString, String)] = [
            ("{\"detail\":", detail), (",\"pointer\":", fragment(pointer)),
            (",\"code\":", code), (",\"rule\":", rule),
        ]
        for (name, text) in members {
            bytes.append(name)
            JSONText.append(text, to: &bytes)
        }
        bytes.append(",\"parameters\":" as StaticString)
        bytes.append(contentsOf: parametersJSON)
        if let source, source.hasLine {
            bytes.append(",\"source\":" as StaticString)
            JSONText.append(source.object, to: &bytes)
        }
        bytes.append("}" as StaticString)
    }

    /// The URI fragment of a pointer (RFC 6901, section 6): what RFC 3986 does not allow in a
    /// fragment is percent-encoded.
    private static func fragment(_ pointer: String) -> String {
        "#" + PercentEncoding.encode(pointer, allowing: "!$&'()*+,;=:@/?")
    }
}
