// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import AssayPluginABI
import CScans

/// A rule of the C contract: compiled in or loaded.
final class TableRuleInstance: @unchecked Sendable {  // immutable after init
    typealias Evaluate =
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
            UnsafeMutablePointer<assay_verdict>?
        ) -> assay_rc

    private let rule: TableRule
    /// The lock of `rule`, kept apart so that a call copies nothing.
    private let lock: PluginLock?
    private let watch: (any PluginCallWatch)?
    private let evaluateFunction: Evaluate
    private let instance: UnsafeMutableRawPointer?
    private let codeCount: Int

    /// - Throws: `RuleError` with the plugin's words if it rejects the arguments.
    init(
        _ rule: TableRule, evaluate: @escaping Evaluate, _ arguments: Arguments
    ) throws(RuleError) {
        self.rule = rule
        lock = rule.lock
        watch = rule.watch
        evaluateFunction = evaluate
        codeCount = rule.argumentNames.count
        instance = try Self.create(rule, arguments)
    }

    deinit {
        guard let destroy = rule.raw.destroy else { return }
        watch?.enter(first: 0, last: 0)
        destroy(instance)
        watch?.leave()
    }

    private static func create(
        _ rule: TableRule, _ arguments: Arguments
    ) throws(RuleError) -> UnsafeMutableRawPointer? {
        guard let create = rule.raw.create else { return nil }
        let arena = ValueArena()
        let native = NativeCall()
        let values = arguments.all.map { arena.store($0) }
        var instance: UnsafeMutableRawPointer?
        rule.watch?.enter(first: 0, last: 0)
        let result = values.withUnsafeBufferPointer {
            create(rule.state, native.begin(rows: 0), $0.baseAddress, &instance)
        }
        rule.watch?.leave()
        if native.hasLines { native.deliverLines(of: rule.id, to: rule.log) }
        guard result >= 0 else {
            let reason = native.message ?? "the arguments are wrong (error \(result))"
            throw RuleError("argument.invalid", "\(rule.id): \(reason)")
        }
        return instance
    }

    /// Returns the test by a function that checks one text as `evaluate` does.
    func test(by check: @escaping assay_text_check) -> ValueTest {
        var test = ValueTest(kinds: .string)
        let failures = (0..<codeCount).map { Verdict.fail($0) }
        test.checks = [ValueTest.Check(UnsafeRawPointer(instance), failures: failures, check)]
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        context.execution._withUnsafeGuaranteedRef { state in
            let native = state.nativeCall
            native.columns.reserve(1 + context.dependencyCount)
            native.columns.start[0] = value.unsafePointer
            for index in 0..<context.dependencyCount {
                native.columns.start[index + 1] = context.columns[index] + context.row
            }
            let records = watch == nil ? (0, 0) : state.records(of: context.row)
            let result = call(
                native, count: 1, dependencies: context.dependencyCount, records: records)
            if result >= 0, native.verdicts.start.pointee.status == ASSAY_PASS { return .pass }
            let (verdict, detail) = verdict(at: 0, native, result)
            if let detail { state.explanation = detail }
            return verdict
        }
    }

    /// The rows of one call: their verdicts, and what is gathered of them, stay in the cache that is
    /// nearest, and a limit is noticed between two calls.
    private static let rowsOfCall = 1024

    func evaluate(_ batch: RuleBatch) {
        batch.execution._withUnsafeGuaranteedRef { state in
            var start = 0
            while start < batch.rowCount {
                let end = min(start + Self.rowsOfCall, batch.rowCount)
                if start > 0, let reason = state.limits?.reached {
                    return record(.undecided(reason), start..<batch.rowCount, of: batch, state)
                }
                evaluate(start..<end, of: batch, state)
                start = end
            }
        }
    }

    @inline(__always)
    private func evaluate(_ range: Range<Int>, of batch: RuleBatch, _ state: ExecutionState) {
        let native = state.nativeCall
        setColumns(range, of: batch, native: native)
        let records =
            watch == nil
            ? (0, 0)
            : state.records(
                from: batch.rows[range.lowerBound], to: batch.rows[range.upperBound - 1])
        let result = call(
            native, count: range.count, dependencies: batch.dependencyCount, records: records)
        guard result >= 0 else {
            for index in 0..<range.count {
                settle(index, result: result, range: range, of: batch, state: state)
            }
            return
        }
        let verdicts = native.verdicts.start
        for index in 0..<range.count where verdicts[index].status != ASSAY_PASS {
            settle(index, result: result, range: range, of: batch, state: state)
        }
    }

    /// Records a verdict that is not a pass: apart, so that nothing slows down the search for it.
    @inline(never)
    private func settle(
        _ index: Int, result: assay_rc, range: Range<Int>, of batch: RuleBatch,
        state: ExecutionState
    ) {
        let native = state.nativeCall
        let raw = native.verdicts.start[index]
        let row = Int(batch.rows[range.lowerBound + index])
        let isPlain = result >= 0 && raw.status == ASSAY_FAIL && !native.hasArguments
        if isPlain, raw.code < codeCount { return state.record(.fail(Int(raw.code)), row: row) }
        let (verdict, detail) = verdict(at: index, native, result)
        state.explanation = detail
        state.record(verdict, row: row)
    }

    private func record(
        _ verdict: Verdict, _ range: Range<Int>, of batch: RuleBatch, _ state: ExecutionState
    ) {
        for index in range { state.record(verdict, row: Int(batch.rows[index])) }
    }

    /// A dense batch passes its columns as they are; other rows are gathered.
    @inline(__always)
    private func setColumns(_ range: Range<Int>, of batch: RuleBatch, native: NativeCall) {
        native.columns.reserve(1 + batch.dependencyCount)
        if batch.isDense {
            native.columns.start[0] = batch.column + range.lowerBound
            for index in 0..<batch.dependencyCount {
                native.columns.start[index + 1] = batch.dependencies[index] + range.lowerBound
            }
            return
        }
        gatherColumns(range, of: batch, native: native)
    }

    private func gatherColumns(_ range: Range<Int>, of batch: RuleBatch, native: NativeCall) {
        while native.gathered.count < 1 + batch.dependencyCount {
            native.gathered.append(GrowingColumn())
        }
        for column in 0...batch.dependencyCount {
            let source = column == 0 ? batch.column : batch.dependencies[column - 1]
            let target = native.gathered[column]
            target.values.reserve(range.count)
            for index in 0..<range.count {
                target.values.start[index] = source[Int(batch.rows[range.lowerBound + index])]
            }
            native.columns.start[column] = UnsafePointer(target.values.start)
        }
    }

    /// Inlined, so that code that depends on the number of rows is specialized for one row where
    /// the number is 1.
    @inline(__always)
    private func call(
        _ native: NativeCall, count: Int, dependencies: Int, records: (first: UInt64, last: UInt64)
    ) -> assay_rc {
        native.prepareVerdicts(count)
        let call = native.begin(rows: count)
        var batch = assay_batch(
            struct_size: UInt32(MemoryLayout<assay_batch>.size),
            count: UInt32(truncatingIfNeeded: count),
            column_count: UInt32(truncatingIfNeeded: 1 + dependencies), reserved: 0,
            columns: UnsafePointer(native.columns.start))
        let result =
            if let lock {
                lock.locked { watchedEvaluate(call, &batch, native.verdicts.start, records) }
                    ?? native.reject(
                        "two threads wait for each other's rules; a rule that checks records must have "
                            + "ASSAY_RULE_CONCURRENT")
            } else {
                watchedEvaluate(call, &batch, native.verdicts.start, records)
            }
        if native.hasLines { native.deliverLines(of: rule.id, to: rule.log) }
        return native.end(result)
    }

    /// Evaluates under the watch; waiting for the lock is not watched, because it is not the plugin's time.
    @inline(__always)
    private func watchedEvaluate(
        _ call: UnsafePointer<assay_call>, _ batch: UnsafePointer<assay_batch>,
        _ verdicts: UnsafeMutablePointer<assay_verdict>, _ records: (first: UInt64, last: UInt64)
    ) -> assay_rc {
        guard let watch else { return evaluateFunction(instance, call, batch, verdicts) }
        watch.enter(first: records.first, last: records.last)
        defer { watch.leave() }
        return evaluateFunction(instance, call, batch, verdicts)
    }

    private func verdict(
        at index: Int, _ native: NativeCall, _ result: assay_rc
    ) -> (Verdict, FindingDetail?) {
        guard result >= 0 else {
            let ended = result == ASSAY_E_CANCELLED ? native.limits?.reached : nil
            return (.undecided(ended ?? .pluginError), detail(native.message))
        }
        let raw = native.verdicts.start[index]
        switch raw.status {
        case ASSAY_PASS: return (.pass, nil)
        case ASSAY_SKIP: return (.skip, nil)
        case ASSAY_FAIL where raw.code < codeCount:
            return (.fail(Int(raw.code)), arguments(at: index, code: Int(raw.code), native))
        case ASSAY_UNDECIDED:
            return (.undecided(.pluginError), detail(native.message(for: index)))
        case ASSAY_UNSET: return (.undecided(.unsetVerdict), nil)
        default: return (.undecided(.invalidVerdict), nil)
        }
    }

    private func detail(_ message: String?) -> FindingDetail? {
        message.map { FindingDetail(pointer: "", arguments: [], message: $0) }
    }

    private func arguments(at index: Int, code: Int, _ native: NativeCall) -> FindingDetail? {
        guard let given = native.arguments(for: index) else { return nil }
        let named = zip(rule.argumentNames[code], given.values).map { MessageParameter($0, $1) }
        return FindingDetail(pointer: given.pointer, arguments: named, message: nil)
    }
}

extension ValueArena {
    /// An argument as `create` receives it.
    package func store(_ argument: Arguments.Bound) -> assay_value {
        switch argument {
        case .absent, .rules: store(Value.absent)
        case .value(let value): store(value)
        case .choice(let index, _): store(Value.integer(Int64(index)))
        case .pattern(let source, _): store(Value.string(source))
        case .fields(let fields): store(Value.integer(Int64((fields.first?.index ?? -1) + 1)))
        }
    }
}
