// SPDX-License-Identifier: Apache-2.0

/// The form of language tags (BCP 47: RFC 5646, section 2.1).
///
/// The subtags need not be registered. The irregular tags of the standard's closed list, such as
/// `i-klingon`, are rejected: each has a regular one in its place.
package struct LanguageTag {
    /// The subtags that are still to be read.
    private var subtags: ArraySlice<Substring.UTF8View>

    /// Returns `true` if a text is well-formed: `de`, `pt-BR`, `zh-Hant-TW`, `x-own`.
    package static func isWellFormed(_ text: String) -> Bool {
        var tag = LanguageTag(text)
        return tag.takePrivateUse() || tag.takeLanguageTag()
    }

    private init(_ text: String) {
        subtags =
            text.utf8[...].split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
    }

    private mutating func takeLanguageTag() -> Bool {
        guard takeLanguage() else { return false }
        _ = takeLetters(4...4)  // script
        if !takeLetters(2...2) { _ = takeDigits(3) }  // region
        while takeVariant() {}
        while subtags.first?.count == 1, !isPrivateUse {
            guard takeExtension() else { return false }
        }
        return subtags.isEmpty || takePrivateUse()
    }

    /// A language of two or three letters can have extended ones of three after it.
    private mutating func takeLanguage() -> Bool {
        guard takeLetters(2...3) else { return takeLetters(4...8) }
        var extended = 0
        while extended < 3, takeLetters(3...3) { extended += 1 }
        return true
    }

    private mutating func takeVariant() -> Bool {
        take { subtag in
            subtag.count >= 5 || subtag.count == 4 && subtag.first?.isASCIIDigit == true
        }
    }

    private mutating func takeExtension() -> Bool {
        guard take({ $0.count == 1 }), take({ $0.count >= 2 }) else { return false }
        while take({ $0.count >= 2 }) {}
        return true
    }

    /// Takes all that is left, if it begins with `x`.
    private mutating func takePrivateUse() -> Bool {
        guard isPrivateUse, take({ _ in true }), !subtags.isEmpty else { return false }
        while take({ _ in true }) {}
        return subtags.isEmpty
    }

    private var isPrivateUse: Bool {
        subtags.first.map { $0.elementsEqual("x".utf8) || $0.elementsEqual("X".utf8) } ?? false
    }

    private mutating func takeLetters(_ counts: ClosedRange<Int>) -> Bool {
        take { counts.contains($0.count) && $0.allSatisfy(\.isASCIILetter) }
    }

    private mutating func takeDigits(_ count: Int) -> Bool {
        take { $0.count == count && $0.allSatisfy(\.isASCIIDigit) }
    }

    /// Takes the next subtag if it is one, of 1 to 8 letters and digits, and as wanted.
    private mutating func take(_ isWanted: (Substring.UTF8View) -> Bool) -> Bool {
        guard let subtag = subtags.first, (1...8).contains(subtag.count),
            subtag.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }), isWanted(subtag)
        else { return false }
        subtags.removeFirst()
        return true
    }
}

extension UInt8 {
    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension LanguageTag {
    /// Returns the instruction for a text that is not a language tag.
    package static func help(for tag: String) -> String {
        let hyphenated = String(tag.map { $0 == "_" ? "-" : $0 })
        return isWellFormed(hyphenated)
            ? "write '\(hyphenated)'" : "write a BCP 47 tag such as de or pt-BR"
    }
}
