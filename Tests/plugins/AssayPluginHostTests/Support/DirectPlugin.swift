// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayPluginHost
import Glibc

/// A plugin called without a host, so that a test chooses the deadline and the cancel flag of a call.
///
/// What it allocates stays for the life of the process.
struct DirectPlugin {
    private let table: assay_plugin
    private let state: UnsafeMutableRawPointer?

    /// What a call gave and said.
    struct Outcome: Equatable {
        var rc: assay_rc
        var statuses: [UInt32]
        var message: String
        /// Of the log: "2: text".
        var lines: [String] = []
    }

    /// Loads the library and starts the plugin.
    ///
    /// - Throws: What is wrong, in the plugin's words if it has any.
    init(path: String, settings: [assay_value]) throws {
        try self.init(table: try Self.table(path), settings: settings)
    }

    private static func table(_ path: String) throws -> UnsafePointer<assay_plugin> {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(library, "assay_plugin_entry_v1")
        else { throw Workshop.Problem("\(path) cannot be loaded") }
        typealias Entry =
            @convention(c) (UnsafePointer<assay_host>?) -> UnsafePointer<assay_plugin>?
        let entry = unsafeBitCast(symbol, to: Entry.self)
        guard let table = withUnsafePointer(to: assay_host(), { entry($0) }) else {
            throw Workshop.Problem("\(path) has no table")
        }
        return table
    }

    /// Starts a plugin with settings in the order of its table.
    ///
    /// - Throws: The plugin's words.
    init(table: UnsafePointer<assay_plugin>, settings: [assay_value]) throws {
        var state: UnsafeMutableRawPointer?
        let members = settings.map { assay_member(key: assay_str(), value: $0) }
        let call = HeardCall()
        let result = members.withUnsafeBufferPointer { members in
            var configuration = assay_value()
            configuration.kind = ASSAY_OBJECT
            configuration.as.members = members.baseAddress
            configuration.len = UInt64(members.count)
            return table.pointee.`init`?(nil, &call.call, &configuration, &state) ?? ASSAY_OK
        }
        guard result == ASSAY_OK else { throw Workshop.Problem(call.message) }
        self.table = table.pointee
        self.state = state
    }

    func stop() { table.shutdown?(state) }

    /// Makes an instance of a rule, does what the test does then, and evaluates a batch.
    ///
    /// A host of version 1.1 does not know rows: it has no `error_at`.
    func evaluate(
        rule: Int, _ arguments: [assay_value], _ values: [assay_value], deadline: UInt64 = 0,
        isCancelled: Bool? = nil, knowsRows: Bool = true, whenMade: () throws -> Void = {}
    ) throws -> Outcome {
        guard let rule = table.rules?[rule]?.pointee else { throw Workshop.Problem("no rule") }
        var instance: UnsafeMutableRawPointer?
        let creation = HeardCall()
        let made = rule.create?(state, &creation.call, arguments, &instance) ?? ASSAY_OK
        guard made == ASSAY_OK else { throw Workshop.Problem(creation.message) }
        defer { rule.destroy?(instance) }
        try whenMade()
        let call = HeardCall()
        if !knowsRows { call.forgetRows() }
        call.call.deadline_ns = deadline
        var flag: UInt32 = isCancelled == true ? 1 : 0
        var verdicts = values.map { _ in assay_verdict() }
        let result = withUnsafePointer(to: &flag) { flag in
            call.call.cancelled = isCancelled == nil ? nil : flag
            return values.withUnsafeBufferPointer { values in
                var batch = assay_batch()
                batch.struct_size = UInt32(MemoryLayout<assay_batch>.size)
                batch.count = UInt32(values.count)
                batch.column_count = 1
                return withUnsafePointer(to: values.baseAddress) { columns in
                    batch.columns = columns
                    return rule.evaluate?(instance, &call.call, &batch, &verdicts)
                        ?? ASSAY_E_INTERNAL
                }
            }
        }
        return Outcome(
            rc: result, statuses: verdicts.map(\.status), message: call.message, lines: call.lines)
    }
}

extension assay_value {
    static func text(_ text: String) -> assay_value {
        var value = assay_value()
        value.kind = ASSAY_STR
        value.as.ptr = UnsafeRawPointer(strdup(text)).map {
            $0.assumingMemoryBound(to: UInt8.self)
        }
        value.len = UInt64(text.utf8.count)
        return value
    }

    static func integer(_ integer: Int64) -> assay_value {
        var value = assay_value()
        value.kind = ASSAY_I64
        value.as.i64 = integer
        return value
    }

    static func bool(_ bool: Bool) -> assay_value {
        var value = integer(bool ? 1 : 0)
        value.kind = ASSAY_BOOL
        return value
    }
}

/// A call that keeps the last message, with its row if it has one.
private final class HeardCall {
    var call = assay_call()
    private(set) var message = ""
    private(set) var lines: [String] = []

    init() {
        call.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.ctx = Unmanaged.passUnretained(self).toOpaque()
        call.error = { call, _, text in
            guard let context = call?.pointee.ctx else { return }
            let heard = Unmanaged<HeardCall>.fromOpaque(context).takeUnretainedValue()
            heard.message = String(
                decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
        }
        call.error_at = { call, row, _, text in
            guard let context = call?.pointee.ctx else { return ASSAY_E_PARAM }
            let heard = Unmanaged<HeardCall>.fromOpaque(context).takeUnretainedValue()
            let bytes = UnsafeBufferPointer(start: text.ptr, count: Int(text.len))
            heard.message = "row \(row): \(String(decoding: bytes, as: UTF8.self))"
            return ASSAY_OK
        }
        call.args = { _, _, _, _, _ in ASSAY_OK }
        call.log = { call, level, text in
            guard let context = call?.pointee.ctx else { return }
            let heard = Unmanaged<HeardCall>.fromOpaque(context).takeUnretainedValue()
            let bytes = UnsafeBufferPointer(start: text.ptr, count: Int(text.len))
            heard.lines.append("\(level): \(String(decoding: bytes, as: UTF8.self))")
        }
        // A plugin that is called so may keep what it has for the life of the process.
        call.scratch = { _, bytes in bytes > 1 << 20 ? nil : malloc(Int(max(1, bytes))) }
    }

    /// Makes it a call of version 1.1, after whose end there is no function.
    func forgetRows() {
        call.struct_size = UInt32(MemoryLayout<assay_call>.offset(of: \.error_at) ?? 0)
        call.error_at = nil
    }
}
