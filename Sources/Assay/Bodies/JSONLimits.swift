// SPDX-License-Identifier: Apache-2.0

/// How large a JSON document may be, and how deep.
///
/// A document beyond them is a violation, `record.malformed`.
public struct JSONLimits: Sendable, Equatable {
    /// The longest document, in bytes; a longer one is not read.
    ///
    /// What is read of a document takes, at worst, some 50 times its length in memory.
    public var maximumBytes: Int
    /// The deepest nesting, 1 to 1,000, where the record itself is level 1.
    public var maximumDepth: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: 1 MiB by default.
    ///   - maximumDepth: 64 by default; a number that is out of range counts as the nearest one.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 64) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }

    /// The reader counts bytes in 32 bits.
    func allow(byteCount: Int) -> Bool { byteCount <= min(maximumBytes, 1 << 31) }

    var depth: Int { min(max(1, maximumDepth), 1000) }
}
