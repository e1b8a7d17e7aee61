// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `uri`: a URI with a scheme.
struct URIRule: Rule {
    static let definition = RuleDefinition(
        URIRule.self, "uri", "A URI with a scheme", standard: "RFC 3986",
        kinds: .string,
        codes: [RuleCode("uri.syntax", "must be a URI")],
        examples: [
            .valid("mailto:a@example.com", "uri"),
            .invalid("/abc", "uri", code: "uri.syntax"),
            .invalid("a\\b", "uri", code: "uri.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: URIReference(value.unsafeBytes)?.scheme != nil)
    }
}
