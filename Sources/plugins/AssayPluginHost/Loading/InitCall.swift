// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Calls the `init` of a plugin and takes its messages.
final class InitCall {
    private let arena = ValueArena()
    private var scratchBytes: UInt64 = 0
    private var message: String?
    private var lines = PluginLogLines()

    private static let maximumScratchBytes: UInt64 = 64 << 20

    /// - Parameters:
    ///   - table: The plugin.
    ///   - hostTable: The table that tells the plugin about the host.
    ///   - configuration: The settings that the plugin declares.
    ///   - log: A function that takes its log lines when `init` has returned, or `nil` to drop
    ///     them.
    /// - Returns: The plugin's state, or `nil` if it has no `init`.
    /// - Throws: An error of stage initialize with the plugin's words.
    static func initialize(
        plugin table: PluginTable, for hostTable: HostTable, configuration: Value,
        log: PluginLog? = nil
    ) throws(StageError) -> UnsafeMutableRawPointer? {
        guard let function = table.raw.`init` else { return nil }
        let host = InitCall()
        let config = NativeValue(configuration)
        var state: UnsafeMutableRawPointer?
        let result = withExtendedLifetime((host, config)) {
            var call = host.call()
            return PluginCallSite(function: "init", of: table).call {
                function(hostTable.pointer, &call, config.unsafePointer, &state)
            }
        }
        host.lines.deliver(of: table.id, to: log)
        guard result == ASSAY_OK else { throw host.error(for: result) }
        return state
    }

    private func call() -> assay_call {
        var call = assay_call()
        call.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.ctx = Unmanaged.passUnretained(self).toOpaque()
        call.error = { call, _, text in InitCall.of(call)?.take(text) }
        call.log = { call, level, text in InitCall.of(call)?.lines.take(level, text) }
        call.args = { _, _, _, _, _ in ASSAY_E_PARAM }
        call.scratch = { call, bytes in InitCall.of(call)?.scratch(bytes) }
        call.error_at = { _, _, _, _ in ASSAY_E_PARAM }
        return call
    }

    private static func of(_ call: UnsafePointer<assay_call>?) -> InitCall? {
        guard let context = call?.pointee.ctx else { return nil }
        return Unmanaged<InitCall>.fromOpaque(context).takeUnretainedValue()
    }

    private func take(_ text: assay_str) {
        if let words = text.copied { message = oneLine(words) }
    }

    private func scratch(_ bytes: UInt64) -> UnsafeMutableRawPointer? {
        guard bytes <= Self.maximumScratchBytes - scratchBytes else { return nil }
        scratchBytes += bytes
        return arena.allocate(Int(bytes))
    }

    private func error(for result: assay_rc) -> StageError {
        let found = message.map { "\(Self.name(of: result)) (\($0))" }
        guard result < 0 else {
            return StageError(
                .initialize, found: found ?? Self.name(of: result),
                expected: "ASSAY_OK or a negative number from the plugin's init",
                remedy: "return ASSAY_OK or one of the numbers ASSAY_E_* from init")
        }
        return StageError(
            .initialize, found: found ?? "\(Self.name(of: result)) without a message",
            expected: "ASSAY_OK from the plugin's init",
            remedy: "correct the plugin's configuration or its environment")
    }

    private static func name(of result: assay_rc) -> String {
        switch result {
        case ASSAY_E_PARAM: "ASSAY_E_PARAM"
        case ASSAY_E_CONFIG: "ASSAY_E_CONFIG"
        case ASSAY_E_NOMEM: "ASSAY_E_NOMEM"
        case ASSAY_E_INTERNAL: "ASSAY_E_INTERNAL"
        case ASSAY_E_CANCELLED: "ASSAY_E_CANCELLED"
        case 1...: "the positive number \(result)"
        default: "error \(result)"
        }
    }
}
