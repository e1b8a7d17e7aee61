// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird

/// The format that the body of a request is written in.
enum BodyFormat: Equatable {
    case json
    case urlEncoded
    case multipart(boundary: String)

    /// The format that the headers of a request name; JSON where they name none.
    ///
    /// - Throws: `ValidationProblem` with status 415 for anything else.
    init(_ headers: HTTPFields) throws(ValidationProblem) {
        guard let text = headers[.contentType] else {
            self = .json
            return
        }
        guard let type = ContentType(text) else {
            throw .unsupported("The content type '\(text)' is malformed.")
        }
        if let charset = type.parameters["charset"], charset.lowercased() != "utf-8" {
            throw .unsupported("The character set '\(charset)' is not supported; send UTF-8.")
        }
        switch type.name {
        case "application/json": self = .json
        case "application/x-www-form-urlencoded": self = .urlEncoded
        case "multipart/form-data":
            guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count)
            else {
                throw ValidationProblem(
                    .badRequest, "The content type has no boundary of 1 to 70 characters.")
            }
            self = .multipart(boundary: boundary)
        default:
            guard type.name.hasPrefix("application/"), type.name.hasSuffix("+json") else {
                throw .unsupported(
                    "The content type '\(type.name)' is not supported; send application/json, "
                        + "application/x-www-form-urlencoded or multipart/form-data.")
            }
            self = .json
        }
    }
}

/// The value of a header `Content-Type` (RFC 9110, 8.3.1).
public struct ContentType: Sendable, Equatable {
    /// The type in lower case: `application/json`.
    public let name: String
    /// The parameters by their names in lower case; if a name appears twice, the first one counts.
    public let parameters: [String: String]

    /// Reads a header; the result is `nil` if its value is not a type.
    public init?(_ text: String) {
        var parts = Self.parts(of: text)[...]
        guard let first = parts.popFirst() else { return nil }
        name = Self.trimmed(first).lowercased()
        let halves = name.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }), !name.contains(" ") else {
            return nil
        }
        var parameters: [String: String] = [:]
        for part in parts {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let key = Self.trimmed(part[..<equals]).lowercased()
            let value = Self.unquoted(Self.trimmed(part[part.index(after: equals)...]))
            if parameters[key] == nil { parameters[key] = value }
        }
        self.parameters = parameters
    }

    /// The parts between semicolons that are not in quotes.
    private static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { value.append(character) }
        }
        return value
    }
}

extension ValidationProblem {
    static func unsupported(_ detail: String) -> ValidationProblem {
        ValidationProblem(.unsupportedMediaType, detail)
    }
}
