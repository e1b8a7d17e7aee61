// SPDX-License-Identifier: Apache-2.0

/// Commands that build systems read anywhere in a line: `##[`, and `##name[` such as `##vso[` and
/// `##teamcity[`.
package enum BuildCommand {
    /// Returns `true` if a text in UTF-8 begins with a command.
    package static func begins(_ text: some Collection<UInt8>) -> Bool {
        let sign = UInt8(ascii: "#")
        guard text.first == sign, text.dropFirst().first == sign else { return false }
        return text.dropFirst(2).first { !isLetter($0) } == UInt8(ascii: "[")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
