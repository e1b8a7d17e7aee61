// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// A checked row of a plugin's table.
struct TableRule: @unchecked Sendable {  // the table stays unchanged for the life of the process
    let raw: assay_rule
    let id: String
    let state: UnsafeMutableRawPointer?
    /// The lock around the rule's calls, or `nil` if they may run concurrently.
    let lock: PluginLock?
    /// The names of the arguments of each code.
    let argumentNames: [[String]]
    let log: PluginLog?
    /// The observer of the rule's calls, or `nil` for a rule that is linked.
    let watch: (any PluginCallWatch)?
    /// The object that ends after the last rule: the plugin.
    let owner: (any AnyObject & Sendable)?
}

/// The reason a plugin's table cannot be used.
package struct PluginTableError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The part of the table that is wrong: "rule 2 'taxId', parameter 1".
    package let place: String
    package let found: String
    package let expected: String

    package var description: String { "\(place): found \(found), expected \(expected)" }
}

extension RuleRegistry {
    /// Registers the rules of a table, whose plugin is loaded or linked.
    ///
    /// - Parameters:
    ///   - plugin: The table; it must stay as it is for the life of the process.
    ///   - state: The state that the plugin's `init` returned.
    ///   - source: Named in lists of rules and in errors.
    /// - Throws: `PluginTableError` for a table that breaks the contract, `RegistryError` for an id
    ///   that is taken; no rule is registered then.
    package func register(
        _ plugin: UnsafePointer<assay_plugin>, state: UnsafeMutableRawPointer? = nil,
        from source: RuleSource
    ) throws {
        try register(try TableReader(plugin, state: state).definitions(), from: source)
    }
}
