// SPDX-License-Identifier: Apache-2.0

/// The codes of a rule: an enumeration with one case for each way in which a value can break it.
///
/// A case names the last part of the code's id, and its raw value is the English message:
///
/// ```swift
/// enum Code: String, RuleCodes {
///     case tooShort = "must have at least {min} {min:character|characters}"
///     case tooLong = "must have at most {max} {max:character|characters}"
/// }
/// ```
///
/// The definition lists them by `codes: Code.self`, which makes the ids `length.tooShort` and
/// `length.tooLong` for the rule `length`; its check fails with `.fail(Code.tooShort)`.
///
/// The cases have no associated values; there are at most 256. An enumeration without raw values
/// implements `message` itself.
public protocol RuleCodes: CaseIterable, Sendable {
    /// The last part of the code's id; by default the name of the case.
    var name: String { get }

    /// The message in English: a phrase that follows the field's name, with placeholders as in
    /// `RuleCode.message`; by default the raw value.
    var message: String { get }

    /// The message in other languages, by their tags (BCP 47) such as `pt-BR`; by default none.
    var translations: [String: String] { get }

    /// `true` if a value with this failure leaves the question of the rule open, such as a text that
    /// `before` cannot read as a date; by default `false`.
    ///
    /// `not` passes on a value that the rule inside it has rejected. It fails with the code of that
    /// rule where the question is still open. A value of a kind that the rule does not accept always
    /// leaves it open. A rule whose question is the form of a text, such as `date`, has no such code.
    var leavesOpen: Bool { get }
}

extension RuleCodes {
    public var name: String { CaseName.of(self) }

    public var translations: [String: String] { [:] }

    public var leavesOpen: Bool { false }

    /// The place of the case among all cases.
    ///
    /// The compiler numbers the cases of an enumeration without associated values in their order,
    /// and stores a single one in no byte at all: reading that number costs nothing, while a search
    /// in `allCases` allocates. `codes(of:)` checks that the numbers are the places.
    @inlinable @inline(__always)
    package var index: Int {
        withUnsafeBytes(of: self) { $0.isEmpty ? 0 : Int($0[0]) }
    }

    /// The codes of the rule with this id, in the order of the cases.
    ///
    /// Inlined, so that it is compiled for each enumeration: generic code looks for conformances in the
    /// whole process, for each of the rules, which is a good part of the time in which a program starts.
    @inlinable
    package static func codes(of rule: String) -> [RuleCode] {
        var codes: [RuleCode] = []
        for code in allCases {
            precondition(
                code.index == codes.count,
                "no enumeration of at most 256 cases without associated values")
            codes.append(
                RuleCode(
                    "\(rule).\(code.name)", code.message, translations: code.translations,
                    leavesOpen: code.leavesOpen))
        }
        return codes
    }
}

extension RuleCodes where Self: RawRepresentable, RawValue == String {
    public var message: String { rawValue }
}
