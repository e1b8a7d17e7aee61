// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `iri`: an IRI with a scheme.
struct IRIRule: Rule {
    static let definition = RuleDefinition(
        IRIRule.self, "iri", "An IRI with a scheme", standard: "RFC 3987",
        kinds: .string,
        codes: [RuleCode("iri.syntax", "must be an IRI")],
        examples: [
            .valid("http://ä.example/", "iri"),
            .invalid("/abc", "iri", code: "iri.syntax"),
            .invalid("a\\b", "iri", code: "iri.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: URIReference(value.unsafeBytes, unicode: true)?.scheme != nil)
    }
}
