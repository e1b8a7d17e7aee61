// SPDX-License-Identifier: Apache-2.0
import Assay

/// What takes time to write of a violation and is often the same for all of one rule and code.
struct FindingText {
    static let noParameters = Array("{}".utf8)

    let message: String
    let parametersJSON: [UInt8]

    init(_ violation: Violation) {
        message = violation.message
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, parameter) in violation.parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(parameter.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(parameter.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        parametersJSON = bytes
    }
}

/// The texts of a chunk's violations, written once for each rule and code where nothing but the
/// rule decides about them.
struct FindingTexts {
    private struct Key: Hashable {
        let validator: Int
        let step: Int
        let code: String
    }

    private var known: [Key: FindingText] = [:]

    /// The text of a violation.
    ///
    /// - Parameters:
    ///   - violation: The violation.
    ///   - rule: Its rule, or nil.
    ///   - hasOwnArguments: The rule said more than its parameters.
    /// - Returns: The message and the parameters.
    mutating func text(
        of violation: Violation, rule: (validator: Int, step: Int)?, hasOwnArguments: Bool
    ) -> FindingText {
        guard let rule, !hasOwnArguments, !violation.showsValue else {
            return FindingText(violation)
        }
        let key = Key(validator: rule.validator, step: rule.step, code: violation.code)
        if let text = known[key] { return text }
        let text = FindingText(violation)
        known[key] = text
        return text
    }
}

extension Violation {
    /// The message depends on the value.
    fileprivate var showsValue: Bool {
        var bytes = template.utf8[...]
        while let brace = bytes.firstIndex(of: UInt8(ascii: "{")) {
            bytes = bytes[bytes.index(after: brace)...]
            if bytes.starts(with: "value}".utf8) { return true }
        }
        return false
    }
}
