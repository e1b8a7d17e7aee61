// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// A plugin: its id, its version and its rules.
///
/// Keep one in a global constant and return its table from the entry function:
///
///     private let plugin = Plugin(id: "acme", version: "1.0.0", rules: [EvenRule.self])
///
///     @c @implementation
///     public func assay_plugin_entry_v1(
///         _ host: UnsafePointer<assay_host>?
///     ) -> UnsafePointer<assay_plugin>? {
///         plugin.table(for: host)
///     }
public struct Plugin: @unchecked Sendable {  // nothing writes the table after init
    private let table: UnsafePointer<assay_plugin>

    /// Builds the table, which stays for the life of the process.
    ///
    /// - Parameters:
    ///   - id: Letters, digits and '-', starts with a letter; the prefix of the rules.
    ///   - version: A semantic version.
    ///   - settings: The type that the plugin makes of its configuration, or `nil` if it takes
    ///     none.
    ///   - vendor: The maker of the plugin: one line of text.
    ///   - url: The address of its description: `https://` or `http://`.
    ///   - license: An SPDX expression.
    ///   - minimumHost: A semantic version: an older host does not load the plugin.
    ///   - rules: At most 64.
    public init(
        id: String, version: String, settings: (any PluginSettings.Type)? = nil,
        vendor: String = "", url: String = "", license: String = "", minimumHost: String = "",
        rules: [any Rule.Type]
    ) {
        var table = assay_plugin()
        table.magic = ASSAY_MAGIC
        table.struct_size = TableMemory.size(of: assay_plugin.self)
        table.abi_major = UInt16(ASSAY_ABI_MAJOR)
        table.abi_minor = UInt16(ASSAY_ABI_MINOR)
        table.id = TableMemory.keep(id)
        table.version = TableMemory.keep(version)
        table.vendor = TableMemory.keep(vendor)
        table.url = TableMemory.keep(url)
        table.license = TableMemory.keep(license)
        table.minimum_host = TableMemory.keep(minimumHost)
        if let settings { Self.declare(settings, plugin: &table) }
        table.rule_count = UInt32(rules.count)
        table.rules = TableMemory.keep(eachOf: Self.rules(rules, &table))
        self.table = TableMemory.keep(table)
    }

    /// Returns the table that the entry function returns, or `nil` without a host.
    public func table(for host: UnsafePointer<assay_host>?) -> UnsafePointer<assay_plugin>? {
        guard let host else { return nil }
        KnownHost.set(host)
        return table
    }

    private static func declare(
        _ settings: any PluginSettings.Type, plugin: inout assay_plugin
    ) {
        plugin.configuration_count = UInt32(settings.parameters.count)
        plugin.configuration = TableMemory.keep(eachOf: settings.parameters.map(parameter))
        plugin.`init` = SettingsFunctions.initializer(for: settings) ?? SettingsFunctions.reject
        plugin.shutdown = SettingsFunctions.shutdown
    }

    /// The rules; if they are too many, the plugin fails to load and says why.
    private static func rules(
        _ rules: [any Rule.Type], _ plugin: inout assay_plugin
    ) -> [assay_rule] {
        var table = rules.map { rule($0.definition) }
        if let creators = RuleFunctions.creators(for: rules) {
            for (index, create) in creators.enumerated() { table[index].create = create }
        } else {
            plugin.`init` = RuleFunctions.reject
        }
        return table
    }

    private static func rule(_ definition: RuleDefinition) -> assay_rule {
        var rule = assay_rule()
        rule.struct_size = TableMemory.size(of: assay_rule.self)
        rule.flags = definition.traits.rawValue
        rule.id = TableMemory.keep(definition.id)
        rule.summary = TableMemory.keep(definition.summary)
        rule.kinds = definition.kinds.rawValue
        rule.parameter_count = UInt32(definition.parameters.count)
        rule.parameters = TableMemory.keep(eachOf: definition.parameters.map(parameter))
        rule.code_count = UInt32(definition.codes.count)
        rule.codes = TableMemory.keep(eachOf: definition.codes.map(code))
        rule.example_count = UInt32(definition.examples.count)
        rule.examples = TableMemory.keep(
            eachOf: definition.examples.map { example($0, of: definition) })
        rule.deprecation = TableMemory.keep(definition.deprecation)
        rule.evaluate = RuleFunctions.evaluate
        rule.destroy = RuleFunctions.destroy
        return rule
    }

    private static func parameter(_ parameter: RuleParameter) -> assay_parameter {
        var result = assay_parameter()
        result.struct_size = TableMemory.size(of: assay_parameter.self)
        result.type = parameter.kind.number
        result.flags = parameter.isRequired ? ASSAY_PARAM_REQUIRED : 0
        result.name = TableMemory.keep(parameter.name)
        result.summary = TableMemory.keep(parameter.summary)
        if let value = parameter.defaultValue {
            let text = TableMemory.keep(value.text)
            result.default_value = value.cValue(
                text: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)))
        }
        if case .choice(let names) = parameter.kind {
            result.choice_count = UInt32(names.count)
            result.choices = TableMemory.keep(all: names.map { TableMemory.keep($0) })
        }
        if let limits = parameter.limits {
            result.minimum = limits.lowerBound
            result.maximum = limits.upperBound
        }
        return result
    }

    private static func code(_ code: RuleCode) -> assay_code {
        var result = assay_code()
        result.struct_size = TableMemory.size(of: assay_code.self)
        result.id = TableMemory.keep(code.id)
        result.message = TableMemory.keep(code.message)
        result.argument_count = UInt32(code.arguments.count)
        result.argument_names = TableMemory.keep(all: code.arguments.map { TableMemory.keep($0) })
        result.translation_count = UInt32(code.translations.count)
        result.translations = TableMemory.keep(
            all: code.translations.sorted { $0.key < $1.key }.map { language, message in
                assay_translation(
                    language: TableMemory.keep(language), message: TableMemory.keep(message))
            })
        result.deprecation = TableMemory.keep(code.deprecation)
        return result
    }

    /// An object, or no text for none.
    private static func json(_ members: [String: Value]) -> String {
        guard !members.isEmpty else { return "" }
        let sorted = members.sorted { $0.key < $1.key }
        return Value.object(sorted.map { (key: $0.key, value: $0.value) }).json
    }

    /// An example with a code that the rule does not have gets a number that the host rejects.
    private static func example(
        _ example: RuleExample, of definition: RuleDefinition
    ) -> assay_example {
        var result = assay_example()
        result.struct_size = TableMemory.size(of: assay_example.self)
        result.status = example.code == nil ? ASSAY_PASS : ASSAY_FAIL
        if let code = example.code {
            let index = definition.codes.firstIndex { $0.id == code }
            result.code = index.map { UInt32($0) } ?? .max
        }
        result.value = TableMemory.keep(example.value.json)
        result.expression = TableMemory.keep(example.expression)
        result.fields = TableMemory.keep(json(example.fields))
        result.settings = TableMemory.keep(json(example.settings))
        return result
    }
}

extension RuleParameter.Kind {
    fileprivate var number: UInt32 {
        switch self {
        case .string: ASSAY_PARAM_STRING
        case .integer: ASSAY_PARAM_INTEGER
        case .number: ASSAY_PARAM_NUMBER
        case .boolean: ASSAY_PARAM_BOOLEAN
        case .list: ASSAY_PARAM_LIST
        case .value: ASSAY_PARAM_VALUE
        case .field: ASSAY_PARAM_FIELD
        case .choice: ASSAY_PARAM_CHOICE
        case .pattern: ASSAY_PARAM_PATTERN
        }
    }
}
