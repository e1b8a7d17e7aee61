// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A plugin whose rules are registered.
///
/// Its library stays loaded for the life of the process.
public struct LoadedPlugin: Sendable, Equatable {
    /// The prefix of its rules.
    public let id: String
    /// As the plugin's table has it: a semantic version.
    public let version: String
    /// The path as it was given.
    public let path: String
    /// The rules with the plugin's id, in the order of the plugin's table.
    public let ruleIds: [String]
    /// Who makes it, where it is described and under which licence, as far as the plugin says it.
    package let origin: PluginOrigin
    /// How often a library was loaded for this plugin and initialised: each stays in memory for the
    /// life of the process.
    package internal(set) var versionsHeld = 1
}

/// The outcome of loading one file.
package typealias PluginStatus = Result<LoadedPlugin, PluginError>
