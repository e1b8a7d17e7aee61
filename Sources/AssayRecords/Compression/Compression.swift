// SPDX-License-Identifier: Apache-2.0

/// How the bytes of an input are packed.
public enum Compression: String, Sendable, CaseIterable {
    /// By the first bytes; what begins as none of the others is not packed.
    case auto
    case none
    /// gzip (RFC 1952), one member or several.
    case gz
    /// Zstandard (RFC 8878), one frame or several.
    case zst

    /// What messages call it.
    var title: String { self == .gz ? "gzip" : "zstd" }

    /// Bytes that are enough to know it.
    static let headCount = 4

    /// What the first bytes of an input say; `none` if nothing.
    init(firstBytes bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Compression.headCount))
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gz
        } else if head == [0x28, 0xB5, 0x2F, 0xFD] || Compression.isSkippableFrame(head) {
            self = .zst
        } else {
            self = .none
        }
    }

    /// A frame of Zstandard that holds no data, which may stand in front of others.
    private static func isSkippableFrame(_ head: [UInt8]) -> Bool {
        head.count == headCount && head[0] & 0xF0 == 0x50 && head[1...] == [0x2A, 0x4D, 0x18]
    }

    /// The name without the ending of a packed file: `people.csv` for `people.csv.gz`.
    public static func plainName(of name: String) -> String {
        let lowered = name.lowercased()
        let ending = [".gz", ".gzip", ".zst", ".zstd"].first { lowered.hasSuffix($0) }
        return ending.map { String(name.dropLast($0.count)) } ?? name
    }
}

/// Unpacks bytes, in pieces of any size.
///
/// Used by one thread at a time.
protocol Decoder: AnyObject {
    /// The bytes so far are whole: the input may end here.
    var isAtBoundary: Bool { get }

    /// Unpacks what fits.
    ///
    /// - Returns: How many bytes of the input it took and how many it made; with neither, more
    ///   input is needed.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) -> (taken: Int, made: Int)
}

/// Why bytes cannot be unpacked.
enum DecodingFailure: Error {
    /// The first bytes are not those of the format.
    case foreign
    /// What stands behind the end is not of the format.
    case trailing
    /// In the words of the library.
    case damaged(String)
    /// Unpacking would take more memory than is allowed.
    case memory
}
