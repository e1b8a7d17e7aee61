// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A place in a schema: the JSON Pointer for people, and the line.
package struct SchemaPlace: Sendable, Equatable {
    /// The pointer with `#` before it, as references write it.
    package var pointer: String
    package var location: FileLocation
}

/// One thing that a schema requires of a value, whatever language the schema is written in.
///
/// Each importer makes a tree of these, and `RecordRules` makes a rule set of the tree. What a rule
/// set cannot express is in the tree too, so that nothing gets lost between the two.
struct Requirement: Sendable {
    /// One kind of requirement.
    indirect enum Content: Sendable {
        /// A value of one of the kinds.
        case kinds(KindSet)
        /// A rule that applies to values of some kinds; all others satisfy it.
        case rule(RuleExpression, on: KindSet)
        /// One of the values.
        case values([Value])
        case all([Requirement])
        case any([Requirement])
        case exactlyOne([Requirement])
        case not(Requirement)
        /// If the first is satisfied, so is the second.
        case implication(Requirement, Requirement)
        /// Members of an object that satisfy something where they are there.
        case members([Member])
        /// Members that an object must have.
        case required([String])
        /// An object without members of other names.
        case closed([String])
        /// Members that an object must have if it has another one.
        case dependent([Dependent])
        /// Every element of an array from an index on.
        case elements(Requirement, from: Int)
        /// The element at an index, where it is there.
        case element(Int, Requirement)
        /// A number of elements of an array within bounds.
        case contains(Requirement, count: ClosedRange<Int64>)
        /// Every key of an object, as a text.
        case keys(Requirement)
        /// A requirement about values of some kinds that a rule set cannot express.
        case unsayable(String, help: String?, on: KindSet)
    }

    struct Member: Sendable {
        var key: String
        var requirement: Requirement
    }

    struct Dependent: Sendable {
        var key: String
        var others: [String]
    }

    var content: Content
    var place: SchemaPlace

    static func always(_ place: SchemaPlace) -> Requirement {
        Requirement(content: .all([]), place: place)
    }

    static func never(_ place: SchemaPlace) -> Requirement {
        Requirement(content: .kinds([]), place: place)
    }

    var isAlways: Bool {
        if case .all(let parts) = content { parts.isEmpty } else { false }
    }

    var isNever: Bool {
        if case .kinds(let kinds) = content { kinds.isEmpty } else { false }
    }

    /// The parts that all have to be satisfied.
    var conjuncts: [Requirement] {
        if case .all(let parts) = content { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// `true` if null satisfies it, in a schema that says nothing unsayable about null.
    var acceptsNull: Bool {
        switch content {
        case .kinds(let kinds): kinds.contains(.null)
        case .values(let values): values.contains { if case .null = $0 { true } else { false } }
        case .all(let parts): parts.allSatisfy(\.acceptsNull)
        case .any(let parts): parts.contains(where: \.acceptsNull)
        case .exactlyOne(let parts): parts.count(where: \.acceptsNull) == 1
        case .not(let part): !part.acceptsNull
        case .implication(let condition, let consequence):
            !condition.acceptsNull || consequence.acceptsNull
        case .rule, .members, .required, .closed, .dependent, .elements, .element, .contains, .keys,
            .unsayable:
            true
        }
    }
}
