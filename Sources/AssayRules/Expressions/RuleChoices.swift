// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// What `length` counts.
    public enum LengthUnit: String, Sendable, CaseIterable {
        case characters, codePoints, utf16, bytes
    }

    /// Which letters the letter rules accept.
    public enum Script: String, Sendable, CaseIterable {
        case ascii, unicode
    }

    /// How much of a value a pattern has to match.
    public enum PatternMatch: String, Sendable, CaseIterable {
        case search, whole
    }

    /// The grammar of `email`.
    public enum EmailMode: String, Sendable, CaseIterable {
        case html, rfc5321, rfc6531
    }

    /// Whether a part of a value has to be there.
    public enum Presence: String, Sendable, CaseIterable {
        case required, optional, forbidden
    }

    /// Whether a name stands before an e-mail address.
    public enum DisplayName: String, Sendable, CaseIterable {
        case forbidden, allowed, required
    }

    /// What stands between a date and a time.
    public enum DateTimeSeparator: String, Sendable, CaseIterable {
        case t, space, any
    }

    /// The case of hexadecimal letters.
    public enum LetterCase: String, Sendable, CaseIterable {
        case any, lower, upper
    }

    /// The symbols of base 32.
    public enum Base32Alphabet: String, Sendable, CaseIterable {
        case rfc4648, crockford, hex
    }

    /// The definition that a host name follows.
    public enum HostnameProfile: String, Sendable, CaseIterable {
        case rfc952, rfc1123, fqdn, rfc1035Label
    }

    /// Which addresses count.
    public enum AddressScope: String, Sendable, CaseIterable {
        case any, `public`, `private`
    }

    /// The hash function of a digest.
    public enum HashAlgorithm: String, Sendable, CaseIterable {
        case md4, md5, sha1, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384,
            sha3_512, ripemd128, ripemd160, tiger128, tiger160, tiger192, crc32, crc32b
    }

    /// Whether separators stand between digits.
    public enum Separators: String, Sendable, CaseIterable {
        case required, forbidden, any
    }
}
