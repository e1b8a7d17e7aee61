// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// A small seeded generator, so that a failing property test can be repeated.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Records as columns, kept alive by this object.
final class TestColumns {
    private let arena = ValueArena()
    private var columns: [UnsafeMutablePointer<assay_value>] = []
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    let batch: RecordBatch

    init(_ fields: [String], _ records: [Record]) {
        pointers = .allocate(capacity: max(1, fields.count))
        for (index, field) in fields.enumerated() {
            let column = UnsafeMutablePointer<assay_value>.allocate(capacity: max(1, records.count))
            for (row, record) in records.enumerated() {
                (column + row).initialize(to: arena.store(record[field]))
            }
            columns.append(column)
            pointers[index] = UnsafePointer(column)
        }
        batch = RecordBatch(count: records.count, columns: UnsafePointer(pointers))
    }

    deinit {
        for column in columns { column.deallocate() }
        pointers.deallocate()
    }
}
