// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `iriReference`: an IRI or a relative reference.
struct IRIReferenceRule: Rule {
    static let definition = RuleDefinition(
        IRIReferenceRule.self, "iriReference", "An IRI or a relative reference",
        standard: "RFC 3987",
        kinds: .string,
        codes: [RuleCode("iriReference.syntax", "must be an IRI or a relative reference")],
        examples: [
            .valid("/ä?b#c", "iriReference"),
            .invalid("http://ex ample/", "iriReference", code: "iriReference.syntax"),
            .invalid("a\\b", "iriReference", code: "iriReference.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: URIReference(value.unsafeBytes, unicode: true) != nil)
    }
}
