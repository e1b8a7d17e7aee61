// SPDX-License-Identifier: Apache-2.0

/// The settings of a plugin: what it declares, and what it makes of a configuration.
///
/// One instance is made when the plugin is loaded; all rules share it, and find it in their arguments:
///
///     struct Limits: PluginSettings {
///         static let parameters = [RuleParameter("bytes", .integer, isRequired: true)]
///         let bytes: Int64
///
///         init(_ given: Arguments) throws(SettingsError) {
///             bytes = given.integer("bytes") ?? 0
///         }
///     }
///
///     Plugin(id: "acme", version: "1.0.0", settings: Limits.self, rules: [ShortRule.self])
public protocol PluginSettings: Sendable {
    /// The declared settings, of every kind but a field and a pattern.
    static var parameters: [RuleParameter] { get }

    /// Takes settings of the declared types, defaults filled in.
    ///
    /// - Throws: `SettingsError` for settings that cannot be used, such as a file that does not
    ///   exist; the plugin fails to load with them.
    init(_ given: Arguments) throws(SettingsError)
}

/// The reason a plugin cannot be used with its settings.
public struct SettingsError: Error, Sendable {
    /// The message, which says what was found and what was expected.
    public let message: String

    /// An error with a message: what was found and what was expected.
    public init(_ message: String) {
        self.message = message
    }
}
