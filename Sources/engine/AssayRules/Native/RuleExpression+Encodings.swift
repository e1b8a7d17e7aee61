// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The encodings and digests that rules in C check.
extension RuleExpression {
    /// The symbols of base 32.
    public enum Base32Alphabet: String, RuleChoice {
        /// A to Z and 2 to 7 (RFC 4648, section 6).
        case rfc4648
        /// Digits and letters without I, L, O and U (Crockford).
        case crockford
        /// 0 to 9 and A to V (RFC 4648, section 7).
        case hex
    }

    /// The hash function of a digest.
    public enum HashAlgorithm: String, RuleChoice {
        /// MD4 (RFC 1320): 32 digits.
        case md4
        /// MD5 (RFC 1321): 32 digits.
        case md5
        /// SHA-1 (FIPS 180-4): 40 digits.
        case sha1
        /// SHA-224 (FIPS 180-4): 56 digits.
        case sha224
        /// SHA-256 (FIPS 180-4): 64 digits.
        case sha256
        /// SHA-384 (FIPS 180-4): 96 digits.
        case sha384
        /// SHA-512 (FIPS 180-4): 128 digits.
        case sha512
        /// SHA3-224 (FIPS 202): 56 digits.
        case sha3_224
        /// SHA3-256 (FIPS 202): 64 digits.
        case sha3_256
        /// SHA3-384 (FIPS 202): 96 digits.
        case sha3_384
        /// SHA3-512 (FIPS 202): 128 digits.
        case sha3_512
        /// RIPEMD-128: 32 digits.
        case ripemd128
        /// RIPEMD-160: 40 digits.
        case ripemd160
        /// Tiger/128: 32 digits.
        case tiger128
        /// Tiger/160: 40 digits.
        case tiger160
        /// Tiger/192: 48 digits.
        case tiger192
        /// CRC-32: 8 digits.
        case crc32
        /// CRC-32 as PHP's `crc32b` writes it: 8 digits.
        case crc32b
    }

    /// Base 16 (RFC 4648).
    public static var base16: RuleExpression { RuleExpression("base16") }

    /// Hexadecimal digits.
    public static var hexadecimal: RuleExpression { RuleExpression("hexadecimal") }

    /// Base 32 (RFC 4648).
    public static var base32: RuleExpression { RuleExpression("base32") }

    /// Base 32 with other symbols.
    public static func base32(alphabet: Base32Alphabet) -> RuleExpression {
        RuleExpression("base32", options: ["alphabet": .choice(alphabet)])
    }

    /// Base 64 with padding (RFC 4648).
    public static var base64: RuleExpression { RuleExpression("base64") }

    /// Base 64; `url`: with - and _.
    public static func base64(url: Bool? = nil, padding: Presence? = nil) -> RuleExpression {
        RuleExpression("base64", options: ["url": .flag(url), "padding": .choice(padding)])
    }

    /// The hexadecimal digest of a hash function.
    public static func hash(_ algorithm: HashAlgorithm) -> RuleExpression {
        RuleExpression("hash", positional: [.word(algorithm.rawValue)])
    }
}
