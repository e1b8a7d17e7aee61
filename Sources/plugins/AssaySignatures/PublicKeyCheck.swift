// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures

/// Finds encodings that are no proper public key of Ed25519.
///
/// A key of small order is a point P with 8P = 0. For such keys there are signatures that verify for
/// every file, made by no one who has a private key.
enum PublicKeyCheck {
    /// The y coordinates of the eight points of small order, from the lowest byte to the highest; the
    /// sign of x, the highest bit, is 0.
    private static let smallOrder: [[UInt8]] = [
        Array(repeating: 0x00, count: 32),
        [0x01] + Array(repeating: 0x00, count: 31),
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF,
            0x98,
            0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D,
            0x53,
            0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10,
            0x67,
            0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92,
            0xAC,
            0x03, 0x7A,
        ],
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
    ]

    /// Rejects keys of small order, and y coordinates beyond the field, which encode the
    /// points of other keys a second time.
    ///
    /// - Parameter bytes: 32 bytes.
    /// - Throws: `SignatureError` with what was found.
    static func check(_ bytes: [UInt8]) throws(SignatureError) {
        var y = bytes
        if let last = y.indices.last { y[last] &= 0x7F }
        guard !isBeyondField(y) else {
            throw SignatureError(
                found: "a public key whose encoding is not canonical",
                expected: "what `keygen` wrote")
        }
        guard !smallOrder.contains(y) else {
            throw SignatureError(
                found: "a public key of small order, for which anyone can sign",
                expected: "what `keygen` wrote")
        }
    }

    /// 2^255 - 19 or more.
    private static func isBeyondField(_ y: [UInt8]) -> Bool {
        guard let first = y.first, let last = y.last else { return false }
        return first >= 0xED && last == 0x7F && y.dropFirst().dropLast().allSatisfy { $0 == 0xFF }
    }
}
#endif
