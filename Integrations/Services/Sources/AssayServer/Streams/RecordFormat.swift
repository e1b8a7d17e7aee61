// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import HTTPTypes

/// The format in which the records of a request are written.
enum RecordFormat {
    /// A JSON document: one record, or an array of them.
    case document
    /// One record after the other, of any number.
    case stream(ReaderOptions)
    /// A form.
    case form

    /// - Parameter header: The header `Content-Type`, or `nil` for JSON.
    /// - Throws: `ValidationProblem` with status 415 for anything else.
    init(contentType header: String?) throws(ValidationProblem) {
        // The usual type is not parsed.
        guard let header, header != "application/json" else {
            self = .document
            return
        }
        guard let type = ContentType(header), let format = try Self(type) else {
            throw ValidationProblem(
                .unsupportedMediaType,
                "Records of type '\(header)' are not supported; send application/json, "
                    + "application/x-ndjson, text/csv or text/tab-separated-values, or a form.")
        }
        if let charset = type.parameters["charset"], charset.lowercased() != "utf-8" {
            throw ValidationProblem(
                .unsupportedMediaType, "Records in '\(charset)' are not supported; send UTF-8.")
        }
        self = format
    }

    /// Nil for a type that is not read.
    private init?(_ type: ContentType) throws(ValidationProblem) {
        var options = ReaderOptions()
        switch type.name {
        case let name where Self.lineTypes.contains(name):
            options.format = .ndjson
            self = .stream(options)
        case let name where Self.csvTypes.contains(name):
            options.format = .csv
            options.hasHeader = type.parameters["header"]?.lowercased() != "absent"
            if name != "text/csv" {
                options.delimiter = UInt8(ascii: "\t")
                options.csv.quote = .off
            }
            try DialectParameters(type.parameters).apply(to: &options)
            self = .stream(options)
        case "application/x-www-form-urlencoded", "multipart/form-data": self = .form
        case let name where name.hasPrefix("application/"):
            guard name == "application/json" || name.hasSuffix("+json") else { return nil }
            self = .document
        default: return nil
        }
    }

    private static let lineTypes: Set = [
        "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/x-jsonlines",
    ]

    /// The types of CSV; in the second one, cells are separated by tabs, and a quote is text.
    private static let csvTypes: Set = ["text/csv", "text/tab-separated-values"]

    /// Returns `true` if a request with this `Content-Type` may take as long as it likes.
    static func isStream(_ header: String?) -> Bool {
        guard let header, header != "application/json", let name = ContentType(header)?.name else {
            return false
        }
        return lineTypes.contains(name) || csvTypes.contains(name)
    }
}

extension HTTPFields {
    /// Returns `true` if a request declares a body that is read whole before it is answered: one with
    /// a length of at most `limit` bytes, or none (RFC 9112, 6).
    func declareWholeBody(limit: Int) -> Bool {
        guard self[.transferEncoding] == nil else { return false }
        guard let length = self[.contentLength] else { return true }
        return Int(length).map { $0 <= limit } ?? false
    }
}
