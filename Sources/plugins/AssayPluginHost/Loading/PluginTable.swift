// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// The table of a plugin after every pointer in it was checked.
struct PluginTable {
    let pointer: UnsafePointer<assay_plugin>
    let id: String
    let version: String
    let origin: PluginOrigin
    /// The least version of the host that the plugin needs, or `nil` for any.
    let minimumHost: String?
    /// The settings that `init` takes.
    let settings: DeclaredSettings

    private static let maximumIdBytes = 64

    /// - Throws: An error of stage table.
    init(at address: UnsafeRawPointer) throws(StageError) {
        let check = try Self.pointerCheck()
        pointer = address.assumingMemoryBound(to: assay_plugin.self)
        let plugin = try Self.plugin(at: address, check: check)
        try Self.checkTexts(plugin, check: check)
        try check.function(plugin.`init`, at: "init")
        try check.function(plugin.shutdown, at: "shutdown")
        try check.function(plugin.extension, at: "extension")
        try RuleTableCheck(pointers: check, place: "configuration").checkConfiguration(plugin)
        let reader = TableReader(pointer, state: nil)
        (id, version, origin, minimumHost, settings) = try Self.read {
            () throws(PluginTableError) in
            (
                try reader.id(), try reader.version(), try reader.origin(),
                try reader.minimumHost(),
                DeclaredSettings(parameters: try reader.configuration())
            )
        }
        try Self.checkId(id)
        _ = try definitions(state: nil)
    }

    private static func checkTexts(
        _ plugin: assay_plugin, check: PointerCheck
    ) throws(StageError) {
        try check.text(plugin.id, at: "the plugin's id")
        try check.text(plugin.version, at: "the plugin's version")
        try check.text(plugin.vendor, at: "the plugin's vendor")
        try check.text(plugin.url, at: "the plugin's url")
        try check.text(plugin.license, at: "the plugin's license")
        try check.text(plugin.minimum_host, at: "the plugin's minimum_host")
    }

    /// The table as this version knows it.
    var raw: assay_plugin { assay_plugin.read(pointer) }

    /// The rules; pointers are checked anew, because `init` may have run since the last time.
    ///
    /// - Throws: An error of stage table.
    func definitions(
        state: UnsafeMutableRawPointer?, log: PluginLog? = nil,
        keeping owner: (any AnyObject & Sendable)? = nil
    ) throws(StageError) -> [RuleDefinition] {
        let check = try Self.pointerCheck()
        let plugin = try check.structure(pointer, at: "the plugin")
        let count = plugin.rule_count
        guard count > 0, count <= TableReader.maximumRules else {
            throw StageError(
                table: "\(count) rules (rule_count)", expected: "1 to \(TableReader.maximumRules)")
        }
        let rules = try check.array(
            plugin.rules, count: count, limit: TableReader.maximumRules,
            at: "the list of rules")
        for (index, rule) in rules.enumerated() {
            try RuleTableCheck(pointers: check, place: "rule \(index)").check(rule)
        }
        let reader = TableReader(
            pointer, state: state, log: log, owner: owner,
            watch: { [id, version] in PluginCallSite(rule: $0, ofPlugin: id, version) })
        let definitions = try Self.read { () throws(PluginTableError) in
            try reader.definitions()
        }
        try Self.checkDistinct(definitions)
        do throws(DeclarationError) {
            try DeclarationCheck.run(on: manifest(of: definitions))
        } catch {
            throw StageError(
                table: "\(error.found) (\(error.place.words))", expected: error.expected)
        }
        return definitions
    }

    private static func pointerCheck() throws(StageError) -> PointerCheck {
        guard let memory = MemoryMap.current() else {
            throw StageError(
                table: "no readable /proc/self/maps", expected: "the map of the process's memory",
                remedy: "mount /proc")
        }
        return PointerCheck(memory: memory)
    }

    /// The head of the table, in the order in which other majors and sizes can be told apart.
    private static func plugin(
        at address: UnsafeRawPointer, check: PointerCheck
    ) throws(StageError) -> assay_plugin {
        let words = try check.array(
            address.assumingMemoryBound(to: UInt32.self), count: 3, limit: 3, at: "the table")
        guard words[0] == ASSAY_MAGIC else {
            throw StageError(
                table: "magic 0x\(String(words[0], radix: 16))",
                expected: "ASSAY_MAGIC, 0x\(String(ASSAY_MAGIC, radix: 16))",
                remedy: "return an assay_plugin from \(Preflight.entryName)")
        }
        let major = words[2] & 0xFFFF
        guard major == ASSAY_ABI_MAJOR else {
            throw StageError(
                table: "version \(major) of the contract", expected: "version \(ASSAY_ABI_MAJOR)",
                remedy: "build the plugin with this host's assay_plugin.h")
        }
        return try check.structure(
            address.assumingMemoryBound(to: assay_plugin.self), at: "the plugin")
    }

    private static func read<Result>(
        _ body: () throws(PluginTableError) -> Result
    ) throws(StageError) -> Result {
        do {
            return try body()
        } catch {
            throw StageError(
                table: "\(oneLine(error.found)) (\(error.place))", expected: error.expected)
        }
    }

    private static func checkId(_ id: String) throws(StageError) {
        let isPlain = id.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
        }
        guard isPlain, let first = id.utf8.first, first.isASCIILetter,
            id.utf8.count <= maximumIdBytes
        else {
            throw StageError(
                table: "'\(oneLine(id))' (the plugin's id)",
                expected: "1 to \(maximumIdBytes) letters, digits and '-' that start with a letter")
        }
    }

    private static func checkDistinct(_ definitions: [RuleDefinition]) throws(StageError) {
        var indexes: [String: Int] = [:]
        for (index, definition) in definitions.enumerated() {
            guard let first = indexes.updateValue(index, forKey: definition.id) else { continue }
            throw StageError(
                table: "'\(definition.id)' twice (rules \(first) and \(index))",
                expected: "a different id for each rule")
        }
    }
}
