// SPDX-License-Identifier: Apache-2.0

/// A report as the body of an HTTP response: problem details for HTTP APIs (RFC 9457).
public struct ProblemDetails: Sendable {
    /// The media type of the JSON form.
    public static let mediaType = "application/problem+json"

    /// A URI that identifies the kind of problem.
    public var type = "about:blank"
    public var title = "Unprocessable Content"
    /// The HTTP status code, which the response has too.
    public var status = 422
    /// What is wrong in this case.
    public var detail: String?
    /// A URI that identifies this case.
    public var instance: String?
    /// The findings, in the order of the report.
    public var errors: [ProblemError]

    /// The errors and faults of a report, and the rules that are still to be asked; warnings leave
    /// a record valid and are left out.
    ///
    /// - Parameters:
    ///   - report: A report that is not valid.
    ///   - messages: Replaces messages by code, such as with those of the reader's language.
    public init(_ report: ValidationReport, messages: MessageCatalogue = [:]) {
        errors =
            report.violations.filter { $0.severity == .error }.map { violation in
                ProblemError(
                    detail: messages.message(of: violation), pointer: violation.pointer,
                    code: violation.code, rule: violation.rule, parameters: violation.parameters)
            }
            + (report.faults + report.deferred.map(\.fault)).map { fault in
                ProblemError(
                    detail: messages.message(of: fault), pointer: fault.pointer, code: fault.code,
                    rule: fault.rule, parameters: [])
            }
        let count = errors.count + report.droppedCount
        detail = count == 1 ? "1 error" : "\(count) errors"
    }

    /// The JSON object; `json.json` is its text.
    public var json: Value {
        var members: [(key: String, value: Value)] = [
            ("type", .string(type)), ("title", .string(title)), ("status", .integer(Int64(status))),
        ]
        if let detail { members.append(("detail", .string(detail))) }
        if let instance { members.append(("instance", .string(instance))) }
        members.append(("errors", .array(errors.map(\.json))))
        return .object(Value.Object(members))
    }
}

/// A finding in problem details.
public struct ProblemError: Sendable {
    /// The message.
    public var detail: String
    /// An RFC 6901 JSON Pointer; the JSON form has it as a URI fragment, such as `#/age`.
    public var pointer: String
    public var code: String
    public var rule: String
    public var parameters: [(name: String, value: Value)]

    /// The JSON object.
    public var json: Value {
        let parameters = Value.Object(self.parameters.map { (key: $0.name, value: $0.value) })
        return .object(
            Value.Object([
                ("detail", .string(detail)), ("pointer", .string(Self.fragment(pointer))),
                ("code", .string(code)), ("rule", .string(rule)),
                ("parameters", .object(parameters)),
            ]))
    }

    /// The URI fragment of a pointer (RFC 6901, section 6): what RFC 3986 does not allow in a
    /// fragment is percent-encoded.
    private static func fragment(_ pointer: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = [UInt8(ascii: "#")]
        for byte in pointer.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }
}
