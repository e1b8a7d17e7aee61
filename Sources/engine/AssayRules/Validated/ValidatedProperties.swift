// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The rules of a type's properties, and of the types that are nested in it.
///
/// `@Validated` writes what adds them; a type whose rule set is written by hand can use it too:
///
/// ```swift
/// static var ruleSet: RuleSet {
///     RuleSet(of: Self.self) { properties in
///         properties.add(Field("email", .required, .email))
///         properties.nested("address", Address.self)      // address.zip, address.city
///         properties.nested("items", [Item]?.self)        // items[*].price
///     }
/// }
/// ```
public struct ValidatedProperties {
    fileprivate var ruleSet = RuleSet([])
    /// The types whose rule sets are being made, this one last.
    @TaskLocal fileprivate static var types: [ObjectIdentifier] = []

    /// Adds the rules of a field.
    public mutating func add(_ field: Field) {
        ruleSet.fields.append(field)
    }

    /// Adds the rules of a field whose values are of a type.
    ///
    /// If the type is a number of the standard library or a Boolean, `integer`, `number` or `boolean` comes before
    /// the rules, unless one of them reads texts: so the field can also come from a form.
    public mutating func add<Value>(_ field: Field, of type: Value.Type) {
        add(field.reading(type))
    }

    /// Adds the rules of a nested type: `address.zip`, and `items[*].price` for those of elements.
    ///
    /// The type may be optional, an array or a set, in any combination: rules of an optional value count where
    /// there is one. A type without rules of its own adds nothing.
    public mutating func nested<Nested>(_ path: FieldPath, _ type: Nested.Type) {
        addRules(of: type, at: path, isOptional: false)
    }

    private mutating func addRules(of type: Any.Type, at path: FieldPath, isOptional: Bool) {
        if let type = type as? any Validated.Type {
            add(type, at: path, isOptional: isOptional)
        } else if let type = type as? any NestingType.Type {
            switch type.nesting {
            case .optional: addRules(of: type.nestedType, at: path, isOptional: true)
            case .elements: addRules(of: type.nestedType, at: path.ofElements, isOptional: false)
            case .members: addDefect(ofMembers: type.nestedType, at: path)
            }
        }
    }

    /// No path leads to every member of an object: rules there would never run.
    private mutating func addDefect(ofMembers type: Any.Type, at path: FieldPath) {
        var inner = ValidatedProperties()
        inner.addRules(of: type, at: path, isOptional: false)
        guard !inner.ruleSet.fields.isEmpty || !inner.ruleSet.defects.isEmpty else { return }
        ruleSet.defects.append(
            RuleSetIssue(
                code: "ruleSet.nestedDictionary",
                message: "the values of a dictionary bring rules, and no path leads to all of them",
                help: "make it an array, or write 'ruleSet' by hand", field: path.description))
    }

    private mutating func add(_ type: any Validated.Type, at path: FieldPath, isOptional: Bool) {
        guard !Self.types.contains(ObjectIdentifier(type)) else {
            ruleSet.defects.append(
                RuleSetIssue(
                    code: "ruleSet.recursiveType",
                    message: "the type '\(type)' is nested in itself, and paths have an end",
                    help: "write the rule sets of one of the types by hand", field: path.description
                ))
            return
        }
        let nested = type.ruleSet.moved(under: path, isOptional: isOptional)
        ruleSet.fields += nested.fields
        ruleSet.labels.merge(nested.labels) { own, _ in own }
        ruleSet.defects += nested.defects
        ruleSet.plugins += nested.plugins.filter { !ruleSet.plugins.contains($0) }
    }
}

extension RuleSet {
    /// The rule set of a type, and of the types that are nested in it.
    ///
    /// A type that is nested in itself is an issue when the rule set is compiled.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - unknownFields: The treatment of top-level fields that no validator looks at.
    ///   - plugins: Plugins that must be loaded; see the other initializer.
    ///   - maximumViolations: Findings of one record that are kept.
    ///   - labels: The labels of fields without a validator that rules name.
    ///   - add: Adds the rules of the properties, in the order of reports.
    public init(
        of type: any Validated.Type, unknownFields: UnknownFieldPolicy = .allow,
        plugins: [String] = [], maximumViolations: Int = RuleSet.defaultMaximumViolations,
        labels: [FieldPath: FieldLabel] = [:], _ add: (inout ValidatedProperties) -> Void
    ) {
        var properties = ValidatedProperties()
        properties.ruleSet = RuleSet(
            [], unknownFields: unknownFields, plugins: plugins,
            maximumViolations: maximumViolations, labels: labels)
        let types = ValidatedProperties.types + [ObjectIdentifier(type)]
        ValidatedProperties.$types.withValue(types) { add(&properties) }
        self = properties.ruleSet
    }
}

extension FieldPath {
    fileprivate var ofElements: FieldPath { FieldPath(segments: segments + [.allElements]) }
}

/// A way in which the values of a type hold values of another type.
package enum Nesting {
    case optional
    /// Elements of an array in JSON.
    case elements
    /// Members of an object in JSON.
    case members
}

/// A type of the standard library whose values hold those of another type.
package protocol NestingType {
    static var nesting: Nesting { get }
    static var nestedType: Any.Type { get }
}

extension Optional: NestingType {
    package static var nesting: Nesting { .optional }
    package static var nestedType: Any.Type { Wrapped.self }
}

extension Array: NestingType {
    package static var nesting: Nesting { .elements }
    package static var nestedType: Any.Type { Element.self }
}

extension ContiguousArray: NestingType {
    package static var nesting: Nesting { .elements }
    package static var nestedType: Any.Type { Element.self }
}

extension Set: NestingType {
    package static var nesting: Nesting { .elements }
    package static var nestedType: Any.Type { Element.self }
}

extension Dictionary: NestingType {
    package static var nesting: Nesting { .members }
    package static var nestedType: Any.Type { Value.self }
}
