// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRules

/// A form of Unicode, and whether case is folded before.
struct TextForm: Equatable {
    let normalization: NormalizationForm?
    let folds: Bool

    init(_ normalization: NormalizationForm?, folds: Bool = false) {
        self.normalization = normalization
        self.folds = folds
    }

    /// Reads ASSAY_TEXT_NFC and the like; nil for numbers that are none, and for no form at all.
    init?(_ number: UInt32) {
        let form = number & ~ASSAY_TEXT_FOLD
        folds = number & ASSAY_TEXT_FOLD != 0
        normalization = Self.form(numbered: form)
        guard normalization != nil || form == 0 && folds else { return nil }
    }

    private static func form(numbered number: UInt32) -> NormalizationForm? {
        switch number {
        case ASSAY_TEXT_NFC: .nfc
        case ASSAY_TEXT_NFD: .nfd
        case ASSAY_TEXT_NFKC: .nfkc
        case ASSAY_TEXT_NFKD: .nfkd
        default: nil
        }
    }

    /// The text in this form; nil if it is in the form already as far as a look at its bytes shows.
    ///
    /// Folding comes after a canonical decomposition, and a compatible one after another folding, as
    /// sections 3.13 and 5.18 of The Unicode Standard have it for comparisons without regard to case.
    func text(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if isSurelyDone(bytes) { return nil }
        guard folds else { return Self.normalized(bytes.span, form: normalization ?? .nfc) }
        guard let normalization else { return TextReplacement.folded(bytes.span) }
        var text = Self.normalized(bytes.span, form: .nfd)
        text = TextReplacement.folded(text.span)
        if normalization == .nfkc || normalization == .nfkd {
            text = Self.normalized(text.span, form: .nfkd)
            text = TextReplacement.folded(text.span)
        }
        return Self.normalized(text.span, form: normalization)
    }

    private static func normalized(
        _ text: Span<UInt8>, form: NormalizationForm
    ) -> [UInt8] {
        var normalizer = TextNormalizer(form, capacity: text.count)
        return normalizer.normalize(text)
    }

    /// No form changes ASCII; NFC changes nothing below U+0300, whose lead byte is 0xCC.
    private func isSurelyDone(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let isLatinDone = normalization == .nfc
        for byte in bytes {
            if folds, byte &- 0x41 < 26 { return false }
            if byte >= 0x80, folds || !isLatinDone || byte >= 0xCC { return false }
        }
        return true
    }
}
