// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import Synchronization

/// What the plugin is offered during one call, and how it misuses that.
///
/// It is never freed: a plugin that keeps it is reported, not crashed.
final class TrialCall: @unchecked Sendable {  // belongs to the thread of its call
    private let call: UnsafeMutablePointer<assay_call>
    private let cancelled: UnsafeMutablePointer<UInt32>
    private let arena = ValueArena()
    private var rows = 0
    private var isOpen = false
    private(set) var message: String?
    /// What was wrong with the plugin's callbacks, in words.
    private(set) var misuse: [String] = []

    private static let maximumArguments: UInt32 = 16
    private static let maximumScratchBytes: UInt64 = 64 << 20

    init() {
        call = .allocate(capacity: 1)
        cancelled = .allocate(capacity: 1)
        cancelled.initialize(to: 0)
        call.initialize(to: assay_call())
        call.pointee.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
        call.pointee.cancelled = UnsafePointer(cancelled)
        call.pointee.error = { call, _, text in TrialCall.of(call)?.take(text) }
        call.pointee.log = { call, _, text in TrialCall.of(call)?.takeLog(text) }
        call.pointee.args = { call, row, path, values, count in
            TrialCall.of(call)?.take(row: row, path: path, values: values, count: count)
                ?? ASSAY_E_PARAM
        }
        call.pointee.scratch = { call, bytes in TrialCall.of(call)?.scratch(bytes) }
    }

    /// Cancels the call before it begins, with a deadline that has passed.
    func cancel() {
        cancelled.pointee = 1
        call.pointee.deadline_ns = 1
    }

    func begin(rows: Int) -> UnsafePointer<assay_call> {
        self.rows = rows
        isOpen = true
        return UnsafePointer(call)
    }

    func end() {
        isOpen = false
        arena.reset()
    }

    private static func of(_ call: UnsafePointer<assay_call>?) -> TrialCall? {
        guard let context = call?.pointee.ctx else { return nil }
        let trial = Unmanaged<TrialCall>.fromOpaque(context).takeUnretainedValue()
        if !trial.isOpen { trial.note("a callback of a call that had returned") }
        return trial
    }

    /// The first ones are enough.
    private func note(_ text: String) {
        if misuse.count < 8 { misuse.append(text) }
    }

    private func take(_ text: assay_str) {
        message = self.text(text, from: "error")
    }

    private func takeLog(_ text: assay_str) {
        _ = self.text(text, from: "log")
    }

    /// The host keeps the first 4,096 bytes.
    private func text(_ text: assay_str, from callback: String) -> String? {
        guard text.len > 0 else { return "" }
        guard let start = text.ptr else {
            note("\(text.len) bytes at NULL for \(callback)")
            return nil
        }
        let bytes = UnsafeBufferPointer(start: start, count: Int(min(text.len, 4096)))
        let valid = String(validating: bytes, as: UTF8.self)
        if valid == nil, text.len <= 4096 {
            note("bytes that are no UTF-8 for \(callback)")
        }
        return valid ?? String(decoding: bytes, as: UTF8.self)
    }

    private func take(
        row: UInt32, path: assay_str, values: UnsafePointer<assay_value>?, count: UInt32
    ) -> assay_rc {
        guard row < rows else {
            note("arguments for row \(row) of a batch of \(rows)")
            return ASSAY_E_PARAM
        }
        guard count <= Self.maximumArguments, count == 0 || values != nil else {
            note(
                count > Self.maximumArguments ? "\(count) arguments" : "\(count) arguments at NULL")
            return ASSAY_E_PARAM
        }
        if let text = text(path, from: "args"), !text.isEmpty, !text.hasPrefix("/") {
            note("the path '\(text)'")
        }
        for index in 0..<Int(count) { take(values.map { $0 + index }) }
        return ASSAY_OK
    }

    /// Reads all of an argument, as the host does.
    private func take(_ value: UnsafePointer<assay_value>?) {
        guard let value else { return }
        guard value.pointee.kind < ASSAY_KIND_COUNT else {
            note("an argument of kind \(value.pointee.kind)")
            return
        }
        _ = Value(FieldValue(unsafePointer: value))
    }

    private func scratch(_ bytes: UInt64) -> UnsafeMutableRawPointer? {
        guard bytes <= Self.maximumScratchBytes else { return nil }
        return arena.allocate(Int(bytes))
    }
}
