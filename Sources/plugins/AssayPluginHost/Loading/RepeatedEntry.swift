// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Calls the entry function once more: it returns the same table every time, and leaves it as it is.
///
/// Only the probe does, since a host has no use for a second call.
struct RepeatedEntry {
    private let table: PluginTable
    private let bytes: [UInt8]
    private let manifest: PluginManifest

    private static let remedy = "return a pointer to one constant table"

    /// Remembers what the first call returned.
    ///
    /// - Throws: An error of stage table.
    init(first table: PluginTable) throws(StageError) {
        self.table = table
        bytes = Self.bytes(of: table)
        manifest = try table.manifest()
    }

    /// - Parameter address: What the second call returned.
    /// - Throws: An error of stage entry if it differs, of stage table if it is broken by now.
    func check(second address: UnsafeRawPointer?) throws(StageError) {
        guard let address else { throw Self.error(found: "NULL") }
        guard address == UnsafeRawPointer(table.pointer) else {
            throw Self.error(found: "another table")
        }
        let second = try PluginTable(at: address)
        let isDescribedAlike = try second.manifest() == manifest
        guard isDescribedAlike, Self.bytes(of: second) == bytes else {
            throw Self.error(found: "a changed table")
        }
    }

    /// The table and its rules, functions included.
    private static func bytes(of table: PluginTable) -> [UInt8] {
        let plugin = table.raw
        var bytes = withUnsafeBytes(of: plugin) { Array($0) }
        for index in 0..<Int(plugin.rule_count) {
            guard let rule = plugin.rules?[index].map({ assay_rule.read($0) }) else { continue }
            withUnsafeBytes(of: rule) { bytes += $0 }
        }
        return bytes
    }

    private static func error(found: String) -> StageError {
        StageError(
            .entry, found: "\(found) from the second call of \(Preflight.entryName)",
            expected: "the same table every time", remedy: remedy)
    }
}
