// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Workflow commands of GitHub Actions, which it shows as annotations of files:
/// `::error file=people.csv,line=2,col=9,title=length.tooShort::/name must have …`.
///
/// GitHub shows ten errors and ten warnings of a step. No more are written; see `GitHubReport`.
struct GitHubFormat: FindingFormat {
    static let most = 10
    let ruleCount: Int

    var showsValues: Bool { true }

    /// Two buckets for each rule and for the records themselves: errors and warnings.
    var quota: FindingQuota? {
        let ruleCount = ruleCount
        return FindingQuota(limit: Self.most, bucketCount: 2 * (ruleCount + 1)) { kind, rule in
            Self.bucket(rule ?? ruleCount, isWarning: kind == .warning)
        }
    }

    static func bucket(_ rule: Int, isWarning: Bool) -> Int { 2 * rule + (isWarning ? 1 : 0) }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(finding.kind == .warning ? "::warning file=" : "::error file=")
        Self.append(origin.input.name, isProperty: true, to: &bytes)
        if let source = finding.source, source.hasLine {
            bytes.append(",line=\(source.line)")
            if source.hasColumn { bytes.append(",col=\(source.column)") }
            if let end = origin.endColumn(of: source) { bytes.append(",endColumn=\(end)") }
        }
        bytes.append(",title=" as StaticString)
        Self.append(finding.code, isProperty: true, to: &bytes)
        bytes.append("::" as StaticString)
        if let source = finding.source, !source.hasLine {
            bytes.append("record \(source.record): ")
        }
        if !finding.pointer.isEmpty { Self.append(finding.pointer + " ", to: &bytes) }
        Self.append(finding.line + ShortValue.after(finding), to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a message about the run.
    static func append(_ notice: RunNotice, to bytes: inout [UInt8]) {
        bytes.append(notice.isError ? "::error " : "::warning ")
        if let input = notice.input {
            bytes.append("file=" as StaticString)
            append(input, isProperty: true, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append("title=" as StaticString)
        append(notice.code, isProperty: true, to: &bytes)
        bytes.append("::" as StaticString)
        append(notice.text, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Escapes as GitHub reads them, in the order that it documents; control characters and
    /// commands of other build systems are written as in JSON.
    static func append(_ text: String, isProperty: Bool = false, to bytes: inout [UInt8]) {
        let scalars = text.unicodeScalars[...]
        for index in scalars.indices {
            let scalar = scalars[index]
            switch scalar {
            case "%": bytes.append("%25" as StaticString)
            case "\r": bytes.append("%0D" as StaticString)
            case "\n": bytes.append("%0A" as StaticString)
            case ":" where isProperty: bytes.append("%3A" as StaticString)
            case "," where isProperty: bytes.append("%2C" as StaticString)
            default:
                if SafeText.isUnsafe(scalar)
                    || SafeText.beginsCommand(scalars[index...], isAtStart: false)
                {
                    DisruptiveScalar.appendEscape(of: scalar, to: &bytes)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                }
            }
        }
    }
}
