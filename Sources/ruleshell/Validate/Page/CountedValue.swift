// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The value of a finding as it is counted: a hash of all of it, and the beginning of its text.
struct CountedValue {
    let key: UInt64
    let text: String

    /// Characters that are shown.
    private static let longest = 80
    /// Bytes of a text in which nearly always as many characters are found.
    private static let enoughBytes = 4 * longest

    /// Nil for a finding without a value that may be shown.
    init?(at index: Int, in findings: BatchReport, hash: KeyedHash) {
        guard let value = findings.json(at: index, limit: Self.enoughBytes, hash: hash) else {
            return nil
        }
        key = value.key
        let json = value.beginning
        text =
            Self.cut(json.text, isWhole: json.isWhole)
            ?? Self.cut(findings.value(at: index).json)
    }

    private static func cut(_ json: String) -> String { cut(json, isWhole: true) ?? json }

    /// As much of a text as is shown; nil if it is not whole and may have no more.
    private static func cut(_ json: String, isWhole: Bool) -> String? {
        if isWhole, json.utf8.count <= longest { return json }
        guard
            let end = json.index(
                json.startIndex, offsetBy: longest - 1, limitedBy: json.endIndex),
            end < json.endIndex, json.index(after: end) < json.endIndex
        else { return isWhole ? json : nil }
        return String(json[..<end]) + "…"
    }
}
