// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import CTextForms

/// `normalized`: a text that is in a normalization form already.
///
/// Decided in one pass by the properties of its scalars; only a text with scalars that may compose
/// with what is before them is brought into the form and compared.
struct NormalizedRule: Rule {
    enum Code: String, RuleCodes {
        case other = "must be in normalization form {form}"
    }

    static let definition = RuleDefinition(
        NormalizedRule.self, "normalized", "A text in a normalization form of Unicode",
        standard: "UAX #15 (Unicode 15.0)",
        parameters: [
            .choice("form", default: NormalizationForm.nfc, "The normalization form")
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("r\u{E9}sum\u{E9}", "normalized"),
            .valid("e\u{301}", "normalized(nfd)"),
            .valid("\u{FB01}n", "normalized"),
            .invalid("e\u{301}", "normalized", code: "normalized.other"),
            .invalid("\u{212B}", "normalized", code: "normalized.other"),
            .invalid("\u{FB01}n", "normalized(nfkc)", code: "normalized.other"),
        ])

    private let form: NormalizationForm

    init(_ arguments: Arguments) throws(RuleError) {
        form = try arguments.choice("form")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: form.isForm(of: value.utf8), else: Code.other)
    }
}

extension NormalizationForm {
    private enum Look {
        case yes, no, maybe
    }

    /// Returns `true` if a text in valid UTF-8 is in this form.
    func isForm(of text: Span<UInt8>) -> Bool {
        switch look(at: text) {
        case .yes: return true
        case .no: return false
        case .maybe:
            var normalizer = TextNormalizer(self, capacity: text.count)
            let normal = normalizer.normalize(text)
            guard normal.count == text.count else { return false }
            for index in 0..<text.count where normal[index] != text[index] { return false }
            return true
        }
    }

    /// The quick check of UAX #15, section 9.
    private func look(at text: Span<UInt8>) -> Look {
        var found = Look.yes
        var lastClass: UInt8 = 0
        var decoder = UTF8Decoder(text, at: 0)
        while decoder.index < text.count {
            let scalar = decoder.next()
            // Below U+00A0 nothing changes and nothing combines.
            guard scalar >= 0xA0 else {
                lastClass = 0
                continue
            }
            let combiningClass = assay_text_combining_class(scalar)
            if combiningClass != 0, combiningClass < lastClass { return .no }
            lastClass = combiningClass
            guard assay_text_stays(scalar, number) != 0 else { return .no }
            if isComposed, assay_text_can_be_second(scalar) != 0 { found = .maybe }
        }
        return found
    }

    private var number: UInt32 {
        switch self {
        case .nfc: ASSAY_TEXT_IN_NFC
        case .nfd: ASSAY_TEXT_IN_NFD
        case .nfkc: ASSAY_TEXT_IN_NFKC
        case .nfkd: ASSAY_TEXT_IN_NFKD
        }
    }
}

extension RuleExpression {
    /// A normalization form of UAX #15.
    public enum NormalizationForm: String, RuleChoice {
        /// Composed.
        case nfc
        /// Decomposed.
        case nfd
        /// Composed, with compatibility characters replaced.
        case nfkc
        /// Decomposed, with compatibility characters replaced.
        case nfkd
    }

    /// A text in normalization form C (UAX #15).
    public static var normalized: RuleExpression { RuleExpression("normalized") }

    /// A text in a normalization form (UAX #15).
    public static func normalized(_ form: NormalizationForm) -> RuleExpression {
        RuleExpression("normalized", options: ["form": .choice(form)])
    }
}
