// SPDX-License-Identifier: Apache-2.0

/// The form of versions (Semantic Versioning 2.0.0, items 2, 9 and 10).
enum SemanticVersion {
    private static let maximumBytes = 128

    /// Whether a text is `MAJOR.MINOR.PATCH`, perhaps with a pre-release after '-' and a build
    /// after '+', and of a bounded length.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= maximumBytes else { return false }
        let (version, build) = parts(of: text.utf8[...], at: UInt8(ascii: "+"))
        let (core, preRelease) = parts(of: version, at: UInt8(ascii: "-"))
        let numbers = identifiers(in: core)
        return numbers.count == 3 && numbers.allSatisfy(isNumber)
            && (preRelease.map { identifiers(in: $0).allSatisfy(isPreRelease) } ?? true)
            && (build.map { identifiers(in: $0).allSatisfy(isIdentifier) } ?? true)
    }

    private typealias Text = Substring.UTF8View

    /// What is before the first such byte, and what is after it if there is one.
    private static func parts(of text: Text, at separator: UInt8) -> (Text, Text?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    private static func identifiers(in text: Text) -> [Text] {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    /// Digits without a leading zero.
    private static func isNumber(_ text: Text) -> Bool {
        !text.isEmpty && text.allSatisfy(\.isASCIIDigit)
            && (text.count == 1 || text.first != UInt8(ascii: "0"))
    }

    private static func isIdentifier(_ text: Text) -> Bool {
        !text.isEmpty
            && text.allSatisfy {
                $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-")
            }
    }

    /// An identifier that is all digits is a number.
    private static func isPreRelease(_ text: Text) -> Bool {
        isIdentifier(text) && (isNumber(text) || !text.allSatisfy(\.isASCIIDigit))
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
