// SPDX-License-Identifier: Apache-2.0

/// Why a form cannot be made or cannot do what it was asked for.
public enum FormError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The form lists a field twice.
    case duplicateField(String)
    /// The form names a field that the rule set lacks.
    case unknownField(String, nearest: String?)
    /// The form names a field by what is no path.
    case invalidPath(FieldPathError)
    /// The form lists one property under two names.
    case duplicateProperty(String, String)
    /// A field of the form's list, counted from 1, has no name there and none at its property.
    case unnamedField(Int)
    /// A rule of the first field names the second one, which the form does not list.
    case unknownRelation(String, names: String)
    /// A field was decoded, which brings its value along and no rules.
    case decodedField(String)
    /// The rules themselves are wrong.
    case invalidRules(RuleSetError)
    /// Another submission is on its way.
    case submissionInProgress

    public var description: String {
        switch self {
        case .duplicateField(let field):
            "the form lists the field '\(field)' twice; list each field once"
        case .unknownField(let field, let nearest):
            "the rule set has no field '\(field)'; "
                + (nearest.map { "did you mean '\($0)'?" }
                    ?? "give it rules or leave it out of the form")
        case .invalidPath(let error): error.description
        case .duplicateProperty(let first, let second):
            "the form lists one property as '\(first)' and as '\(second)'; list each property once"
        case .unnamedField(let position):
            "field \(position) of the form has no name; write it in the list or at the property"
        case .unknownRelation(let field, let other):
            "a rule of the field '\(field)' names '\(other)', which the form does not list"
        case .decodedField(let field):
            "the field '\(field)' was decoded and has no rules; take some over by withRules(of:)"
        case .invalidRules(let error): error.description
        case .submissionInProgress:
            "the form is being submitted; wait for the end or let submissions join"
        }
    }
}

/// Thrown by a submission of a form that is not valid: nothing was submitted.
public struct FormInvalid: Error, Sendable, Equatable, CustomStringConvertible {
    /// The errors, in field order and each field's in rule order.
    public var violations: [Violation]
    /// The rules that could not decide, in the same order.
    public var faults: [Fault]

    public init(violations: [Violation], faults: [Fault] = []) {
        self.violations = violations
        self.faults = faults
    }

    public var description: String {
        let lines =
            violations.map { Self.line($0.field, $0.message) }
            + faults.map { Self.line($0.field, $0.message) }
        return "the form is not valid" + lines.map { "\n" + $0 }.joined()
    }

    private static func line(_ field: String, _ message: String) -> String {
        field.isEmpty ? message : "\(field): \(message)"
    }
}
