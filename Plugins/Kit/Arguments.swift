// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The arguments of one use of a rule, or the settings of a plugin: of the declared types, defaults
/// filled in.
///
/// Borrowed until the initializer of the rule, or of the settings, returns.
public struct Arguments: ~Escapable {
    private let values: UnsafePointer<assay_value>?
    private let parameters: [RuleParameter]
    private let settings: (any PluginSettings)?

    @_lifetime(immortal)
    init(
        _ values: UnsafePointer<assay_value>?, of parameters: [RuleParameter],
        with settings: (any PluginSettings)? = nil
    ) {
        self.values = values
        self.parameters = parameters
        self.settings = settings
    }

    /// The settings of the plugin, which all its rules share; nil if it has none of this type.
    public func settings<Settings: PluginSettings>(
        _ type: Settings.Type = Settings.self
    ) -> Settings? {
        settings as? Settings
    }

    /// The argument for a parameter of any type; nil when none was given and there is no default.
    @_lifetime(copy self)
    public func value(_ name: String) -> FieldValue? {
        guard let values, let index = parameters.firstIndex(where: { $0.name == name }),
            values[index].kind != ASSAY_ABSENT
        else { return nil }
        return unsafe _overrideLifetime(FieldValue(values + index), copying: self)
    }

    /// A string, or the source of a pattern.
    public func string(_ name: String) -> String? {
        guard let value = value(name), value.isString else { return nil }
        return String(copying: value.string)
    }

    /// A whole number, or nil when it was not given and has no default.
    public func integer(_ name: String) -> Int64? { value(name)?.integer }

    /// A number, or nil when it was not given and has no default.
    public func number(_ name: String) -> Double? { value(name)?.number }

    /// False when it was not given and has no default.
    public func bool(_ name: String) -> Bool { value(name)?.bool ?? false }

    /// Another field; a field that was not named is absent in every row.
    public func field(_ name: String) -> FieldReference {
        FieldReference(column: integer(name).flatMap { UInt64(exactly: $0) } ?? .max)
    }
}
