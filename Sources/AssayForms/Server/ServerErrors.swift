// SPDX-License-Identifier: Apache-2.0

/// What a server says is wrong with values that it was sent.
///
/// A form shows each error at the field that it names; what names no field of the form becomes an
/// error of the form. Submissions that throw this, or another error that has it, are mapped so.
public struct ServerErrors: Error, Sendable, Equatable {
    public var errors: [ServerError]

    public init(_ errors: [ServerError]) {
        self.errors = errors
    }

    /// Errors by the name of the field: `["email": ["is taken"]]`.
    ///
    /// Fields come in the order of their names, since a dictionary has none of its own.
    ///
    /// - Parameter messages: For each field, by its path or as a JSON Pointer, what is wrong.
    public init(_ messages: [String: [String]]) {
        errors = messages.sorted { $0.key < $1.key }
            .flatMap { name, messages in messages.map { ServerError($0, at: name) } }
    }

    /// The errors of problem details, or, where they list none, what they say as a whole.
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
    /// - Throws: `ServerErrorsError` for what is no such body.
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
    /// - Throws: `ServerErrorsError` for what is no problem details.
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

    /// What is shown, as it is.
    public var message: String
    /// What the error is about; nil: the form as a whole.
    ///
    /// A field's path, or a JSON Pointer, as it is or as a URI fragment.
    public var place: String?
    public var code: String
    public var parameters: [(name: String, value: Value)]

    public init(
        _ message: String, at place: String? = nil, code: String = ServerError.code,
        parameters: [(name: String, value: Value)] = []
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
            self.parameters = parameters.members.map { (name: $0.key, value: $0.value) }
        }
    }

    public static func == (left: ServerError, right: ServerError) -> Bool {
        left.message == right.message && left.place == right.place && left.code == right.code
            && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
    }
}

/// Why a text is no problem details.
public enum ServerErrorsError: Error, Sendable, Equatable, CustomStringConvertible {
    case notJSON(JSONError)
    /// Something else was expected at a place.
    case unexpected(at: String, String)

    public var description: String {
        switch self {
        case .notJSON(let error): "the problem details are no JSON: \(error)"
        case .unexpected(let pointer, let expected):
            "the problem details lack \(expected) at '\(pointer)'"
        }
    }
}

/// An error that says what a server found wrong with values: throw it from a submission.
///
/// ```swift
/// extension APIError: ServerErrorsProviding {
///     var serverErrors: ServerErrors { (try? ServerErrors(problem: body)) ?? ServerErrors([]) }
/// }
/// ```
public protocol ServerErrorsProviding: Error {
    /// None for an error that says nothing about values, such as one of the network.
    var serverErrors: ServerErrors { get }
}

extension ServerErrors: ServerErrorsProviding {
    public var serverErrors: ServerErrors { self }
}
