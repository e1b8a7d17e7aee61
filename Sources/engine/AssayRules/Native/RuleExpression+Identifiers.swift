// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The identifiers and other texts of a fixed grammar that rules in C check.
extension RuleExpression {
    /// The case of hexadecimal letters.
    public enum LetterCase: String, RuleChoice {
        /// Upper and lower case, also mixed.
        case any
        /// Lower case alone.
        case lower
        /// Upper case alone.
        case upper
    }

    /// A UUID of any version (RFC 9562).
    public static var uuid: RuleExpression { RuleExpression("uuid") }

    /// A UUID of certain versions, in certain forms.
    public static func uuid(
        version: Int..., variant: Bool? = nil, case letters: LetterCase? = nil,
        nil allowsNil: Bool? = nil, hyphens: Bool? = nil, max allowsMax: Bool? = nil,
        braces: Bool? = nil
    ) -> RuleExpression {
        let versions = version.isEmpty ? nil : version.map { Value.integer(Int64($0)) }
        return RuleExpression(
            "uuid",
            options: [
                "version": versions.map { .values($0) }, "variant": .flag(variant),
                "case": .choice(letters), "nil": .flag(allowsNil), "hyphens": .flag(hyphens),
                "max": .flag(allowsMax), "braces": .flag(braces),
            ])
    }

    /// A JSON Pointer (RFC 6901).
    public static var jsonPointer: RuleExpression { RuleExpression("jsonPointer") }

    /// A relative JSON Pointer.
    public static var relativeJSONPointer: RuleExpression {
        RuleExpression("relativeJSONPointer")
    }

    /// A semantic version 2.0.0.
    public static var semver: RuleExpression { RuleExpression("semver") }

    /// A data URI (RFC 2397).
    public static var dataURI: RuleExpression { RuleExpression("dataURI") }

    /// A media type such as text/html (RFC 6838).
    public static var mimeType: RuleExpression { RuleExpression("mimeType") }

    /// A duration such as P1DT2H (ISO 8601).
    public static var duration: RuleExpression { RuleExpression("duration") }
}
