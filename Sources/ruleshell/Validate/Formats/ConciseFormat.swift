// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// `file:line:column: error[code] pointer message: value`, one finding a line.
struct ConciseFormat: FindingFormat {
    var paint = Paint.none

    var showsValues: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: origin.input.safe)
        if let source = finding.source {
            bytes.append(UInt8(ascii: ":"))
            bytes.append(decimal: source.line)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(decimal: source.column)
        }
        bytes.append(contentsOf: finding.written.before)
        if !finding.pointer.isEmpty {
            SafeText.append(finding.pointer, to: &bytes)
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append(contentsOf: finding.written.after)
        ShortValue.append(after: finding, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func write(_ text: FindingText, of rule: (validator: Int, step: Int)?) -> WrittenText {
        WrittenText(
            text,
            before: Array(
                ": \(paint.text("\(text.kind.rawValue)[\(SafeText.line(text.code))]", in: .init(text.kind))) "
                    .utf8),
            after: Array(SafeText.line(text.line).utf8))
    }
}
