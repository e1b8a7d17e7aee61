// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Memory for what `evaluate` reads.
protocol InputMemory: AnyObject {
    /// Aligned to 8 bytes at least.
    func allocate(_ bytes: Int) -> UnsafeMutableRawPointer
    func store(_ value: Value) -> assay_value
    func store(_ argument: Arguments.Bound) -> assay_value
    /// Called when everything is written.
    func seal()
}

extension ValueArena: InputMemory {
    func seal() {}
}

/// Arguments as `create` receives them.
struct PreparedArguments {
    let bound: BoundRule
    /// The values of the arguments, in the order of the parameters.
    let values: UnsafePointer<assay_value>
    /// Keeps what the values point to.
    private let memory: any InputMemory

    init(of bound: BoundRule, in memory: any InputMemory) {
        self.bound = bound
        self.memory = memory
        let stored = bound.arguments.all.map { memory.store($0) }
        let values = memory.allocate(stored.count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: stored.count)
        values.initialize(from: stored, count: stored.count)
        self.values = UnsafePointer(values)
        memory.seal()
    }
}

/// A batch as `evaluate` receives it.
final class PreparedBatch {
    let header: UnsafePointer<assay_batch>
    private let count: Int
    /// Keeps what the header points to.
    private let memory: any InputMemory
    private let columns: UnsafeBufferPointer<Column?>

    init(of rows: Rows, columnCount: Int, in memory: any InputMemory) {
        self.memory = memory
        count = rows.count
        let columns = memory.allocate(columnCount * MemoryLayout<Column?>.stride)
            .bindMemory(to: Column?.self, capacity: columnCount)
        for column in 0..<columnCount {
            columns[column] = Self.column(column, of: rows, in: memory)
        }
        self.columns = UnsafeBufferPointer(start: columns, count: columnCount)
        let header = memory.allocate(MemoryLayout<assay_batch>.size)
            .bindMemory(to: assay_batch.self, capacity: 1)
        header.initialize(
            to: assay_batch(
                struct_size: UInt32(MemoryLayout<assay_batch>.size), count: UInt32(rows.count),
                column_count: UInt32(columnCount), reserved: 0, columns: UnsafePointer(columns)))
        self.header = UnsafePointer(header)
    }

    /// Whoever has kept a pointer to a value finds no value there.
    deinit {
        guard memory is ValueArena else { return }
        for column in columns {
            UnsafeMutableRawPointer(mutating: column)?.initializeMemory(
                as: UInt8.self, repeating: 0xA5, count: count * MemoryLayout<assay_value>.stride)
        }
    }

    private typealias Column = UnsafePointer<assay_value>

    private static func column(
        _ column: Int, of rows: Rows, in memory: any InputMemory
    ) -> Column {
        let stored = rows.different.map { row in
            memory.store(column == 0 ? row.value : row.others[column - 1])
        }
        let values = memory.allocate(rows.count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: rows.count)
        for row in 0..<rows.count { values[row] = stored[rows.cycleIndex(row)] }
        return UnsafePointer(values)
    }

    /// Calls `evaluate`.
    func evaluate(
        _ instance: TrialInstance, offering call: TrialCall, into verdicts: VerdictMemory
    ) -> Evaluation {
        let result = invoke(instance, offering: call, into: verdicts)
        return Evaluation(result: result, verdicts: verdicts.copy, message: call.message)
    }

    /// Calls `evaluate` and leaves the verdicts where they are.
    func invoke(
        _ instance: TrialInstance, offering call: TrialCall, into verdicts: VerdictMemory
    ) -> assay_rc {
        let function = instance.rule.raw.evaluate
        let result = function?(instance.pointer, call.begin(rows: count), header, verdicts.start)
        call.end()
        return result ?? ASSAY_E_INTERNAL
    }
}

/// The outcome of one call of `evaluate`.
struct Evaluation {
    let result: assay_rc
    let verdicts: [assay_verdict]
    let message: String?
}
