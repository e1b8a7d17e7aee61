// SPDX-License-Identifier: Apache-2.0

/// Judges values of one type and says what is wrong by an error of one type.
///
/// For what is easier to write than to look up: a rule of the engine needs none. (`Validator` is
/// the rules of a field in a rule set.)
public protocol ValueValidator<Value, ValidationError>: AsyncValueValidator {
    /// Returns for a valid value.
    ///
    /// - Throws: What is wrong.
    func validate(_ value: Value) throws(ValidationError)
}

/// A validator that has to ask: a service, a database.
public protocol AsyncValueValidator<Value, ValidationError>: Sendable {
    associatedtype Value: Equatable & Sendable
    associatedtype ValidationError: Error

    /// Returns for a valid value.
    ///
    /// - Throws: What is wrong.
    func validate(_ value: Value) async throws(ValidationError)
}

/// Judges passwords: 8 to 24 characters with a lowercase letter, an uppercase letter and a number.
public struct PasswordValidator: ValueValidator {
    /// How many characters a password has.
    public static let lengths = 8...24

    public init() {}

    /// Returns for a valid password.
    ///
    /// - Throws: The error of the first rule that fails.
    public func validate(_ value: String) throws(PasswordError) {
        if let first = errors(in: value).first { throw first }
    }

    /// An error for each rule that fails, in the order of the cases.
    public func errors(in password: String) -> [PasswordError] {
        PasswordError.allCases.filter { !$0.isAvoided(by: password) }
    }
}

/// What is wrong with a password.
public enum PasswordError: Error, Sendable, CaseIterable, CustomStringConvertible {
    case tooShort
    case tooLong
    case noLowercaseLetter
    case noUppercaseLetter
    case noNumber

    public var description: String {
        switch self {
        case .tooShort: "The password must have at least 8 characters."
        case .tooLong: "The password must have at most 24 characters."
        case .noLowercaseLetter: "The password must contain a lowercase letter."
        case .noUppercaseLetter: "The password must contain an uppercase letter."
        case .noNumber: "The password must contain a number."
        }
    }

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

/// Judges texts by the rule `email`: the whole text is one address.
public struct EmailAddressValidator: ValueValidator {
    private static let rules = FieldRules<String>([.rule(.required), .rule(.email)])

    public init() {}

    /// Returns for an address.
    ///
    /// - Throws: `EmailAddressError` for everything else, such as an address behind `mailto:`.
    public func validate(_ value: String) throws(EmailAddressError) {
        guard Self.rules.judge(value, name: nil).state.isValid else { throw .notAnAddress }
    }
}

/// What is wrong with an e-mail address.
public enum EmailAddressError: Error, Sendable, CaseIterable, CustomStringConvertible {
    case notAnAddress

    public var description: String { "The text must be an e-mail address." }
}
