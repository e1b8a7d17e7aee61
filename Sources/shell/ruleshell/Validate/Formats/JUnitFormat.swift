// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A finding as a line in the text of a failed JUnit case.
struct JUnitFormat: FindingFormat {
    let ruleCount: Int
    /// The maximum number of findings to list for a rule and an input.
    static let most = 20

    var showsValues: Bool { true }

    /// A bucket for each rule, and one for the records themselves.
    var quota: FindingQuota? {
        let ruleCount = ruleCount
        return FindingQuota(limit: Self.most, bucketCount: ruleCount + 1) { _, rule in
            rule ?? ruleCount
        }
    }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        var line: [UInt8] = []
        ConciseFormat().append(finding, from: origin, to: &line)
        XMLText.append(String(decoding: line, as: UTF8.self), to: &bytes)
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        ConciseFormat().write(text, of: rule)
    }
}

/// Text inside XML.
enum XMLText {
    /// Appends a text for an element or a quoted attribute; characters that XML 1.0 does not allow
    /// are replaced.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append("&amp;" as StaticString)
            case "<": bytes.append("&lt;" as StaticString)
            case ">": bytes.append("&gt;" as StaticString)
            case "\"": bytes.append("&quot;" as StaticString)
            case "'": bytes.append("&#39;" as StaticString)
            default:
                let isMissing =
                    scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
                    || scalar.value & 0xFFFE == 0xFFFE
                bytes.append(contentsOf: UTF8.encode(isMissing ? "\u{FFFD}" : scalar) ?? .init())
            }
        }
    }

    /// The text on one line.
    static func line(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(SafeText.line(text), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
