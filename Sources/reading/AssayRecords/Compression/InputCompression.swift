// SPDX-License-Identifier: Apache-2.0

/// The compression of an input.
package enum InputCompression: String, Sendable, CaseIterable {
    /// Detected by the first bytes: gzip, Zstandard or none.
    case auto
    /// The bytes are the records.
    case none
    /// gzip (RFC 1952), one member or several.
    case gz
    /// Zstandard (RFC 8878), one frame or several.
    case zst

    /// The format's name in messages.
    var title: String { self == .gz ? "gzip" : "zstd" }

    /// The number of bytes that are enough to detect the compression.
    static let headCount = 4

    /// Detects the compression by the first bytes of an input.
    init(firstBytes bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(InputCompression.headCount))
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gz
        } else if head == [0x28, 0xB5, 0x2F, 0xFD] || InputCompression.isSkippableFrame(head: head)
        {
            self = .zst
        } else {
            self = .none
        }
    }

    /// True for a frame of Zstandard without data, which may come before others.
    private static func isSkippableFrame(head: [UInt8]) -> Bool {
        head.count == headCount && head[0] & 0xF0 == 0x50 && head[1...] == [0x2A, 0x4D, 0x18]
    }

    /// The name without the ending of a compressed file: `people.csv` for `people.csv.gz`.
    package static func plainName(of name: String) -> String {
        let lowered = name.lowercased()
        let ending = [".gz", ".gzip", ".zst", ".zstd"].first { lowered.hasSuffix($0) }
        return ending.map { String(name.dropLast($0.count)) } ?? name
    }
}
