// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Arguments in the form of the contract's values, at a fixed address: they are compared with values
/// of records where both are.
struct StoredValues: @unchecked Sendable {  // the values never change after init
    private let arena: ValueArena
    private let start: UnsafeMutablePointer<assay_value>
    let count: Int
    /// The look-up by equality, or `nil` if there are few values.
    private let table: ValueTable?

    init(_ values: [Value]) {
        arena = ValueArena()
        count = values.count
        start = arena.allocate(values.count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: values.count)
        for (index, value) in values.enumerated() {
            (start + index).initialize(to: arena.store(value))
        }
        table = count > ValueTable.searched ? ValueTable(start, count: count) : nil
    }

    /// True if one of the values equals `value` as JSON.
    func contains(_ value: FieldValue) -> Bool {
        table?.contains(value) ?? ValueTable.search(start, count: count, for: value)
    }
}
