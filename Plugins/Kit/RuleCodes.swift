// SPDX-License-Identifier: Apache-2.0

/// The codes of a rule: an enumeration with one case for each way in which a value can break it.
///
/// A case names the last part of the code's id, and its raw value is the English message:
///
/// ```swift
/// enum Code: String, RuleCodes {
///     case odd = "must be even"
/// }
/// ```
///
/// The definition lists them by `codes: Code.self`, which makes the id `integer.odd` for the rule
/// `integer`; its check fails with `.fail(Code.odd)`.
///
/// The cases have no associated values; there are at most 256.
public protocol RuleCodes: CaseIterable, Sendable {
    /// The last part of the code's id; by default the name of the case.
    var name: String { get }

    /// The message in English: a phrase that follows the field's name, "must be even". `{name}` is
    /// a parameter, one of the `arguments`, or the value as `{value}`; `{count:item|items}` is the
    /// form that goes with the number `count`. By default the raw value.
    var message: String { get }

    /// The names of the arguments that the rule passes to `RuleContext.fail`; by default none.
    var arguments: [String] { get }

    /// The message in other languages, by their tags (BCP 47) such as `pt-BR`; by default none.
    var translations: [String: String] { get }

    /// A phrase that says what to use instead of a deprecated code; by default empty, for a code
    /// that is not deprecated.
    var deprecation: String { get }
}

extension RuleCodes {
    public var name: String { String(describing: self) }

    public var arguments: [String] { [] }

    public var translations: [String: String] { [:] }

    public var deprecation: String { "" }

    /// The place of the case among all cases.
    ///
    /// The compiler numbers the cases of an enumeration without associated values in their order,
    /// and stores a single one in no byte at all. `codes(of:)` checks that the numbers are the
    /// places.
    @inlinable
    var index: Int {
        withUnsafeBytes(of: self) { $0.isEmpty ? 0 : Int($0[0]) }
    }

    /// The codes of the rule with this id, in the order of the cases.
    static func codes(of rule: String) -> [RuleCode] {
        allCases.enumerated().map { index, code in
            precondition(
                code.index == index,
                "\(Self.self) is no enumeration of at most 256 cases without associated values")
            return RuleCode(
                id: "\(rule).\(code.name)", message: code.message, arguments: code.arguments,
                translations: code.translations, deprecation: code.deprecation)
        }
    }
}

extension RuleCodes where Self: RawRepresentable, RawValue == String {
    public var message: String { rawValue }
}

/// A code of a violation with its message.
struct RuleCode: Sendable {
    let id: String
    let message: String
    let arguments: [String]
    let translations: [String: String]
    let deprecation: String
}
