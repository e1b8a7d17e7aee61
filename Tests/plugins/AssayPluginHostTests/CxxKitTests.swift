// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Testing

/// Plugins on `assay_plugin.hpp`.
@Suite(.enabled(if: !Compiler.cxx.isEmpty, "SKIPPED: no C++ compiler on PATH"))
struct CxxKitTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func load(
        _ sources: [String], _ compiler: Compiler, _ flags: [String] = [],
        into registry: RuleRegistry = RuleRegistry()
    ) throws -> RuleRegistry {
        let path = workshop.path("\(flags.count)\(sources[0]).so")
        let folder = Repository.path("Tests/plugins/AssayPluginHostTests/Kits")
        try compiler.build(sources.map { "\(folder)/\($0)" }, to: path, flags)
        try PluginHost().load(path: path, into: registry)
        return registry
    }

    @Test(arguments: Compiler.cxx)
    func rulesDoWhatTheirLanguageHasToDo(compiler: Compiler) throws {
        try KitExpectations.expectToHold(try load(["conformance.cpp", "shape.cpp"], compiler))
    }

    /// What a rule throws, and what is said of it.
    private static let exceptions = [
        (1, "no luck"), (2, "std::bad_alloc"), (3, "an exception that is no std::exception"),
        (4, "not that"),
    ]

    @Test(arguments: Compiler.cxx)
    func exceptionAtARowIsAFaultOfThatRowAlone(compiler: Compiler) throws {
        let registry = try load(["faulty.cpp"], compiler)
        for (reason, text) in Self.exceptions {
            let records: [ValidationRecord] = [0, Value.integer(Int64(reason)), 0].map {
                ["field": $0]
            }
            let fault =
                "fault.pluginError at /field: could not be checked by kit.faulty: "
                + "the plugin reported an error: \(text)"
            #expect(
                try findings(of: "kit.faulty", in: registry, records) == [[], [fault], []])
        }
    }

    @Test(arguments: Compiler.cxx)
    func exceptionOfAConstructorIsTheReasonWhyTheRuleCannotBeUsed(compiler: Compiler) throws {
        let registry = try load(["faulty.cpp"], compiler)
        for (reason, text) in Self.exceptions {
            let error = #expect(throws: RuleError.self) {
                try registry.bind(RuleExpressionParser.parseOne("kit.faulty(\(reason))"))
            }
            #expect(error?.message == "kit.faulty: \(text)")
        }
    }

    @Test(arguments: Compiler.cxx)
    func exceptionWithoutWordsIsAFaultToo(compiler: Compiler) throws {
        let registry = try load(["faulty.cpp"], compiler)
        #expect(
            try findings(of: "kit.faulty", in: registry, [["field": -1]])
                == [
                    [
                        "fault.pluginError at /field: could not be checked by kit.faulty: "
                            + "the plugin reported an error"
                    ]
                ])
        let error = #expect(throws: RuleError.self) {
            try registry.bind(RuleExpressionParser.parseOne("kit.faulty(-1)"))
        }
        #expect(error?.message == "kit.faulty: the arguments are wrong (error -4)")
    }

    @Test(arguments: Compiler.cxx)
    func functionWithAClosureIsARule(compiler: Compiler) throws {
        let registry = try load(["faulty.cpp"], compiler)
        for text in ["a", "bc"] {
            let records: [ValidationRecord] = [["field": "a"], ["field": "bcd"]]
            let failure = "kit.prefix.other at /field: must begin with \(text)!"
            #expect(
                try findings(of: "kit.prefix(\"\(text)\")", in: registry, records)
                    == (text == "a" ? [[], [failure]] : [[failure], []]))
        }
    }

    private func limits(_ compiler: Compiler) throws -> String {
        let path = workshop.path("limits.so")
        try compiler.build(
            [Repository.path("Tests/plugins/AssayPluginHostTests/Kits/settings.cpp")], to: path)
        return path
    }

    @Test(arguments: Compiler.cxx)
    func settingsThatCannotBeUsedAreRejected(compiler: Compiler) throws {
        let path = try limits(compiler)
        try expectError(
            of: path, at: .configure,
            "found no 'bytes', expected 'bytes' (an integer from 0 to 1000, required), "
                + "'unit' (one of bytes, dozens), 'note' (a string); "
                + "correct the plugin's configuration")
        for (settings, text) in [
            (["bytes": 100, "unit": "dozens"], "ASSAY_E_CONFIG (above 1000 bytes)"),
            (
                ["bytes": 100, "unit": "dozens", "note": ": 1200"],
                "ASSAY_E_CONFIG (above 1000 bytes: 1200)"
            ),
            (["bytes": 1, "note": "crash"], "ASSAY_E_INTERNAL (no luck)"),
        ] as [(Value, String)] {
            try expectError(
                of: path, at: .initialize,
                "found \(text), expected ASSAY_OK from the plugin's init; "
                    + "correct the plugin's configuration or its environment",
                configuration: settings)
        }
    }

    @Test(arguments: Compiler.cxx)
    func rulesSeeTheSettings(compiler: Compiler) throws {
        let registry = RuleRegistry()
        try PluginHost().load(
            path: try limits(compiler), configuration: ["bytes": 1, "unit": "dozens"],
            into: registry)
        let values: [Value] = ["", "12 bytes, ..", "13 bytes, ..."]
        for (rule, codes) in [
            ("limits.small", [[], [], ["limits.small.long"]]),
            ("limits.small(1)", [[], ["limits.small.long"], ["limits.small.long"]]),
            ("limits.exact", [["limits.exact.other"], [], ["limits.exact.other"]]),
            ("limits.full", [["limits.full.empty"], [], []]),
        ] {
            let rule = try RuleExpressionParser.parseOne(rule)
            #expect(try failures(of: rule, in: registry, values) == codes, "\(rule)")
        }
        #expect(
            registry.definition(for: "limits.small")?.codes.map(\.translations)
                == [["de": "kürzer", "fr": "plus court"]])
        try expectExamplesToHold(registry)
    }

    /// The same function of both holds something else.
    @Test(arguments: Compiler.cxx)
    func pluginsOfOneProcessShareNothing(compiler: Compiler) throws {
        let registry = try load(["faulty.cpp"], compiler)
        _ = try load(["faulty.cpp"], compiler, ["-DID=\"other\"", "-DMARK=\"?\""], into: registry)
        #expect(
            try findings(of: "kit.prefix(\"a\")", in: registry, [["field": "b"]])
                == [["kit.prefix.other at /field: must begin with a!"]])
        #expect(
            try findings(of: "other.prefix(\"a\")", in: registry, [["field": "b"]])
                == [["other.prefix.other at /field: must begin with a?"]])
    }
}
