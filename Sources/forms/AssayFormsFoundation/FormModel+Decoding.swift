// SPDX-License-Identifier: Apache-2.0
@_exported public import AssayFoundationValues
public import AssayForms
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Submitted values as a value of a type.
extension FormModel {
    /// The values as a value of a type, whose keys are those of the record.
    ///
    /// ```swift
    /// struct SignUp: Decodable { var email: String; var age: Int; var born: Date? }
    /// let signUp = try form.decoded(as: SignUp.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type; a field that was left empty has no key, as of an optional property.
    ///   - decoder: Its strategies and its `userInfo` are used; `JSONDecoder.form` by default.
    /// - Returns: The value of `typedValues`, valid or not.
    /// - Throws: `ValidationError` with what the type does not accept (`decoding.typeMismatch`,
    ///   `valueNotFound`, `keyNotFound`, `dataCorrupted`), and what the type itself throws other
    ///   than a `DecodingError`.
    public func decoded<Decoded: Decodable>(
        as type: Decoded.Type, decoder: JSONDecoder = .form
    ) throws -> Decoded {
        try typedValues.decode(type, by: decoder)
    }

    /// Validates the form and submits it as a value of a type if it is valid; see the other `submit`.
    ///
    /// If the type does not accept a valid value, the rules and the type differ. The error is shown
    /// at the field, like an error of a server.
    ///
    /// - Parameters:
    ///   - type: The type; a field that was left empty has no key, as of an optional property.
    ///   - decoder: Its strategies and its `userInfo` are used; `JSONDecoder.form` by default.
    ///   - operation: Submits the value.
    /// - Returns: The result of the operation.
    /// - Throws: The errors of the other `submit`; `ValidationError` for values that the type does
    ///   not accept, and nothing is submitted.
    @discardableResult
    public func submit<Decoded: Decodable, Output: Sendable>(
        as type: Decoded.Type, decoder: JSONDecoder = .form,
        _ operation: @escaping @MainActor (Decoded) async throws -> Output
    ) async throws -> Output {
        try await submit { record in
            try await operation(try record.decode(type, by: decoder))
        }
    }
}

extension ValidationError: ServerErrorsProviding {
    /// The violations, at their fields.
    public var serverErrors: ServerErrors {
        ServerErrors(
            report.violations.filter { $0.severity == .error }.map { violation in
                ServerError(
                    violation.message, at: violation.pointer, code: violation.code,
                    parameters: violation.parameters)
            })
    }
}

extension JSONDecoder {
    /// A decoder that reads dates as forms have them: a date and time (RFC 3339, in UTC where it has no
    /// offset), a date, which is its midnight in UTC, or the seconds since 1970.
    public static var form: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) {
                return Date(timeIntervalSince1970: seconds)
            }
            guard let date = Date(formText: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "The text is not a date (RFC 3339).")
            }
            return date
        }
        return decoder
    }
}
