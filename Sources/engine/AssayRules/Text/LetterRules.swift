// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The characters that a letter rule accepts.
protocol LetterClass: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var allowsDigits: Bool { get }
    /// Characters that are always allowed besides; without any, the rule has the parameter `allow`.
    static var further: String { get }
    static var failure: Code { get }
    static var examples: [RuleExample] { get }
}

/// `alpha`, `alphanumeric` and `alphaDash`: characters of one class only, at least one.
struct LetterRule<Accepted: LetterClass>: Rule {
    static var definition: RuleDefinition {
        RuleDefinition(
            LetterRule.self, Accepted.id, Accepted.summary,
            parameters: Accepted.further.isEmpty ? [script, allow] : [script], kinds: .string,
            codes: Accepted.Code.self, examples: Accepted.examples)
    }

    private static var script: RuleParameter {
        .choice(
            "script", default: RuleExpression.Script.ascii,
            "With ascii, the letters are those of ASCII; with unicode, those of every script")
    }

    private static var allow: RuleParameter {
        RuleParameter("allow", .string, default: "", "Further characters that are allowed")
    }

    private let members: CharacterClass

    init(_ arguments: Arguments) throws(RuleError) {
        members = CharacterClass(
            script: try arguments.choice("script"), allowsDigits: Accepted.allowsDigits,
            further: arguments.string("allow") ?? Accepted.further)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: members.containsAll(of: value), else: Accepted.failure)
    }
}

enum Letters: LetterClass {
    enum Code: String, RuleCodes {
        case other = "must contain only letters"
    }

    static let id = "alpha"
    static let summary = "Letters only"
    static let allowsDigits = false
    static let further = ""
    static let failure = Code.other
    static let examples: [RuleExample] = [
        .valid("abc", "alpha"),
        .valid("Grüße", "alpha(script=unicode)"),
        .invalid("ab1", "alpha", code: "alpha.other"),
        .invalid("é", "alpha", code: "alpha.other"),
        .invalid("", "alpha", code: "alpha.other"),
    ]
}

enum LettersAndDigits: LetterClass {
    enum Code: String, RuleCodes {
        case other = "must contain only letters and digits"
    }

    static let id = "alphanumeric"
    static let summary = "Letters and digits only"
    static let allowsDigits = true
    static let further = ""
    static let failure = Code.other
    static let examples: [RuleExample] = [
        .valid("abc123", "alphanumeric"),
        .valid("a b", "alphanumeric(allow=\" \")"),
        .invalid("a-b", "alphanumeric", code: "alphanumeric.other"),
    ]
}

enum LettersDigitsAndDashes: LetterClass {
    enum Code: String, RuleCodes {
        case other = "must contain only letters, digits, - and _"
    }

    static let id = "alphaDash"
    static let summary = "Letters, digits, - and _ only"
    static let allowsDigits = true
    static let further = "-_"
    static let failure = Code.other
    static let examples: [RuleExample] = [
        .valid("a-b_1", "alphaDash"),
        .invalid("a b", "alphaDash", code: "alphaDash.other"),
    ]
}

extension RuleExpression {
    /// The script of the letters that the letter rules accept.
    public enum Script: String, RuleChoice {
        /// The letters and digits of ASCII.
        case ascii
        /// The letters and digits of every script (Unicode).
        case unicode
    }

    /// Letters only, of ASCII.
    public static var alpha: RuleExpression { RuleExpression("alpha") }

    /// Letters only, and further characters.
    public static func alpha(script: Script, allow: String? = nil) -> RuleExpression {
        RuleExpression("alpha", options: ["script": .choice(script), "allow": .text(allow)])
    }

    /// Letters and digits only, of ASCII.
    public static var alphanumeric: RuleExpression { RuleExpression("alphanumeric") }

    /// Letters and digits only, and further characters.
    public static func alphanumeric(script: Script, allow: String? = nil) -> RuleExpression {
        RuleExpression("alphanumeric", options: ["script": .choice(script), "allow": .text(allow)])
    }

    /// Letters, digits, - and _ only.
    public static var alphaDash: RuleExpression { RuleExpression("alphaDash") }

    /// Letters of a script, digits, - and _ only.
    public static func alphaDash(script: Script) -> RuleExpression {
        RuleExpression("alphaDash", options: ["script": .choice(script)])
    }
}
