// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import Synchronization

/// A type that brings the rules for its values.
///
/// ```swift
/// struct SignUp: Decodable, Validated {
///     var email: String
///     var age: Int
///
///     static var ruleSet: RuleSet {
///         RuleSet(Field("email", .required, .email), Field("age", .range(18...120)))
///     }
/// }
/// let report = try SignUp.validators.validate(json: body)
/// let signUp = try SignUp.decode(from: body)      // AssayFoundation
/// ```
///
/// With the trait `FormMacros`, `@Validated` writes the rule set from the rules at the properties.
public protocol Validated {
    /// The rules; their fields are named as the type's coding keys.
    ///
    /// It can be made anew at each call: `validators` reads it once.
    static var ruleSet: RuleSet { get }
}

extension Validated {
    /// The rules of the type, compiled at the first use, with the rules of `RuleRegistry.shared`.
    ///
    /// It costs a lock afterwards. For other rules write
    /// `ValidatorsManager(SignUp.ruleSet, registry: registry)`.
    ///
    /// - Throws: `RuleSetError` with every issue of the rule set; the next use tries again.
    public static var validators: ValidatorsManager {
        get throws(RuleSetError) { try CompiledTypes.shared.validators(of: Self.self) }
    }
}

extension RuleRegistry {
    /// The rules of types that bring their own (`Validated`): the built-in rules, and the rules
    /// that the program registers before such a type is used.
    public static let shared = RuleRegistry.standard()
}

/// The managers of types, each made at its first use.
private final class CompiledTypes: Sendable {
    static let shared = CompiledTypes()
    private let managers = Locked<[ObjectIdentifier: ValidatorsManager]>([:])

    func validators(of type: any Validated.Type) throws(RuleSetError) -> ValidatorsManager {
        let id = ObjectIdentifier(type)
        if let known = managers.withLock({ $0[id] }) { return known }
        let made = try ValidatorsManager(type.ruleSet, registry: .shared)
        return managers.withLock { managers in
            if let first = managers[id] { return first }
            managers[id] = made
            return made
        }
    }
}
