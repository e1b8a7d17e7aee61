// SPDX-License-Identifier: Apache-2.0

/// How the records of an input are written.
public enum InputFormat: String, Sendable, CaseIterable {
    /// One JSON object a line.
    case ndjson
    /// One JSON array of objects, or one object.
    case json
    /// RFC 4180 with a header record.
    case csv

    /// The format that a file's name suggests, or nil; the ending of a packed file is passed over.
    public init?(fileName: String) {
        let name = Compression.plainName(of: fileName).lowercased()
        if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") {
            self = .ndjson
        } else if name.hasSuffix(".json") {
            self = .json
        } else if name.hasSuffix(".csv") {
            self = .csv
        } else {
            return nil
        }
    }

    /// The format that the first bytes of an input suggest.
    ///
    /// `[` begins a JSON array; `{` begins NDJSON, or one JSON object if the first line is only
    /// the beginning of it; everything else is CSV. Nothing but white space counts as NDJSON.
    public init(firstBytes bytes: UnsafeBufferPointer<UInt8>) {
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

/// How records are read, and what they may cost.
public struct ReaderOptions: Sendable {
    /// Nil: by the first bytes.
    public var format: InputFormat?
    /// Of CSV: an ASCII character other than quote, CR and LF.
    public var delimiter: UInt8 = UInt8(ascii: ",")
    /// A CSV input begins with a header; without one, its cells are the fields `1`, `2` and so on.
    public var hasHeader = true
    /// A longer record is malformed; it is skipped without being held in memory.
    public var maximumRecordBytes = 16 << 20
    /// Deeper nesting makes a record malformed; 1 to 1024, the record itself is level 1.
    public var maximumDepth = 64
    /// How much is read and parsed at a time; small enough to stay in a core's cache.
    public var chunkBytes = 256 << 10
    /// How many records are parsed at a time at most, so that short ones take no more memory than
    /// others; fewer, but at least 64, where the columns of a plan would take more than 4 MiB.
    public var chunkRecords = 16_384

    public init() {}
}

/// Why an input cannot be read at all.
///
/// Mistakes in records are violations, not errors.
public enum InputError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system's reason for a failed `open` or `read`.
    case unreadable(name: String, reason: String)
    case isDirectory(name: String)
    /// The header of a CSV input is missing or malformed.
    case badHeader(name: String, line: Int, reason: String)
    /// A packed input is damaged, cut off, or followed by something else.
    case badCompression(name: String, format: String, reason: String)
    /// The input is not the one of the position where reading was to go on.
    case badPosition(name: String)
    case outOfMemory
    case badDelimiter

    public var description: String {
        switch self {
        case .unreadable(let name, let reason): "cannot read '\(name)': \(reason)"
        case .isDirectory(let name):
            "cannot read '\(name)': it is a directory; name a file, or - for standard input"
        case .badHeader(let name, let line, let reason):
            "cannot read '\(name)' as CSV: line \(line), the header: \(reason)"
        case .badCompression(let name, let format, let reason):
            "cannot read '\(name)' as \(format): \(reason)"
        case .badPosition(let name):
            "cannot go on in '\(name)': it ends before the place, or is another input"
        case .outOfMemory: "out of memory"
        case .badDelimiter:
            "the delimiter must be one ASCII character other than quote, CR and LF"
        }
    }
}
