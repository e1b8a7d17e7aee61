// SPDX-License-Identifier: Apache-2.0

/// An error that prevents a form from being made or submitted.
public enum FormError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The form lists a field twice.
    case duplicateField(String)
    /// The form names a field that the rule set lacks.
    case unknownField(String, nearest: String?)
    /// A caller names a field that the form lacks.
    case missingField(String, nearest: String?)
    /// The elements of a field are no rows: no rule is about them, or some are fields of the form's list.
    case noRows(String)
    /// A form is given no steps.
    case noSteps
    /// Two steps of a form have this name.
    case duplicateStep(String)
    /// The caller requests the rows of an array whose field is unregistered.
    case unregisteredField(String)
    /// The form names a field by a text that is not a path.
    case invalidPath(FieldPathError)
    /// The form lists one property under two names.
    case duplicateProperty(String, String)
    /// A field of the form's list, counted from 1, has no name, neither there nor at its property.
    case unnamedField(Int)
    /// A rule of the first field names the second one, which the form lacks.
    case unknownRelation(String, names: String, nearest: String? = nil)
    /// A field was decoded, and so has a value but no rules.
    case decodedField(String)
    /// The rules have issues.
    case invalidRules(RuleSetError)
    /// Another submission is in progress.
    case submissionInProgress
    /// A controller is given a closure that submits a form, and the form submits itself.
    case submitsItself

    /// A description of what is wrong, and how to correct it.
    public var description: String {
        switch self {
        case .duplicateField(let field):
            "the form lists the field '\(field)' twice; list each field once"
        case .unknownField(let field, let nearest):
            "the rule set has no field '\(field)'; "
                + (nearest.map { "did you mean '\($0)'?" }
                    ?? "give it rules or leave it out of the form")
        case .missingField(let field, let nearest):
            "the form has no field '\(field)'; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "name one of its fields")
        case .noRows(let field):
            "the elements of the field '\(field)' are not rows; "
                + "give them rules, such as those of '\(field)[*]', and list none of them as fields"
        case .noSteps: "the form has no steps; give it at least one"
        case .duplicateStep(let step):
            "the form has two steps '\(step)'; give each step a name of its own"
        case .unregisteredField(let field):
            "the field '\(field)' is unregistered; register it before its rows are used"
        case .invalidPath(let error): error.description
        case .duplicateProperty(let first, let second):
            "the form lists one property as '\(first)' and as '\(second)'; list each property once"
        case .unnamedField(let position):
            "field \(position) of the form has no name; write it in the list or at the property"
        case .unknownRelation(let field, let other, let nearest):
            "a rule of the field '\(field)' names '\(other)', which the form lacks; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "add that field or correct the rule")
        case .decodedField(let field):
            "the field '\(field)' was decoded and has no rules; give it some by withRules(of:)"
        case .invalidRules(let error): error.description
        case .submissionInProgress:
            "the form is being submitted; wait for the end or let submissions join"
        case .submitsItself:
            "the form submits itself; leave 'submit:' out, or let the form be a ValidatableForm"
        }
    }
}

/// The error of a submission whose form is not valid; nothing was submitted.
public struct FormInvalid: Error, Sendable, Equatable, CustomStringConvertible {
    /// The errors, in field order and each field's in rule order.
    public var violations: [Violation]
    /// The rules that could not decide, in the same order.
    public var faults: [Fault]

    /// Makes an error with the findings of a form.
    public init(violations: [Violation], faults: [Fault] = []) {
        self.violations = violations
        self.faults = faults
    }

    /// The fields with their messages, one on each line.
    public var description: String {
        let lines =
            violations.map { Self.line(field: $0.field, message: $0.message) }
            + faults.map { Self.line(field: $0.field, message: $0.message) }
        return "the form is not valid" + lines.map { "\n" + $0 }.joined()
    }

    private static func line(field: String, message: String) -> String {
        field.isEmpty ? message : "\(field): \(message)"
    }
}
