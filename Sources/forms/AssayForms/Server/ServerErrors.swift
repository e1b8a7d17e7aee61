// SPDX-License-Identifier: Apache-2.0

/// Errors that a server found in submitted values.
///
/// A form shows each error at the field that it names; an error about no field of the form becomes
/// an error of the form. So it does for a submission that throws this, or an error that has it
/// (`ServerErrorsProviding`).
public struct ServerErrors: Error, Sendable, Equatable {
    /// The errors, in the order in which they are shown.
    public var errors: [ServerError]

    /// Takes errors in the order in which they are shown.
    public init(_ errors: [ServerError]) {
        self.errors = errors
    }

    /// Makes errors from messages by the name of the field: `["email": ["is taken"]]`.
    ///
    /// Fields come in the order of their names, since a dictionary has none of its own.
    ///
    /// - Parameter messages: The messages of each field, by its path or as a JSON Pointer.
    public init(_ messages: [String: [String]]) {
        errors = messages.sorted { $0.key < $1.key }
            .flatMap { name, messages in messages.map { ServerError($0, at: name) } }
    }

    /// Takes the errors of problem details or, if they list none, their detail or title.
    public init(_ problem: ProblemDetails) {
        errors = problem.errors.map { error in
            ServerError(
                error.detail, at: error.pointer, code: error.code, parameters: error.parameters)
        }
        if errors.isEmpty { errors = [ServerError(problem.detail ?? problem.title)] }
    }

    /// Reads the body of a response with problem details (RFC 9457).
    ///
    /// An error has a `detail`, and may have a `pointer` (a JSON Pointer, as it is or as a URI
    /// fragment), a `code` and `parameters`; other members are ignored. Where a body lists no
    /// errors, its `detail` or `title` is one.
    ///
    /// - Parameter json: The text of the body.
    /// - Throws: `ServerErrorsError` for a text that is not such a body.
    public init(problem json: String) throws(ServerErrorsError) {
        let body: Value
        do throws(JSONError) {
            body = try JSONValueParser.parse(json)
        } catch {
            throw .notJSON(error)
        }
        try self.init(problem: body)
    }

    /// Reads problem details (RFC 9457) from a value; see the initializer that takes text.
    ///
    /// - Throws: `ServerErrorsError` for a value that is not problem details.
    public init(problem body: Value) throws(ServerErrorsError) {
        guard case .object = body else { throw .unexpected(at: "", "an object") }
        errors = []
        switch body["errors"] {
        case .absent, .null: break
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                errors.append(try ServerError(element, at: "/errors/\(index)"))
            }
        default: throw .unexpected(at: "/errors", "an array")
        }
        guard errors.isEmpty else { return }
        switch (body["detail"], body["title"]) {
        case (.string(let text), _), (_, .string(let text)): errors = [ServerError(text)]
        default: throw .unexpected(at: "", "'errors', 'detail' or 'title'")
        }
    }
}

/// One error of a server.
public struct ServerError: Sendable, Equatable {
    /// The code of errors that have none of their own.
    public static let code = "server.rejected"

    /// The message, shown as it is.
    public var message: String
    /// The field that the error is about; nil for the form as a whole.
    ///
    /// A field's path, or a JSON Pointer, as it is or as a URI fragment.
    public var place: String?
    /// The stable code of the error.
    public var code: String
    /// Parameters of the error, as the server names them.
    public var parameters: [MessageParameter]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - message: The message, shown as it is.
    ///   - place: The field's path or a JSON Pointer; nil for the form as a whole.
    ///   - code: The stable code of the error.
    ///   - parameters: Parameters of the error.
    public init(
        _ message: String, at place: String? = nil, code: String = ServerError.code,
        parameters: [MessageParameter] = []
    ) {
        self.message = message
        self.place = place
        self.code = code
        self.parameters = parameters
    }

    init(_ value: Value, at pointer: String) throws(ServerErrorsError) {
        guard case .object = value else { throw .unexpected(at: pointer, "an object") }
        guard case .string(let detail) = value["detail"] else {
            throw .unexpected(at: pointer + "/detail", "a string")
        }
        self.init(detail)
        switch value["pointer"] {
        case .absent, .null: break
        case .string(let place): self.place = place
        default: throw .unexpected(at: pointer + "/pointer", "a string")
        }
        if case .string(let code) = value["code"] { self.code = code }
        if case .object(let parameters) = value["parameters"] {
            self.parameters = parameters.members.map { MessageParameter($0.key, $0.value) }
        }
    }

    public static func == (left: ServerError, right: ServerError) -> Bool {
        left.message == right.message && left.place == right.place && left.code == right.code
            && left.parameters == right.parameters
    }
}

/// An error that prevents a text or a value from being read as problem details.
public enum ServerErrorsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// The value at a place, a JSON Pointer, is not what was expected.
    case unexpected(at: String, String)

    /// A description of what was expected, and where.
    public var description: String {
        switch self {
        case .notJSON(let error): "the problem details are not JSON: \(error)"
        case .unexpected(let pointer, let expected):
            "the problem details lack \(expected) at '\(pointer)'"
        }
    }
}

/// An error with the findings of a server: throw it from a submission.
///
/// ```swift
/// extension APIError: ServerErrorsProviding {
///     var serverErrors: ServerErrors { (try? ServerErrors(problem: body)) ?? ServerErrors([]) }
/// }
/// ```
public protocol ServerErrorsProviding: Error {
    /// The findings; none for an error that is not about values, such as one of the network.
    var serverErrors: ServerErrors { get }
}

extension ServerErrors: ServerErrorsProviding {
    public var serverErrors: ServerErrors { self }
}
