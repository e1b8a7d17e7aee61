// SPDX-License-Identifier: Apache-2.0

/// A version by Semantic Versioning 2.0.0: `1.10.0-rc.1+linux`.
///
/// Versions compare by precedence (item 11): a pre-release is less than its release, and the build,
/// after '+', counts for nothing, so that `1.0.0+a` and `1.0.0+b` are equal.
package struct SemanticVersion: Sendable, Comparable, CustomStringConvertible {
    /// Major, minor and patch.
    let core: [VersionIdentifier]
    /// The identifiers of the pre-release; empty for a release.
    let preRelease: [VersionIdentifier]
    /// The version as it was written.
    package let description: String

    /// The longest text that is a version, in bytes.
    package static let maximumBytes = 128

    /// Reads `MAJOR.MINOR.PATCH`, perhaps with a pre-release after '-' and a build after '+'; nil for
    /// anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let (version, build) = Self.parts(of: text.utf8[...], at: UInt8(ascii: "+"))
        let (core, preRelease) = Self.parts(of: version, at: UInt8(ascii: "-"))
        let numbers = Self.identifiers(in: core).compactMap { VersionIdentifier(number: $0) }
        guard numbers.count == 3, Self.identifiers(in: core).count == 3,
            let labels = Self.labels(in: preRelease),
            build.map({ Self.identifiers(in: $0).allSatisfy(VersionIdentifier.isLabel) }) ?? true
        else { return nil }
        self.core = numbers
        self.preRelease = labels
        description = text
    }

    init(core: [VersionIdentifier], preRelease: [VersionIdentifier] = []) {
        self.core = core
        self.preRelease = preRelease
        let labels = preRelease.map(\.text).joined(separator: ".")
        description =
            core.map(\.text).joined(separator: ".") + (labels.isEmpty ? "" : "-" + labels)
    }

    /// Returns `true` if a text is a version.
    package static func isValid(_ text: String) -> Bool { SemanticVersion(text) != nil }

    package var isPreRelease: Bool { !preRelease.isEmpty }

    package static func == (left: Self, right: Self) -> Bool {
        left.core == right.core && left.preRelease == right.preRelease
    }

    package static func < (left: Self, right: Self) -> Bool {
        if left.core != right.core { return left.core.lexicographicallyPrecedes(right.core) }
        guard left.isPreRelease, right.isPreRelease else {
            return left.isPreRelease && !right.isPreRelease
        }
        return left.preRelease.lexicographicallyPrecedes(right.preRelease)
    }

    // MARK: - Parts

    private typealias Text = Substring.UTF8View

    /// Returns the text before the first separator, and the text after it if there is one.
    private static func parts(of text: Text, at separator: UInt8) -> (Text, Text?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    private static func identifiers(in text: Text) -> [Text] {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    /// The identifiers of a pre-release, empty without one, or `nil` if one of them is wrong.
    private static func labels(in text: Text?) -> [VersionIdentifier]? {
        guard let text else { return [] }
        let parts = identifiers(in: text)
        let labels = parts.compactMap { VersionIdentifier(preRelease: $0) }
        return labels.count == parts.count ? labels : nil
    }
}

/// A part of a version between periods.
struct VersionIdentifier: Sendable, Comparable {
    let text: String
    /// `true` if the text is a number: numbers compare by value, and are less than labels.
    let isNumber: Bool

    static let zero = VersionIdentifier(text: "0", isNumber: true)

    private init(text: String, isNumber: Bool) {
        self.text = text
        self.isNumber = isNumber
    }

    /// Digits without a leading zero.
    init?(number text: Substring.UTF8View) {
        guard !text.isEmpty, text.allSatisfy(\.isVersionDigit),
            text.count == 1 || text.first != UInt8(ascii: "0")
        else { return nil }
        self.init(text: String(Substring(text)), isNumber: true)
    }

    /// A label of letters, digits and '-', or a number.
    init?(preRelease text: Substring.UTF8View) {
        if let number = VersionIdentifier(number: text) {
            self = number
        } else {
            guard Self.isLabel(text), !text.allSatisfy(\.isVersionDigit) else { return nil }
            self.init(text: String(Substring(text)), isNumber: false)
        }
    }

    static func isLabel(_ text: Substring.UTF8View) -> Bool {
        !text.isEmpty && text.allSatisfy(\.isVersionLabel)
    }

    /// The next number, of as many digits as it takes.
    var successor: VersionIdentifier {
        var digits = Array(text.utf8)
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return VersionIdentifier(
                    text: String(decoding: digits, as: UTF8.self), isNumber: true)
            }
            digits[index] = UInt8(ascii: "0")
        }
        return VersionIdentifier(
            text: "1" + String(decoding: digits, as: UTF8.self), isNumber: true)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.isNumber, right.isNumber {
            let (a, b) = (left.text.utf8, right.text.utf8)
            return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
        }
        if left.isNumber != right.isNumber { return left.isNumber }
        return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension UInt8 {
    /// `true` for an ASCII digit.
    var isVersionDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// `true` for an ASCII letter or digit, or '-'.
    var isVersionLabel: Bool {
        isVersionDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || self == UInt8(ascii: "-")
    }
}
