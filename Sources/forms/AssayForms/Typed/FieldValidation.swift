// SPDX-License-Identifier: Apache-2.0

/// One validation as data: a type with its message.
///
/// As JSON: `{"type": "regex", "pattern": "^[0-9]{5}$", "message": "Five digits."}`.
public struct FieldValidation: Sendable, Equatable {
    /// The type of a validation.
    public enum Kind: Sendable, Equatable {
        /// Something was given; white space does not count.
        case required
        /// The text matches a PCRE2 pattern; nil passes, an empty text is matched.
        case regex(String)
    }

    /// The type.
    public let kind: Kind
    /// The message for a value that fails.
    public let message: String

    /// Makes a validation.
    ///
    /// - Throws: `RuleError` for a pattern that does not compile, with the place.
    public init(_ kind: Kind, message: String) throws(RuleError) {
        self.kind = kind
        self.message = message
        _ = try RuleRegistry.forms.bind(entry.expression)
    }

    /// Checks a value.
    ///
    /// - Returns: The message if the value fails, or else `nil`.
    public func validate<Value: ValueConvertible>(_ value: Value?) -> String? {
        let rule = ValidationRule<AssayCore.Value>(.engine(entry, .init { $0 }))
        var checked = value?.ruleValue ?? .absent
        if let text = value as? String { checked = .string(text) }
        return rule.validate(checked).firstMessage
    }

    /// The validation as the rule of a rule set.
    public var entry: RuleEntry {
        switch kind {
        case .required: RuleEntry(.required, message: message)
        case .regex(let pattern): RuleEntry(.regex(pattern), message: message)
        }
    }
}

extension FieldValidation: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, pattern, message
    }

    private enum TypeName: String, Codable {
        case required, regex
    }

    /// Reads a validation.
    ///
    /// - Throws: `DecodingError` for another type, and for a pattern that does not compile.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let message = try container.decode(String.self, forKey: .message)
        let kind: Kind
        switch try container.decode(TypeName.self, forKey: .type) {
        case .required: kind = .required
        case .regex: kind = .regex(try container.decode(String.self, forKey: .pattern))
        }
        do {
            try self.init(kind, message: message)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .pattern, in: container, debugDescription: error.description)
        }
    }

    /// Writes the validation as an object with its type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch kind {
        case .required: try container.encode(TypeName.required, forKey: .type)
        case .regex(let pattern):
            try container.encode(TypeName.regex, forKey: .type)
            try container.encode(pattern, forKey: .pattern)
        }
        try container.encode(message, forKey: .message)
    }
}

extension AssayCore.Validator {
    /// Makes a validator that runs all validations of a field.
    public init(_ validations: [FieldValidation]) {
        self.init(rules: validations.map(\.entry))
    }
}

extension ValidatorsManager {
    /// Makes a manager with the built-in rules.
    ///
    /// - Parameter ruleSet: The fields with their rules; none by default.
    /// - Throws: `RuleSetError` with every issue.
    public convenience init(_ ruleSet: RuleSet = RuleSet()) throws(RuleSetError) {
        try self.init(ruleSet, registry: .forms)
    }

    /// Adds a validator after the others, where the key or the validator may be missing.
    ///
    /// - Parameters:
    ///   - key: The field's path.
    ///   - validator: The rules of the field.
    ///   - label: The name of the field in messages, or `nil` for its path.
    /// - Returns: False, and nothing changes, if the key or the validator is missing, and if there
    ///   is a validator for the key.
    /// - Throws: `RuleSetError` for a key that is no path and for rules that cannot be used.
    @discardableResult
    public func addValidator(
        for key: String?, validator: AssayCore.Validator?, label: FieldLabel? = nil
    ) throws(RuleSetError) -> Bool {
        guard let key, !key.isEmpty, let validator else { return false }
        return try addValidator(for: key, validator, label: label)
    }
}
