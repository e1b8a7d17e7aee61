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

    /// Whether the first of two valid versions comes before the second (item 11).
    static func isAscending(_ left: String, _ right: String) -> Bool {
        let (a, b) = (precedence(of: left), precedence(of: right))
        for (first, second) in zip(a.core, b.core) {
            if isLess(first, second) { return true }
            if isLess(second, first) { return false }
        }
        // A version comes after its pre-releases.
        guard !a.preRelease.isEmpty else { return false }
        guard !b.preRelease.isEmpty else { return true }
        for (first, second) in zip(a.preRelease, b.preRelease) {
            if isLess(first, second) { return true }
            if isLess(second, first) { return false }
        }
        return a.preRelease.count < b.preRelease.count
    }

    private static func precedence(of text: String) -> (core: [Text], preRelease: [Text]) {
        let (version, _) = parts(of: text.utf8[...], at: UInt8(ascii: "+"))
        let (core, preRelease) = parts(of: version, at: UInt8(ascii: "-"))
        return (identifiers(in: core), preRelease.map { identifiers(in: $0) } ?? [])
    }

    /// Numbers come before other identifiers; they have no leading zeros, so that the longer is the
    /// larger.
    private static func isLess(_ left: Text, _ right: Text) -> Bool {
        switch (isNumber(left), isNumber(right)) {
        case (true, true) where left.count != right.count: left.count < right.count
        case (true, false): true
        case (false, true): false
        default: left.lexicographicallyPrecedes(right)
        }
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
