// SPDX-License-Identifier: Apache-2.0

/// The settings of a plugin: what it declares, and what it makes of a configuration.
///
/// One instance is made when the plugin is loaded; all rules share it, and find it in their arguments:
///
///     struct Limits: PluginSettings {
///         static let parameters = [RuleParameter("bytes", .integer, isRequired: true)]
///         let bytes: Int64
///
///         init(_ given: Arguments) throws(Refusal) {
///             bytes = given.integer("bytes") ?? 0
///         }
///     }
///
///     Plugin(id: "acme", version: "1.0.0", settings: Limits.self, rules: [ShortRule.self])
public protocol PluginSettings: Sendable {
    /// Of every kind but a field and a pattern.
    static var parameters: [RuleParameter] { get }

    /// Takes settings of the declared types, defaults filled in.
    ///
    /// - Throws: `Refusal` for settings that cannot be used, such as a file that is not there; the
    ///   plugin is refused with them.
    init(_ given: Arguments) throws(Refusal)
}
