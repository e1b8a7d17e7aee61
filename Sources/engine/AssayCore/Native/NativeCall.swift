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
    /// The number of messages for the whole call, of which the last one counts.
    @exclusivity(unchecked) private var messageCount = 0
    /// The messages for single rows.
    @exclusivity(unchecked) private var rowMessages: [UInt32: String] = [:]
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
            NativeCall.of(call)?.take(text)
        }
        call.pointee.log = { call, level, text in NativeCall.of(call)?.lines.take(level, text) }
        call.pointee.args = { call, row, path, values, count in
            NativeCall.of(call)?.take(row: row, path: path, values, count) ?? ASSAY_E_PARAM
        }
        call.pointee.scratch = { call, bytes in NativeCall.of(call)?.scratch(bytes) }
        call.pointee.error_at = { call, row, _, text in
            NativeCall.of(call)?.take(text, row: row) ?? ASSAY_E_PARAM
        }
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
        messageCount = 0
        if !rowMessages.isEmpty { rowMessages.removeAll(keepingCapacity: true) }
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

    /// Returns the reason that a row is undecided in the plugin's words, or `nil` if it gave none.
    ///
    /// A plugin that knows no `error_at` gives its reasons without the rows that they are about. The one reason
    /// of a call is about all of its rows; of several ones, none must be shown at a row that it is not about.
    func message(for row: Int) -> String? {
        if let own = rowMessages[UInt32(truncatingIfNeeded: row)] { return own }
        return messageCount > 1 && rowCount > 1 ? Self.severalReasons : message
    }

    private static let severalReasons =
        "it gave several reasons in one call, and did not say which records they are about"

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

    private func take(_ text: assay_str) {
        message = text.copied
        messageCount &+= 1
    }

    private func take(_ text: assay_str, row: UInt32) -> assay_rc {
        guard row < rowCount else { return ASSAY_E_PARAM }
        rowMessages[row] = text.copied
        return ASSAY_OK
    }

    private func take(
        row: UInt32, path: assay_str, _ values: UnsafePointer<assay_value>?, _ count: UInt32
    ) -> assay_rc {
        guard row < rowCount, count <= Self.maximumArguments, count == 0 || values != nil,
            let pointer = path.pointer
        else { return ASSAY_E_PARAM }
        var copied: [Value] = []
        var check = ArgumentCheck()
        if let values {
            for index in 0..<Int(count) {
                guard check.accepts(values[index]) else { return ASSAY_E_PARAM }
                copied.append(Value(FieldValue(unsafePointer: values + index)))
            }
        }
        arguments[row] = FindingDetailSource(pointer: pointer, values: copied)
        return ASSAY_OK
    }

    private func scratch(_ bytes: UInt64) -> UnsafeMutableRawPointer? {
        let taken = max(bytes, 1)
        guard taken <= Self.maximumScratchBytes - scratchBytes else { return nil }
        scratchBytes += taken
        return arena.allocate(Int(bytes))
    }
}

extension assay_str {
    /// The most bytes of a pointer below a value.
    package static let maximumPointerBytes = 4096

    /// The text as a JSON Pointer below a value, or `nil` if it is none: neither empty nor `/` with what follows
    /// it, longer than `maximumPointerBytes`, not UTF-8, or with a `~` that is neither `~0` nor `~1`.
    package var pointer: String? {
        if len == 0 { return "" }
        guard let start = ptr, len <= UInt64(Self.maximumPointerBytes),
            start.pointee == UInt8(ascii: "/"),
            let text = String(
                validating: UnsafeBufferPointer(start: start, count: Int(len)), as: UTF8.self)
        else { return nil }
        return JSONPointer.tokens(of: text) == nil ? nil : text
    }
}
