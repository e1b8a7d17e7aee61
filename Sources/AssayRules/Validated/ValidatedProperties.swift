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
///         properties.nested("items", [Item].self)         // items[*].price
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

    /// A property of a type without rules of its own: adds nothing.
    @_disfavoredOverload
    public mutating func nested<Other>(_ path: FieldPath, _ type: Other.Type) {}

    /// Adds the rules of a nested type: `address.zip`.
    public mutating func nested<Nested: Validated>(_ path: FieldPath, _ type: Nested.Type) {
        add(type, at: path, isOptional: false)
    }

    /// Adds the rules of a nested type, which count where there is a value: `address.zip`.
    public mutating func nested<Nested: Validated>(_ path: FieldPath, _ type: Nested?.Type) {
        add(Nested.self, at: path, isOptional: true)
    }

    /// Adds the rules of the type of elements: `items[*].price`.
    public mutating func nested<Nested: Validated>(_ path: FieldPath, _ type: [Nested].Type) {
        add(Nested.self, at: path.ofElements, isOptional: false)
    }

    /// Adds the rules of the type of elements: `items[*].price`.
    public mutating func nested<Nested: Validated>(_ path: FieldPath, _ type: [Nested]?.Type) {
        add(Nested.self, at: path.ofElements, isOptional: false)
    }

    /// Adds the rules of the type of elements, which count where an element is not null.
    public mutating func nested<Nested: Validated>(_ path: FieldPath, _ type: [Nested?].Type) {
        add(Nested.self, at: path.ofElements, isOptional: true)
    }

    private mutating func add<Nested: Validated>(
        _ type: Nested.Type, at path: FieldPath, isOptional: Bool
    ) {
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
    ///   - unknownFields: What becomes of top-level fields that no validator looks at.
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
