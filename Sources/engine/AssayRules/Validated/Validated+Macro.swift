// SPDX-License-Identifier: Apache-2.0
#if FormMacros
public import AssayCore

/// Makes a type bring its rules: those at its properties, and those of the types nested in it.
///
/// ```swift
/// @Validated
/// struct SignUp: Decodable {
///     @Rules(.required, .email) var email: String
///     @Rules(.range(18...120), label: "Age") var age: Int
///     @Rules(.maxItems(5)) @ItemRules(.length(1...20)) var tags: [String]
///     var address: Address        // address.zip, if it is @Validated too
/// }
/// ```
///
/// A field has the name of the property's coding key: of a `CodingKeys` that is written in the type, or else
/// of the property. Only with the trait `FormMacros`.
///
/// - Parameters:
///   - unknownFields: What becomes of top-level fields that no validator looks at.
///   - plugins: Plugins that must be loaded, each an id with the versions that will do.
///   - maximumViolations: Findings of one record that are kept.
///   - labels: The labels of fields without rules that rules name.
@attached(member, names: named(ruleSet))
@attached(extension, conformances: Validated)
public macro Validated(
    unknownFields: UnknownFieldPolicy = .allow, plugins: [String] = [],
    maximumViolations: Int = 1000, labels: [FieldPath: FieldLabel] = [:]
) = #externalMacro(module: "AssayFormMacros", type: "ValidatedMacro")

/// The rules of a property of a `@Validated` type.
///
/// A rule that cannot check the type of the property is an error of the compiler. Names of other fields
/// (`.sameAs("password")`) are coding keys of the same type.
///
/// - Parameters:
///   - rules: The rules, in order.
///   - policy: Whether the rules after the first failing one run.
///   - isSensitive: Whether the value is kept out of every report and message.
///   - label: What messages call the field.
@attached(peer)
public macro Rules(
    _ rules: RuleExpression..., policy: Validator.Policy = .all, isSensitive: Bool = false,
    label: FieldLabel? = nil
) = #externalMacro(module: "AssayFormMacros", type: "RulesMacro")

/// The rules of a property of a `@Validated` type, with conditions, severities and messages.
///
/// - Parameters:
///   - validator: The rules; whether they can check the type of the property is seen at run time.
///   - label: What messages call the field.
@attached(peer)
public macro Rules(_ validator: Validator, label: FieldLabel? = nil) =
    #externalMacro(module: "AssayFormMacros", type: "RulesMacro")

/// The rules of each element of a property that is an array: `tags[*]`.
///
/// - Parameters:
///   - rules: The rules, in order.
///   - policy: Whether the rules after the first failing one run.
///   - isSensitive: Whether the values are kept out of every report and message.
///   - label: What messages call an element.
@attached(peer)
public macro ItemRules(
    _ rules: RuleExpression..., policy: Validator.Policy = .all, isSensitive: Bool = false,
    label: FieldLabel? = nil
) = #externalMacro(module: "AssayFormMacros", type: "RulesMacro")
#endif
