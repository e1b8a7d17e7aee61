// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayCLibrary
import Synchronization

/// The callbacks that the plugin is offered during one call, and a record of their misuse.
///
/// It is never freed: a plugin that keeps it is reported, not crashed.
final class TrialCall: @unchecked Sendable {  // threads of the plugin meet a lock
    private let call: UnsafeMutablePointer<assay_call>
    private let cancelled: UnsafeMutablePointer<UInt32>
    private let lock = Locked(())
    private var scratch: TrialScratch
    private var rows = 0
    /// The thread that the call belongs to.
    private var thread = pthread_self()
    private var isOpen = false
    private var lastMessage: String?
    private var notes: [String] = []

    private static let maximumArguments: UInt32 = 16

    /// - Parameter memory: The source of scratch memory, or `nil` for the heap.
    init(scratchIn memory: GuardedMemory? = nil) {
        scratch = TrialScratch(in: memory)
        call = .allocate(capacity: 1)
        cancelled = .allocate(capacity: 1)
        cancelled.initialize(to: 0)
        call.initialize(to: assay_call())
        call.pointee.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
        call.pointee.cancelled = UnsafePointer(cancelled)
        setCallbacks()
    }

    private func setCallbacks() {
        call.pointee.error = { call, _, text in
            TrialCall.of(call)?.callback("error") { $0.lastMessage = $0.text(text, from: "error") }
        }
        call.pointee.log = { call, _, text in
            TrialCall.of(call)?.callback("log") { _ = $0.text(text, from: "log") }
        }
        call.pointee.args = { call, row, path, values, count in
            TrialCall.of(call)?.callback("args") {
                $0.take(row: row, path: path, values: values, count: count)
            } ?? ASSAY_E_PARAM
        }
        call.pointee.scratch = { call, bytes in
            TrialCall.of(call)?.callback("scratch") { $0.scratch.allocate(bytes) } ?? nil
        }
        call.pointee.error_at = { call, row, _, text in
            TrialCall.of(call)?.callback("error_at") { $0.take(row: row, reason: text) }
                ?? ASSAY_E_PARAM
        }
    }

    /// The last message that the plugin passed to the `error` callback, or `nil` if there is none.
    var message: String? { lock.withLock { _ in lastMessage } }

    /// The misuses of the callbacks so far, in words.
    var misuse: [String] { lock.withLock { _ in notes } }

    /// Cancels the call before it begins, with a deadline that has passed.
    func cancel() {
        cancelled.pointee = 1
        call.pointee.deadline_ns = 1
    }

    func begin(rows: Int) -> UnsafePointer<assay_call> {
        lock.withLock { _ in
            self.rows = rows
            thread = pthread_self()
            isOpen = true
        }
        return UnsafePointer(call)
    }

    func end() {
        lock.withLock { _ in
            isOpen = false
            if scratch.end() { note(TrialScratch.misuse) }
        }
    }

    private static func of(_ call: UnsafePointer<assay_call>?) -> TrialCall? {
        guard let context = call?.pointee.ctx else { return nil }
        return Unmanaged<TrialCall>.fromOpaque(context).takeUnretainedValue()
    }

    /// Notes when and on which thread a callback is called, and does what it is for all the same.
    private func callback<Result>(_ name: String, _ body: (TrialCall) -> Result) -> Result {
        lock.withLock { _ in
            let isElsewhere = pthread_equal(thread, pthread_self()) == 0
            if !isOpen {
                note(
                    "\(name) of a call that had returned\(isElsewhere ? ", on another thread" : "")"
                )
            } else if isElsewhere {
                note("\(name) on another thread than that of the call")
            }
            return body(self)
        }
    }

    /// The first ones are enough.
    private func note(_ text: String) {
        if notes.count < 8 { notes.append(text) }
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
            note("bytes that are not UTF-8 for \(callback)")
        }
        return valid ?? String(decoding: bytes, as: UTF8.self)
    }

    private func take(row: UInt32, reason: assay_str) -> assay_rc {
        lastMessage = text(reason, from: "error_at")
        guard row >= rows else { return ASSAY_OK }
        note("a reason for row \(row) of a batch of \(rows)")
        return ASSAY_E_PARAM
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
        guard path.pointer != nil else {
            if let text = text(path, from: "args") {
                note("the path '\(String(text.prefix(40)))', which is not a JSON Pointer")
            }
            return ASSAY_E_PARAM
        }
        return take(values, count: Int(count))
    }

    /// Reads all of the arguments, as the host does.
    private func take(_ values: UnsafePointer<assay_value>?, count: Int) -> assay_rc {
        guard let values else { return ASSAY_OK }
        var check = ArgumentCheck()
        for index in 0..<count {
            if let rejection = check.rejection(of: values[index]) {
                note(rejection.words)
                return ASSAY_E_PARAM
            }
            _ = Value(FieldValue(unsafePointer: values + index))
        }
        return ASSAY_OK
    }
}

extension ArgumentCheck.Rejection {
    fileprivate var words: String {
        switch self {
        case .kind(let kind): "an argument of kind \(kind)"
        case .null: "an argument with contents at NULL"
        case .size: "arguments of more than \(ArgumentCheck.maximumBytes >> 10) KiB"
        case .number(let text): "the number '\(text)', which is not a JSON number"
        case .notFinite: "a number that is not finite"
        case .depth: "an argument of more than \(ArgumentCheck.maximumDepth) levels"
        }
    }
}
