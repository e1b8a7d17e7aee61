// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI
package import CScans

/// Reads the table of a plugin and checks every size, pointer and text before it is used.
package struct TableReader: @unchecked Sendable {  // the table stays unchanged while it is read
    private let plugin: assay_plugin
    private let state: UnsafeMutableRawPointer?
    private let textChecks: UnsafePointer<assay_text_check?>?
    let log: PluginLog?
    let owner: (any AnyObject & Sendable)?
    let watch: (@Sendable (_ rule: String) -> any PluginCallWatch)?

    package static let maximumTextBytes: UInt64 = 1 << 16
    package static let maximumRules: UInt32 = 4096
    package static let maximumEntries: UInt32 = 256
    package static let maximumStructSize: UInt32 = 1 << 16

    /// Prepares to read a table.
    ///
    /// - Parameters:
    ///   - plugin: Readable memory of the size that it says.
    ///   - state: The state that the plugin's `init` returned.
    ///   - textChecks: For each rule a function that checks one text as its `evaluate` does, given
    ///     an instance of the rule, or NULL if the rule has none.
    ///   - log: Takes the lines that the rules write for the log; `nil` drops them.
    ///   - owner: The object that the rules need, and keep alive as long as one of them exists.
    ///   - watch: Makes the observer of the calls of a rule, given by its id; `nil` for rules that are linked.
    package init(
        _ plugin: UnsafePointer<assay_plugin>, state: UnsafeMutableRawPointer?,
        textChecks: UnsafePointer<assay_text_check?>? = nil, log: PluginLog? = nil,
        owner: (any AnyObject & Sendable)? = nil,
        watch: (@Sendable (_ rule: String) -> any PluginCallWatch)? = nil
    ) {
        self.plugin = assay_plugin.read(plugin)
        self.state = state
        self.textChecks = textChecks
        self.log = log
        self.owner = owner
        self.watch = watch
    }

    /// The id of the plugin; empty for rules that are linked.
    package func id() throws(PluginTableError) -> String {
        try text(plugin.id, "the plugin's id")
    }

    package func version() throws(PluginTableError) -> String {
        try text(plugin.version, "the plugin's version")
    }

    /// Reads the origin of the plugin, in its own words.
    package func origin() throws(PluginTableError) -> PluginOrigin {
        PluginOrigin(
            vendor: try words(plugin.vendor, "the plugin's vendor"),
            url: try words(plugin.url, "the plugin's url"),
            license: try words(plugin.license, "the plugin's license"))
    }

    /// The least version of the host that the plugin needs, or `nil` for any version.
    package func minimumHost() throws(PluginTableError) -> String? {
        try words(plugin.minimum_host, "the plugin's minimum_host")
    }

    /// The rules as definitions, in the order of the table.
    package func definitions() throws(PluginTableError) -> [RuleDefinition] {
        try rules { rule throws(PluginTableError) in try rule.definition() }
    }

    /// The rules with nothing but their ids; a definition is made when it is needed.
    ///
    /// The table must be known to keep the contract: an error in it ends the process when a
    /// definition is made.
    package func namedDefinitions() throws(PluginTableError) -> [NamedDefinition] {
        try rules { rule throws(PluginTableError) in
            NamedDefinition(try rule.id()) {
                do throws(PluginTableError) {
                    return try rule.definition()
                } catch {
                    preconditionFailure("a linked rule breaks the contract: \(error)")
                }
            }
        }
    }

    /// Makes a result of each rule, in the order of the table.
    private func rules<Result>(
        _ make: (RuleTableReader) throws(PluginTableError) -> Result
    ) throws(PluginTableError) -> [Result] {
        let count = plugin.rule_count
        guard count > 0, count <= Self.maximumRules else {
            throw PluginTableError(
                place: "rule_count", found: "\(count)", expected: "1 to \(Self.maximumRules)")
        }
        guard let rules = plugin.rules else { throw missing("the list of rules") }
        let prefix = try id()
        let lock = PluginLock()
        var results: [Result] = []
        for index in 0..<Int(count) {
            let rule = try structure(rules[index], "rule \(index)")
            results.append(
                try make(
                    RuleTableReader(
                        rule, index: index, prefix: prefix, reader: self, state: state, lock: lock,
                        textCheck: textChecks?[index]))
            )
        }
        return results
    }

    /// The settings that the plugin's `init` takes, in the order of the table.
    package func configuration() throws(PluginTableError) -> [RuleParameter] {
        let parameters = try ParameterReader(reader: self, place: "configuration")
            .parameters(plugin.configuration, count: plugin.configuration_count)
        for parameter in parameters where parameter.kind == .field || parameter.kind == .pattern {
            throw PluginTableError(
                place: "configuration, '\(parameter.name)'",
                found: "the type \(parameter.typeName)", expected: "a type that a setting can have")
        }
        return parameters
    }

    func missing(_ place: String) -> PluginTableError {
        PluginTableError(place: place, found: "NULL", expected: "a pointer")
    }

    /// An entry of the table; the members that its writer did not know are 0.
    func structure<Struct: GrowingStruct>(
        _ pointer: UnsafePointer<Struct>?, _ place: @autoclosure () -> String
    ) throws(PluginTableError) -> Struct {
        guard let pointer else { throw missing(place()) }
        let size = Struct.structSize(at: pointer)
        guard size >= UInt32(Struct.sizeInFirstVersion), size <= Self.maximumStructSize else {
            throw PluginTableError(
                place: place(), found: "struct_size \(size)", expected: Struct.expectedSize)
        }
        return Struct.read(pointer, size: size)
    }

    func checkCount(
        _ count: UInt32, _ place: @autoclosure () -> String
    ) throws(PluginTableError) {
        guard count <= Self.maximumEntries else {
            throw PluginTableError(
                place: place(), found: "\(count)", expected: "at most \(Self.maximumEntries)")
        }
    }

    /// Reads a text that may be left out; the result is `nil` if it is empty.
    func words(
        _ text: assay_str, _ place: @autoclosure () -> String
    ) throws(PluginTableError) -> String? {
        let text = try self.text(text, place())
        return text.isEmpty ? nil : text
    }

    func text(
        _ text: assay_str, _ place: @autoclosure () -> String
    ) throws(PluginTableError) -> String {
        guard text.len <= Self.maximumTextBytes else {
            throw PluginTableError(
                place: place(), found: "a text of \(text.len) bytes",
                expected: "at most \(Self.maximumTextBytes)")
        }
        guard let start = text.ptr else {
            if text.len == 0 { return "" }
            throw missing(place())
        }
        let bytes = UnsafeBufferPointer(start: start, count: Int(text.len))
        guard let valid = String(validating: bytes, as: UTF8.self) else {
            throw PluginTableError(
                place: place(), found: "bytes that are not UTF-8", expected: "UTF-8")
        }
        return valid
    }
}
