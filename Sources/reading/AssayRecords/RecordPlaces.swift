// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import CRecordReader

/// Finds values in the text of records, one record at a time.
///
/// A long record is read once for all of its values.
final class RecordPlaces {
    /// Shorter records are searched for every value.
    private static let shortRecord = 1024
    /// The places of a longer record are not kept for the next one.
    private static let longestKept = 64 << 10

    @exclusivity(unchecked) private var row: Int?
    @exclusivity(unchecked) private var bytes: UnsafePointer<UInt8>?
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var known: OpaquePointer?

    deinit {
        reader_places_destroy(known)
    }

    /// Begins with a record, unless it is the one of the last call.
    func enter(row: Int, at bytes: UnsafePointer<UInt8>, count: Int) {
        guard row != self.row else { return }
        self.row = row
        self.bytes = bytes
        self.count = count
        guard isLong else { return }
        if known == nil { known = reader_places_create() }
        if let known { reader_places_enter(known, bytes, UInt64(count)) }
    }

    /// Forgets the record, whose bytes have changed, and what takes much memory.
    func forget() {
        row = nil
        guard count > Self.longestKept else { return }
        reader_places_destroy(known)
        known = nil
    }

    private var isLong: Bool { count >= Self.shortRecord }

    /// The bytes of a CSV record's cell, or of the whole record.
    func cell(_ cell: UInt32, dialect: reader_csv_dialect) -> Range<Int> {
        var dialect = dialect
        var found = reader_range(offset: 0, length: UInt64(count))
        if isLong, let known {
            _ = reader_places_csv(known, &dialect, cell, &found)
        } else {
            _ = reader_locate_csv(bytes, UInt64(count), &dialect, cell, &found)
        }
        return Int(found.offset)..<Int(found.offset + found.length)
    }

    /// The bytes of a JSON value, or of the nearest container that exists.
    func value(_ path: [PointerToken]) -> Range<Int> {
        guard !path.isEmpty else { return 0..<count }
        if path.count == 1, case .key(var key) = path[0] {
            // Most paths: nothing has to be allocated.
            return key.withUTF8 { key in
                var step = reader_step()
                step.key = assay_str(ptr: key.baseAddress, len: UInt64(key.count))
                return value(&step, stepCount: 1)
            }
        }
        let arena = ValueArena(blockSize: 256)
        let steps = path.map { reader_step($0, in: arena) }
        return value(steps, stepCount: steps.count)
    }

    private func value(_ steps: UnsafePointer<reader_step>, stepCount: Int) -> Range<Int> {
        var found = reader_range(offset: 0, length: UInt64(count))
        if isLong, let known {
            _ = reader_places_json(known, steps, UInt32(stepCount), &found)
        } else {
            _ = reader_locate_json(bytes, UInt64(count), steps, UInt32(stepCount), &found)
        }
        return Int(found.offset)..<Int(found.offset + found.length)
    }
}

extension reader_step {
    fileprivate init(_ token: PointerToken, in arena: ValueArena) {
        self.init()
        switch token {
        case .key(let key): self.key = arena.store(key)
        case .index(let index):
            self.index = UInt64(max(0, index))
            is_index = 1
        }
    }
}
