// SPDX-License-Identifier: Apache-2.0

/// A page of a wizard: a named group of fields.
public struct FormStep: Sendable, Equatable, Identifiable {
    /// The name of the step, which no other one of the form has.
    public let id: String
    /// The paths of its fields; none for a page without input.
    ///
    /// An array stands for its rows too.
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

    /// Whether a field is one of the step's, or part of one.
    func has(_ field: String) -> Bool {
        let path = FieldPath(field: field)
        return fields.contains { path.starts(with: FieldPath(field: $0)) }
    }
}

/// What is known of a step.
public enum FormStepState: Sendable, Hashable, CaseIterable {
    /// Nothing is wrong that is known, and the step was not left yet.
    case open
    /// Rules about one of its fields are running.
    case checking
    /// A field of it is invalid or undecided.
    case invalid
    /// It was left, and nothing is wrong since.
    case complete
}
