// SPDX-License-Identifier: Apache-2.0

/// A page of a wizard: a named group of fields.
public struct FormStep: Sendable, Equatable, Identifiable {
    /// The name of the step, which no other one of the form has.
    public let id: String
    /// The paths of its fields; none for a page without input.
    ///
    /// The rows of an array are fields of the step too.
    public let fields: [String]

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - id: The name of the step.
    ///   - fields: The paths of its fields.
    public init(_ id: String, fields: [String]) {
        self.id = id
        self.fields = fields
    }

    /// Makes a step; see the other initializer.
    public init(_ id: String, _ fields: String...) {
        self.init(id, fields: fields)
    }

    /// Returns `true` if a field is one of the step's, or part of one.
    func has(_ field: String) -> Bool {
        let path = FieldPath(field: field)
        return fields.contains { path.starts(with: FieldPath(field: $0)) }
    }
}

/// The state of a step.
public enum FormStepState: Sendable, Hashable, CaseIterable {
    /// No error is known, and the step was not left yet.
    case open
    /// Rules about one of its fields are running.
    case checking
    /// A field of it is invalid or undecided.
    case invalid
    /// It was left, and no error is known since.
    case complete
}
