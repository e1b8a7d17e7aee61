// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Workflow commands of GitHub Actions, which it shows as annotations of files:
/// `::error file=people.csv,line=2,col=9,title=length.tooShort::/name must have …`.
///
/// GitHub shows ten errors and ten warnings of a step. No more are written, so that a log stays
/// readable; the last line says how many more findings there are.
struct GitHubFormat: FindingFormat {
    private static let most = 10

    var quota: FindingQuota? {
        FindingQuota(limit: Self.most, bucketCount: 2) { kind, _ in kind == .warning ? 1 : 0 }
    }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(finding.kind == .warning ? "::warning file=" : "::error file=")
        Self.append(origin.input.name, isProperty: true, to: &bytes)
        if let source = finding.source {
            bytes.append(",line=\(source.line),col=\(source.column)")
        }
        bytes.append(",title=" as StaticString)
        Self.append(finding.code, isProperty: true, to: &bytes)
        bytes.append("::" as StaticString)
        if !finding.pointer.isEmpty { Self.append(finding.pointer + " ", to: &bytes) }
        Self.append(finding.line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    static func report(limiter: FindingLimiter) -> ListReport {
        ListReport(head: "", separator: "", limiter: limiter) { summary, taken in
            let more = summary.findingCount - taken
            guard more > 0 else { return "" }
            return "::notice title=ruleshell::\(Counted.text(more, of: "more finding")) "
                + "\(more == 1 ? "is" : "are") not shown: GitHub shows "
                + "\(most) errors and \(most) warnings of a step\n"
        }
    }

    /// Escapes as GitHub reads them, in the order that it documents; control characters are
    /// written as in JSON.
    static func append(_ text: String, isProperty: Bool = false, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": bytes.append("%25" as StaticString)
            case "\r": bytes.append("%0D" as StaticString)
            case "\n": bytes.append("%0A" as StaticString)
            case ":" where isProperty: bytes.append("%3A" as StaticString)
            case "," where isProperty: bytes.append("%2C" as StaticString)
            default:
                if SafeText.isUnsafe(scalar) {
                    DisruptiveScalar.appendEscape(of: scalar, to: &bytes)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                }
            }
        }
    }
}
