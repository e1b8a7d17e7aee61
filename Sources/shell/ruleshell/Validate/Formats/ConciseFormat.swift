// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// `file:line:column: error[code] pointer message: value`, one finding a line.
struct ConciseFormat: FindingFormat {
    var paint = Paint.none

    var showsValues: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        origin.appendPlace(of: finding.source, to: &bytes)
        appendHead(of: finding, to: &bytes)
        ShortValue.append(after: finding, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: written.before)
        SafeText.append(pointer: pointer, to: &bytes)
        bytes.append(contentsOf: written.after)
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        WrittenText(
            text,
            before: Array(
                ": \(paint.text("\(text.kind.rawValue)[\(SafeText.line(text.code))]", in: .init(text.kind))) "
                    .utf8),
            after: Array(SafeText.line(text.line).utf8))
    }
}
