// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of keys and signatures: one line with a tag, bytes in base 64, and a comment.
///
///     assay-ed25519-public 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= releases of Acme
struct TaggedText {
    let bytes: [UInt8]
    let comment: String

    /// Reads such a text.
    ///
    /// - Parameters:
    ///   - text: The contents of the file; lines that are empty or begin with `#` are skipped.
    ///   - tag: The tag that the line must have.
    ///   - count: How many bytes are wanted.
    /// - Throws: `SignatureError` with what was found.
    init(_ text: String, tag: String, count: Int) throws(SignatureError) {
        let lines = text.prefix(4096).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
        let expected = "one line '\(tag) BASE64'"
        guard lines.count == 1, let line = lines.first else {
            throw SignatureError(found: "\(lines.count) lines", expected: expected)
        }
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count >= 2, words[0] == tag else {
            let word = words.first.map { String($0.prefix(40)) } ?? ""
            throw SignatureError(found: "a line with '\(word)'", expected: expected)
        }
        // Bits that encode nothing must be zero: there is one text for the bytes.
        guard let data = Data(base64Encoded: String(words[1])), data.count == count,
            data.base64EncodedString() == words[1]
        else {
            throw SignatureError(
                found: "'\(words[1].prefix(100))' after \(tag)",
                expected: "\(count) bytes in base 64")
        }
        bytes = Array(data)
        comment = words.count > 2 ? String(words[2]) : ""
    }

    static func write(_ bytes: [UInt8], tag: String, comment: String) -> String {
        let line = "\(tag) \(Data(bytes).base64EncodedString())"
        let rest = comment.split(whereSeparator: \.isNewline).joined(separator: " ")
        return rest.isEmpty ? line + "\n" : "\(line) \(rest)\n"
    }
}

/// A text that is no key or no signature.
package struct SignatureError: Error, Sendable, Equatable, CustomStringConvertible {
    package let found: String
    package let expected: String

    package var description: String { "found \(found), expected \(expected)" }
}
#endif
