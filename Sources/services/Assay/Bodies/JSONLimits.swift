// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords

/// The limits of a JSON document: its length, its depth and the number of its keys.
///
/// A document beyond them is a violation, `record.malformed`.
public struct JSONLimits: Sendable, Equatable {
    /// The longest document, in bytes; a longer one is not read.
    ///
    /// What is read of a document takes, at worst, some 50 times its length in memory.
    public var maximumBytes: Int
    /// The deepest nesting, 1 to 1,000, where the record itself is level 1.
    public var maximumDepth: Int
    /// The most keys of a record, those of nested objects included.
    public var maximumKeys: Int
    /// The most records of an array; see `ValidatorsManager.validate(jsonArray:limits:)`.
    public var maximumRecords: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: 1 MiB by default.
    ///   - maximumDepth: 64 by default; a number that is out of range counts as the nearest one.
    ///   - maximumKeys: 10,000 by default.
    ///   - maximumRecords: 10,000 by default.
    public init(
        maximumBytes: Int = 1 << 20, maximumDepth: Int = 64, maximumKeys: Int = 10_000,
        maximumRecords: Int = 10_000
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumKeys = maximumKeys
        self.maximumRecords = maximumRecords
    }

    /// The reader counts bytes in 32 bits.
    func allow(byteCount: Int) -> Bool { byteCount <= min(maximumBytes, 1 << 31) }

    /// The limits that the reader enforces.
    var ofTheReader: DocumentParser.Limits {
        DocumentParser.Limits(depth: min(max(1, maximumDepth), 1000), keys: max(0, maximumKeys))
    }
}
