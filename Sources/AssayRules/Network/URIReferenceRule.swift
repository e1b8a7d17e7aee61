// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `uriReference`: a URI or a relative reference.
struct URIReferenceRule: Rule {
    static let definition = RuleDefinition(
        URIReferenceRule.self, "uriReference", "A URI or a relative reference",
        standard: "RFC 3986",
        kinds: .string,
        codes: [RuleCode("uriReference.syntax", "must be a URI or a relative reference")],
        examples: [
            .valid("/a?b#c", "uriReference"),
            .invalid("http://ex ample/", "uriReference", code: "uriReference.syntax"),
            .invalid("a\\b", "uriReference", code: "uriReference.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: URIReference(value.unsafeBytes) != nil)
    }
}
