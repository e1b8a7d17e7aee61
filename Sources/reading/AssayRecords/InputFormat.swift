// SPDX-License-Identifier: Apache-2.0

/// The format of an input.
public enum InputFormat: String, Sendable, CaseIterable {
    /// One JSON object on each line.
    case ndjson
    /// One JSON array of objects, or one object.
    case json
    /// RFC 4180, with or without a header.
    case csv
    /// Apache Arrow's IPC format: a stream or a file of record batches.
    case arrow

    /// The format that a file name's extension suggests, or nil; `.gz` and the like are ignored.
    public init?(fileName: String) {
        let name = InputCompression.plainName(of: fileName).lowercased()
        if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
            self = .ndjson
        } else if name.hasSuffix(".json") {
            self = .json
        } else if name.hasSuffix(".csv") || Self.isTabSeparated(fileName: fileName) {
            self = .csv
        } else if [".arrow", ".arrows", ".feather"].contains(where: name.hasSuffix) {
            self = .arrow
        } else {
            return nil
        }
    }

    /// Returns `true` if a file name's extension, `.tsv` or `.tab`, suggests CSV with tabs.
    static func isTabSeparated(fileName: String) -> Bool {
        let name = InputCompression.plainName(of: fileName).lowercased()
        return name.hasSuffix(".tsv") || name.hasSuffix(".tab")
    }

    /// The format that the first bytes of an input suggest.
    ///
    /// `[` begins a JSON array; `{` begins NDJSON, or one JSON object if the first line is only
    /// the beginning of it; everything else is CSV. Nothing but white space counts as NDJSON.
    package init(firstBytes bytes: UnsafeBufferPointer<UInt8>) {
        let start = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        switch start.first {
        case nil: self = .ndjson
        case UInt8(ascii: "["): self = .json
        case UInt8(ascii: "{"):
            let line = start.prefix { $0 != 0x0A }
            let last = line.last { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            let isCut = line.count == start.count
            self = isCut || last == UInt8(ascii: "}") ? .ndjson : .json
        default: self = .csv
        }
    }
}
