// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// Letters only, of ASCII.
    public static var alpha: RuleExpression { built("alpha") }

    /// Letters only, and further characters.
    public static func alpha(script: Script, allow: String = "") -> RuleExpression {
        built(
            "alpha", [],
            [
                "script": .choice(script, default: .ascii),
                "allow": allow.isEmpty ? nil : .text(allow),
            ])
    }

    /// Letters and digits only, of ASCII.
    public static var alphanumeric: RuleExpression { built("alphanumeric") }

    /// Letters and digits only, and further characters.
    public static func alphanumeric(script: Script, allow: String = "") -> RuleExpression {
        built(
            "alphanumeric", [],
            [
                "script": .choice(script, default: .ascii),
                "allow": allow.isEmpty ? nil : .text(allow),
            ])
    }

    /// Letters, digits, - and _ only.
    public static var alphaDash: RuleExpression { built("alphaDash") }

    /// Letters of a script, digits, - and _ only.
    public static func alphaDash(script: Script) -> RuleExpression {
        built("alphaDash", [], ["script": .choice(script, default: .ascii)])
    }

    /// ASCII digits only.
    public static var digits: RuleExpression { built("digits") }

    /// ASCII digits only, so many.
    public static func digits(
        count: Int? = nil, min: Int? = nil, max: Int? = nil
    ) -> RuleExpression {
        built("digits", [], ["count": .integer(count), "min": .integer(min), "max": .integer(max)])
    }

    /// ASCII characters only.
    public static var ascii: RuleExpression { built("ascii") }

    /// ASCII characters only; without control characters if `printable`.
    public static func ascii(printable: Bool) -> RuleExpression {
        built("ascii", [], ["printable": .flag(printable)])
    }

    /// No upper-case letter.
    public static var lowercase: RuleExpression { built("lowercase") }

    /// No lower-case letter.
    public static var uppercase: RuleExpression { built("uppercase") }

    /// a-z and 0-9 in groups joined by single hyphens.
    public static var slug: RuleExpression { built("slug") }
}
