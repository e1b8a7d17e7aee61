// SPDX-License-Identifier: Apache-2.0
import AssayCore
public import CAssay

/// The state of a rule of the caller, which is released with the last use of the rule.
private final class RuleState: @unchecked Sendable {  // never read here
    private let state: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    init(
        _ state: UnsafeMutableRawPointer?,
        _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    ) {
        self.state = state
        self.release = release
    }

    deinit { release?(state) }
}

extension Engine {
    /// Adds one rule of the caller, as if a plugin with the id `prefix` had it.
    fileprivate func add(
        _ rule: assay_rule, prefix: String, state: UnsafeMutableRawPointer?, owner: RuleState
    ) throws(LibraryError) {
        var rule = rule
        if rule.create == nil {
            rule.create = { state, _, _, instance in
                instance?.pointee = state
                return ASSAY_OK
            }
            rule.destroy = nil
        }
        rule.struct_size = UInt32(MemoryLayout<assay_rule>.size)
        let arena = ValueArena()
        do {
            let definitions = try withUnsafePointer(to: rule) { rule in
                var row: UnsafePointer<assay_rule>? = rule
                return try withUnsafePointer(to: &row) { rows in
                    var table = assay_plugin()
                    table.magic = ASSAY_MAGIC
                    table.struct_size = UInt32(MemoryLayout<assay_plugin>.size)
                    table.rule_count = 1
                    table.id = arena.store(prefix)
                    table.rules = rows
                    return try TableReader(&table, state: state, owner: owner).definitions()
                }
            }
            try registry.register(definitions, from: .swift)
        } catch let error as PluginTableError {
            throw LibraryError(
                rc: ASSAY_E_PLUGIN, code: "plugin.table", message: "the rule: \(error)",
                members: [
                    ("stage", "table"), ("found", .string(error.found)),
                    ("expected", .string(error.expected)), ("remedy", "correct the rule"),
                ])
        } catch {
            throw LibraryError(
                rc: ASSAY_E_PLUGIN, code: "plugin.register", message: "\(error)",
                members: [
                    ("stage", "register"), ("found", "a name that is taken"),
                    ("expected", "another name"), ("remedy", "choose another prefix or id"),
                ])
        }
    }

    fileprivate static func checkPrefix(_ prefix: String) throws(LibraryError) {
        let isName = prefix.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
        }
        guard isName, let first = prefix.utf8.first, first > UInt8(ascii: "9") else {
            throw .argument(
                "'prefix' must be letters, digits and '-', and start with a letter: '\(prefix)'")
        }
    }
}

@c @implementation
public func assay_engine_add_rule(
    _ engine: OpaquePointer?, _ prefix: assay_str, _ rule: UnsafePointer<assay_rule>?,
    _ state: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    // Released on every way out, unless a rule holds it.
    let owner = RuleState(state, release)
    return perform(error) { () throws(LibraryError) in
        let engine: Engine = try object(engine, "engine")
        guard let rule else { throw .argument("'rule' is NULL") }
        let size = assay_rule.structSize(at: rule)
        guard size >= assay_rule.sizeInFirstVersion, size <= 1 << 16 else {
            throw .argument(
                "'rule->struct_size' is \(size), expected \(assay_rule.expectedSize)")
        }
        let name = try prefix.text("prefix", limit: 256)
        try Engine.checkPrefix(name)
        engine.expectCallbacks()
        try engine.add(assay_rule.read(rule), prefix: name, state: state, owner: owner)
        return ASSAY_OK
    }
}
