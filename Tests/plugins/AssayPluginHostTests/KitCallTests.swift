// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayPluginHost
import Testing

/// What a call offers, and what version 1.1 of the contract added, in the layer of each language.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct KitCallTests {
    enum Language: CaseIterable {
        case c, cxx, rust, swift

        /// Those of which there is a compiler.
        static var buildable: [Language] {
            allCases.filter { $0 != .rust || ExampleFolder.geo.isBuildable }
        }
    }

    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let hours: [assay_value] = [.integer(8)]

    /// The plugin `calls`, called without a host.
    private func plugin(in language: Language) throws -> DirectPlugin? {
        guard let path = try library(in: language) else {
            return language == .swift
                ? try DirectPlugin(
                    table: try #require(KitPlugin.table(of: KitPlugin.calls)),
                    settings: Self.hours)
                : nil
        }
        return try DirectPlugin(path: path, settings: Self.hours)
    }

    private func library(in language: Language) throws -> String? {
        let compiler: Compiler?
        let source: String
        switch language {
        case .c: (compiler, source) = (Compiler.c.first, "calls.c")
        case .cxx: (compiler, source) = (Compiler.cxx.first, "calls.cpp")
        case .rust: return try RustCrate.calls.build(in: workshop)
        case .swift: return nil
        }
        guard let compiler else { return nil }
        let path = workshop.path("calls.so")
        try compiler.build(
            [Repository.path("Tests/plugins/AssayPluginHostTests/Kits/\(source)")], to: path)
        return path
    }

    /// A deadline, the cancel flag, and what becomes of rows that want 16 bytes and 1 TiB.
    @Test(arguments: Language.buildable)
    func deadlineCancellationLogAndScratchAreOffered(language: Language) throws {
        guard let plugin = try plugin(in: language) else { return }
        let far = UInt64(Int64.max)
        for (deadline, isCancelled) in [(0, nil), (0, false), (far, nil), (far, false)]
            as [(UInt64, Bool?)]
        {
            let outcome = try plugin.evaluate(
                rule: 0, [assay_value()], [.integer(16), .integer(1 << 40)], deadline: deadline,
                isCancelled: isCancelled)
            #expect(
                outcome
                    == .init(
                        rc: ASSAY_OK, statuses: [ASSAY_PASS, ASSAY_UNDECIDED],
                        message: "row 1: no memory", lines: ["2: working", "2: working"]))
        }
        let outcome = try plugin.evaluate(
            rule: 0, [assay_value()], [.integer(16), .integer(16)], isCancelled: true)
        #expect(
            outcome
                == .init(
                    rc: ASSAY_E_CANCELLED, statuses: [ASSAY_UNSET, ASSAY_UNSET], message: ""))
        plugin.stop()
    }

    /// A host of version 1.1 has no function for the reasons of rows.
    @Test(arguments: Language.buildable)
    func reasonsReachAHostThatKnowsNoRows(language: Language) throws {
        guard let plugin = try plugin(in: language) else { return }
        let outcome = try plugin.evaluate(
            rule: 0, [assay_value()], [.integer(1 << 40)], knowsRows: false)
        #expect(
            outcome
                == .init(
                    rc: ASSAY_OK, statuses: [ASSAY_UNDECIDED], message: "no memory",
                    lines: ["2: working"]))
        plugin.stop()
    }

    /// The layer for C has no clock.
    @Test(arguments: Language.buildable.filter { $0 != .c })
    func pastDeadlineCancels(language: Language) throws {
        guard let plugin = try plugin(in: language) else { return }
        let outcome = try plugin.evaluate(
            rule: 0, [assay_value()], [.integer(16)], deadline: 1)
        #expect(
            outcome == .init(rc: ASSAY_E_CANCELLED, statuses: [ASSAY_UNSET], message: ""))
        plugin.stop()
    }

    @Test(arguments: Language.buildable)
    func circumstancesAndDeprecationAreDeclared(language: Language) throws {
        let registry = RuleRegistry()
        if let path = try library(in: language) {
            try PluginHost().load(path: path, into: registry)
        } else if language == .swift {
            try registry.register(
                try #require(KitPlugin.table(of: KitPlugin.calls)),
                from: .plugin(id: "calls", version: "1.0.0", path: "libcalls.so"))
        } else {
            return
        }
        let definition = registry.definition(for: "calls.work")
        #expect(definition?.deprecation == "the rule play")
        #expect(definition?.codes.map(\.deprecation) == ["play.none"])
        #expect(definition?.examples.map(\.fields) == [["there": 2]])
        #expect(definition?.examples.map(\.settings) == [["hours": 3]])
    }
}
