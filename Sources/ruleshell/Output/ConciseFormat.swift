// SPDX-License-Identifier: Apache-2.0
import Assay

/// `file:line:column: error[code] pointer message`, one finding a line.
struct ConciseFormat: FindingFormat {
    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        SafeText.append(origin.file, to: &bytes)
        if let source = finding.source {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(source.line)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(source.column)
        }
        bytes.append(": ")
        bytes.append(finding.kind.rawValue)
        bytes.append(UInt8(ascii: "["))
        bytes.append(finding.code)
        bytes.append("] ")
        if !finding.pointer.isEmpty {
            SafeText.append(finding.pointer, to: &bytes)
            bytes.append(UInt8(ascii: " "))
        }
        SafeText.append(finding.message, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }
}
