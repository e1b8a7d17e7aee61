// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// A plugin whose rules are registered.
///
/// Its library stays loaded for the life of the process.
public struct LoadedPlugin: Sendable, Equatable {
    /// The prefix of its rules.
    public let id: String
    /// The version in the plugin's table, a semantic version.
    public let version: String
    /// The path as it was given.
    public let path: String
    /// The rules with the plugin's id, in the order of the plugin's table.
    public let ruleIds: [String]
    /// The vendor, the web page and the license, as far as the plugin names them.
    package let origin: PluginOrigin
    /// The number of times a library was loaded and initialized for this plugin.
    ///
    /// Each stays in memory for the life of the process.
    package internal(set) var versionsHeld = 1
}

/// The outcome of loading one file.
package typealias PluginStatus = Result<LoadedPlugin, PluginError>
