// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules
import CTextForms

/// `assay.text/1`: forms and lengths of texts.
enum TextService {
    static let table = assay_text_service(
        struct_size: .size(of: assay_text_service.self), reserved: 0,
        normalize: { normalize($0, $1, $2, $3) },
        length: { length($0, $1, into: $2) },
        check: { text, valid in
            guard let bytes = ServiceText.bytes(text) else { return ASSAY_E_PARAM }
            let prefix = ServiceText.validPrefix(bytes)
            if prefix == bytes.count { return ASSAY_OK }
            valid?.pointee = UInt64(prefix)
            return ASSAY_E_PARAM
        },
        unicode_version: assay_text_version(), reserved1: 0)

    private static func normalize(
        _ text: assay_str, _ form: UInt32, _ take: assay_take_text?,
        _ context: UnsafeMutableRawPointer?
    ) -> assay_rc {
        guard let bytes = ServiceText.utf8(text), let form = TextForm(form), let take else {
            return ASSAY_E_PARAM
        }
        guard let changed = form.text(of: bytes) else { return take(context, text) }
        return changed.withUnsafeBufferPointer {
            take(context, assay_str(ptr: $0.baseAddress, len: UInt64($0.count)))
        }
    }

    private static func length(
        _ text: assay_str, _ unit: UInt32, into count: UnsafeMutablePointer<UInt64>?
    ) -> assay_rc {
        guard let bytes = ServiceText.utf8(text), let count,
            let length = length(text, bytes.span, unit)
        else { return ASSAY_E_PARAM }
        count.pointee = UInt64(length)
        return ASSAY_OK
    }

    private static func length(_ text: assay_str, _ bytes: Span<UInt8>, _ unit: UInt32) -> Int? {
        switch unit {
        case ASSAY_TEXT_BYTES: return bytes.count
        case ASSAY_TEXT_CODE_POINTS: return TextSearch.codePoints(of: bytes)
        case ASSAY_TEXT_UTF16: return TextSearch.utf16Units(of: bytes)
        case ASSAY_TEXT_CHARACTERS:
            var value = assay_value()
            value.kind = ASSAY_STR
            value.as.ptr = text.ptr
            value.len = text.len
            return withUnsafePointer(to: value) {
                GraphemeCount.count(FieldValue(unsafePointer: $0), upTo: .max - 1)
            }
        default: return nil
        }
    }
}
