// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import PluginWorkshop

/// The source of a plugin `versioned` whose rules `left` and `right` fail every value with a code
/// of its own that is named after its version.
func versionedSource(_ version: String, rules: [String] = ["left", "right"]) -> String {
    let list = rules.map { name in
        """
        static const assay_code \(name)_code = {.struct_size = sizeof \(name)_code,
            .id = ASSAY_STR_LITERAL("\(name).\(version)"), .message = ASSAY_STR_LITERAL("fails")};
        static const assay_code *const \(name)_codes[] = {&\(name)_code};
        static const assay_rule \(name) = {.struct_size = sizeof \(name),
            .id = ASSAY_STR_LITERAL("\(name)"), .summary = ASSAY_STR_LITERAL("fails"),
            .code_count = 1, .codes = \(name)_codes, .evaluate = evaluate, .flags = ASSAY_RULE_CONCURRENT};
        """
    }
    return """
        #include "assay_plugin.h"
        static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                                 assay_verdict *out) {
            for (uint32_t row = 0; row < batch->count; row++) out[row].status = ASSAY_FAIL;
            return ASSAY_OK;
        }
        \(list.joined(separator: "\n"))
        static const assay_rule *const rules[] = {\(rules.map { "&\($0)" }.joined(separator: ", "))};
        static const assay_plugin plugin = {.magic = ASSAY_MAGIC, .struct_size = sizeof plugin,
            .abi_major = ASSAY_ABI_MAJOR, .rule_count = \(rules.count), .rules = rules,
            .id = ASSAY_STR_LITERAL("versioned"), .version = ASSAY_STR_LITERAL("1.0.0-\(version)")};
        const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return &plugin; }
        """
}

/// A loaded plugin `versioned` whose file can be replaced, and a manager that uses both its rules.
struct VersionedPlugin {
    let workshop: Workshop
    let host: PluginHost
    let registry = RuleRegistry()
    let manager: ValidatorsManager

    /// The path that is loaded.
    var path: String { workshop.path("plugin.so") }

    /// Compiles the versions `one` and `two` and loads the first.
    init(policy: PluginPolicy = .standard) throws {
        workshop = try Workshop()
        host = PluginHost(policy: policy)
        for version in ["one", "two"] {
            _ = try workshop.compile(versionedSource(version), to: "\(version).so")
        }
        try workshop.write(try bytes(of: workshop.path("one.so")), to: "plugin.so")
        try host.load(path: workshop.path("plugin.so"), into: registry)
        manager = try Self.manager(registry)
    }

    static func manager(_ registry: RuleRegistry) throws -> ValidatorsManager {
        try ValidatorsManager(
            RuleSet(
                Field("a", RuleExpression("versioned.left"), RuleExpression("versioned.right")),
                Field("b", RuleExpression("versioned.right"), RuleExpression("versioned.left"))),
            registry: registry)
    }

    /// Has another file take the place of the plugin's at one moment.
    func place(_ name: String) throws {
        let new = try workshop.write(try bytes(of: workshop.path(name)), to: "new.so")
        guard rename(new, path) == 0 else { throw Problem.rename(errno) }
    }

    /// Has a symbolic link to another file take the place of the plugin's at one moment.
    func link(_ name: String) throws {
        let new = workshop.path("new")
        guard symlink(name, new) == 0, rename(new, path) == 0 else { throw Problem.rename(errno) }
    }

    enum Problem: Error {
        case rename(Int32)
    }

    /// Compiles a source and has it take the place.
    func place(source: String) throws {
        _ = try workshop.compile(source, to: "source.so")
        try place("source.so")
    }

    /// The versions that check a record: one, unless versions are mixed.
    var versions: Set<String> {
        Set(Self.versions(of: manager.validate(["a": 1, "b": 2])))
    }

    /// The version that each violation comes from, by its code.
    static func versions(of report: ValidationReport) -> [String] {
        report.violations.map { String($0.code.split(separator: ".").last ?? "") }
    }

    var one: Set<String> { ["one"] }
    var two: Set<String> { ["two"] }
}
