// SPDX-License-Identifier: Apache-2.0

/// A validator of values of one type, which throws an error of one type.
///
/// Use it for checks without a rule in the engine. (`Validator` is the rules of a field in a rule
/// set.)
public protocol ValueValidator<Value, ValidationError>: AsyncValueValidator {
    /// Returns for a valid value.
    ///
    /// - Throws: An error for an invalid value.
    func validate(_ value: Value) throws(ValidationError)
}

/// An asynchronous validator, such as one that queries a service or a database.
public protocol AsyncValueValidator<Value, ValidationError>: Sendable {
    /// The type of the values.
    associatedtype Value: Equatable & Sendable
    /// The type of the errors.
    associatedtype ValidationError: Error

    /// Returns for a valid value.
    ///
    /// - Throws: An error for an invalid value.
    func validate(_ value: Value) async throws(ValidationError)
}

/// A validator of passwords: 8 to 24 characters with a lowercase letter, an uppercase letter and a
/// number.
public struct PasswordValidator: ValueValidator {
    /// The number of characters of a password.
    public static let lengths = 8...24

    /// Makes a validator.
    public init() {}

    /// Returns for a valid password.
    ///
    /// - Throws: The error of the first rule that fails.
    public func validate(_ value: String) throws(PasswordError) {
        if let first = errors(in: value).first { throw first }
    }

    /// Returns an error for each rule that fails, in the order of the cases.
    public func errors(in password: String) -> [PasswordError] {
        PasswordError.allCases.filter { !$0.isAvoided(by: password) }
    }
}

/// The reason why a password is invalid.
public enum PasswordError: Error, Sendable, CaseIterable, CustomStringConvertible {
    /// It has fewer than 8 characters.
    case tooShort
    /// It has more than 24 characters.
    case tooLong
    /// It has no lowercase letter.
    case noLowercaseLetter
    /// It has no uppercase letter.
    case noUppercaseLetter
    /// It has no number.
    case noNumber

    /// The message for the user, in English.
    public var description: String { sentence.rawValue }

    fileprivate func isAvoided(by password: String) -> Bool {
        switch self {
        case .tooShort: password.count >= PasswordValidator.lengths.lowerBound
        case .tooLong: password.count <= PasswordValidator.lengths.upperBound
        case .noLowercaseLetter: password.contains(where: \.isLowercase)
        case .noUppercaseLetter: password.contains(where: \.isUppercase)
        case .noNumber: password.contains(where: \.isNumber)
        }
    }
}

/// A validator of texts by the rule `email`: the whole text is one address.
public struct EmailAddressValidator: ValueValidator {
    private static let rules = FieldRules<String>([.rule(.required), .rule(.email)])

    /// Makes a validator.
    public init() {}

    /// Returns for an address.
    ///
    /// - Throws: `EmailAddressError` for everything else, such as an address after `mailto:`.
    public func validate(_ value: String) throws(EmailAddressError) {
        guard Self.rules.check(value, name: nil).state.isValid else { throw .notAnAddress }
    }
}

/// The reason why a text is not an e-mail address.
public enum EmailAddressError: Error, Sendable, CaseIterable, CustomStringConvertible {
    /// It is no e-mail address, as browsers accept it.
    case notAnAddress

    /// The message for the user, in English.
    public var description: String { sentence.rawValue }
}

extension PasswordError: SentenceError {
    var sentence: FormSentence {
        switch self {
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        case .noLowercaseLetter: .noLowercaseLetter
        case .noUppercaseLetter: .noUppercaseLetter
        case .noNumber: .noNumber
        }
    }
}

extension EmailAddressError: SentenceError {
    var sentence: FormSentence { .noAddress }
}
