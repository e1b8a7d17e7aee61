// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The functions and limits that the host offers to C code during a call (`assay_call`), with the
/// buffers for them.
///
/// Belongs to one thread.
final class NativeCall {
    private let call: UnsafeMutablePointer<assay_call>
    private let arena = ValueArena()
    // Used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) private var scratchBytes: UInt64 = 0
    @exclusivity(unchecked) private(set) var message: String?
    @exclusivity(unchecked) private var lines = PluginLogLines()
    @exclusivity(unchecked) private var arguments: [UInt32: FindingDetailSource] = [:]
    @exclusivity(unchecked) private var rowCount: UInt32 = 0
    @exclusivity(unchecked) var verdicts = GrowingBuffer<assay_verdict>(capacity: 64)
    @exclusivity(unchecked) var columns = GrowingBuffer<UnsafePointer<assay_value>?>(capacity: 8)
    @exclusivity(unchecked) var gathered: [GrowingColumn] = []

    /// The limits that end the calls, or `nil` for none.
    @exclusivity(unchecked) var limits: ExecutionLimits? {
        didSet {
            call.pointee.deadline_ns = limits?.deadline ?? 0
            call.pointee.cancelled = limits?.cancellation?.pointer
        }
    }

    /// Arguments as the plugin gives them: names come from the code of the verdict.
    struct FindingDetailSource {
        let pointer: String
        let values: [Value]
    }

    private static let maximumArguments = 16
    private static let maximumScratchBytes: UInt64 = 64 << 20
    /// The number of verdicts after the rows' own, which a plugin must not write.
    private static let guardRows = 4

    init() {
        call = .allocate(capacity: 1)
        call.initialize(to: assay_call())
        call.pointee.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.pointee.error = { call, _, text in
            NativeCall.of(call)?.message = text.copied
        }
        call.pointee.log = { call, level, text in NativeCall.of(call)?.lines.take(level, text) }
        call.pointee.args = { call, row, path, values, count in
            NativeCall.of(call)?.take(row: row, path: path, values, count) ?? ASSAY_E_PARAM
        }
        call.pointee.scratch = { call, bytes in NativeCall.of(call)?.scratch(bytes) }
    }

    deinit {
        call.deallocate()
    }

    /// Starts a call about `rows` rows; the result is valid until the next call.
    @inline(__always)
    func begin(rows: Int) -> UnsafePointer<assay_call> {
        rowCount = UInt32(truncatingIfNeeded: rows)
        call.pointee.ctx = Unmanaged.passUnretained(self).toOpaque()
        if message != nil { message = nil }
        if !arguments.isEmpty { arguments.removeAll(keepingCapacity: true) }
        if scratchBytes > 0 {
            arena.reset()
            scratchBytes = 0
        }
        return UnsafePointer(call)
    }

    /// Makes room for the verdicts of a call about `rows` rows: all UNSET.
    @inline(__always)
    func prepareVerdicts(_ rows: Int) {
        verdicts.fill(rows + Self.guardRows, with: assay_verdict())
    }

    /// Ends a call about rows: callbacks that the plugin uses later do nothing.
    ///
    /// - Returns: The plugin's result, or an error if it wrote after its verdicts.
    @inline(__always)
    func end(_ result: assay_rc) -> assay_rc {
        call.pointee.ctx = nil
        let verdicts = verdicts.start + Int(rowCount)
        var written: UInt32 = 0
        for row in 0..<Self.guardRows {
            let verdict = verdicts[row]
            written |= verdict.status | verdict.code | verdict.reserved0 | verdict.reserved1
        }
        return written == 0 ? result : reject("it wrote after the verdicts of its rows")
    }

    /// Makes a text the reason that the call has no verdicts.
    func reject(_ reason: String) -> assay_rc {
        message = reason
        return ASSAY_E_INTERNAL
    }

    /// `true` if the plugin wrote something for the log.
    var hasLines: Bool { !lines.isEmpty }

    /// Hands on what the plugin wrote for the log since the last time.
    func deliverLines(of source: String, to log: PluginLog?) {
        lines.deliver(of: source, to: log)
    }

    /// `true` if the plugin gave arguments for a row.
    var hasArguments: Bool { !arguments.isEmpty }

    /// Returns the arguments that the plugin gave for a row, or `nil` if there are none.
    func arguments(for row: Int) -> FindingDetailSource? {
        arguments.isEmpty ? nil : arguments[UInt32(truncatingIfNeeded: row)]
    }

    private static func of(_ call: UnsafePointer<assay_call>?) -> NativeCall? {
        guard let context = call?.pointee.ctx else { return nil }
        return Unmanaged<NativeCall>.fromOpaque(context).takeUnretainedValue()
    }

    private func take(
        row: UInt32, path: assay_str, _ values: UnsafePointer<assay_value>?, _ count: UInt32
    ) -> assay_rc {
        guard row < rowCount, count <= Self.maximumArguments, count == 0 || values != nil else {
            return ASSAY_E_PARAM
        }
        var copied: [Value] = []
        var check = ArgumentCheck()
        if let values {
            for index in 0..<Int(count) {
                guard check.accepts(values[index]) else { return ASSAY_E_PARAM }
                copied.append(Value(FieldValue(unsafePointer: values + index)))
            }
        }
        arguments[row] = FindingDetailSource(pointer: path.copied ?? "", values: copied)
        return ASSAY_OK
    }

    private func scratch(_ bytes: UInt64) -> UnsafeMutableRawPointer? {
        let taken = max(bytes, 1)
        guard taken <= Self.maximumScratchBytes - scratchBytes else { return nil }
        scratchBytes += taken
        return arena.allocate(Int(bytes))
    }
}
