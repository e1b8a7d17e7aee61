// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Foundation
import PluginWorkshop
import Testing

/// `Plugins/Fleet`: the same four rules in four languages.
@Suite struct FleetTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let seed =
        ProcessInfo.processInfo.environment["ASSAY_FLEET_SEED"]
        .flatMap(UInt64.init) ?? 13

    /// 21 uses of each rule with a thousand records.
    @Test(arguments: FleetValues.Rule.allCases)
    func languagesAgree(rule: FleetValues.Rule) throws {
        let fleets = try [
            ["words": "van tram Straße é"], ["words": "van Tram", "caseSensitive": false],
        ]
        .map { try Fleet(settings: $0, in: workshop) }
        var values = FleetValues(seed: Self.seed)
        var codes: [String: Int] = [:]
        for use in 0..<21 {
            let expression = values.expression(of: rule)
            let records = (0..<1_000).map { _ in values.record(for: rule) }
            let outcomes = try fleets[use % 2].outcomes(of: expression, records)
            let first = try #require(outcomes.first)
            for (other, fleet) in zip(outcomes, FleetPlugin.buildable) where other != first {
                let row = try #require(records.indices.first { other[$0] != first[$0] })
                Issue.record(
                    """
                    \(fleet) disagrees on \(expression) of \(records[row].json) with seed \
                    \(Self.seed): \(other[row]), not \(first[row])
                    """)
            }
            for outcome in first { codes[outcome.first?.code ?? "valid", default: 0] += 1 }
        }
        // Each code is seen often, and no rule is undecided. That of repeated members is the engine's.
        codes["record.duplicateKey"] = nil
        let expected = Self.codes[rule] ?? []
        #expect(Set(codes.keys) == expected.union(["valid", "\(rule.rawValue).kind"]))
        #expect(codes.values.allSatisfy { $0 >= 20 }, "\(codes)")
    }

    private static let codes: [FleetValues.Rule: Set<String>] = [
        .vin: [
            "vin.length", "vin.character", "vin.serial", "vin.checkDigit", "vin.yearCode",
            "vin.limits", "vin.year",
        ],
        .after: ["after.date", "after.tooEarly"],
        .uniqueKeys: ["uniqueKeys.missing", "uniqueKeys.duplicate"],
        .listed: ["listed.unknown"],
    ]

    /// What all of them say, by example.
    @Test(
        arguments: [
            (
                "vin(other)", ["field": "1M8GDM9AXKP042788", "other": 1990], "vin.year", "/field",
                "must be of the model year 1990, not 1989",
                "muss aus dem Modelljahr 1990 sein, nicht 1989"
            ),
            (
                "after(other)", ["field": "2030-03-01", "other": "2030-03-01"], "after.tooEarly",
                "/field", "must be at least 1 day after 2030-03-01, not 0",
                "muss mindestens 1 Tag nach dem 2030-03-01 liegen, nicht 0"
            ),
            (
                "after(other, 3)", ["field": "2000-03-01", "other": "2000-02-28"], "after.tooEarly",
                "/field", "must be at least 3 days after 2000-02-28, not 2",
                "muss mindestens 3 Tage nach dem 2000-02-28 liegen, nicht 2"
            ),
            (
                "uniqueKeys(\"a/b\")", ["field": [["a/b": "x"], ["a/b": "y"], ["a/b": "x"]]],
                "uniqueKeys.duplicate", "/field/2/a~1b", "must be unique: element 0 has x too",
                "muss eindeutig sein: auch Element 0 hat x"
            ),
            (
                "listed", ["field": "tank"], "listed.unknown", "/field", "must be one of 4 words",
                "muss eines von 4 Wörtern sein"
            ),
        ] as [(String, Value, String, String, String, String)])
    func violationIsTold(
        rule: String, record: Value, code: String, pointer: String, message: String, german: String
    ) throws {
        let fleet = try Fleet(settings: .absent, in: workshop)
        for outcomes in try fleet.outcomes(of: rule, [record]) {
            let outcome = try #require(outcomes.first?.first)
            #expect(outcome.code == code)
            #expect(outcome.pointer == pointer)
            #expect(outcome.message == message)
            #expect(outcome.german == german)
        }
    }

    @Test(arguments: FleetPlugin.buildable)
    func examplesHold(plugin: FleetPlugin) throws {
        let path = try plugin.path(in: workshop)
        var outstanding: [[String: Value]] = [[:]]
        var seen: [[String: Value]] = []
        while let settings = outstanding.popLast() {
            let registry = RuleRegistry()
            try PluginHost().load(
                path: path, configuration: .object(Value.Object(settings.map { $0 })),
                into: registry)
            try expectExamplesToHold(registry, settings: settings)
            seen.append(settings)
            outstanding = registry.allDefinitions.flatMap(\.examples).map(\.settings)
                .filter { !seen.contains($0) }
        }
        #expect(seen.count == 3)
    }

    @Test(arguments: FleetPlugin.buildable)
    func limitsInTheWrongOrderAreRejected(plugin: FleetPlugin) throws {
        let registry = RuleRegistry()
        try PluginHost().load(path: try plugin.path(in: workshop), into: registry)
        let rule = try RuleExpressionParser.parseOne(
            "\(plugin.rawValue).vin(minYear=2001, maxYear=2000)")
        #expect {
            try ValidatorsManager(registry: registry).addValidator(for: "a", Validator(rule))
        } throws: {
            "\($0)".contains("minYear must not be above maxYear")
        }
    }

    // MARK: - The settings

    private func expectError(
        of file: String, _ text: String, location: SourceLocation = #_sourceLocation
    ) throws {
        for plugin in FleetPlugin.buildable {
            try AssayPluginHostTests.expectError(
                of: try plugin.path(in: workshop), at: .initialize,
                "found ASSAY_E_CONFIG (\(text)), expected ASSAY_OK from the plugin's init; "
                    + "correct the plugin's configuration or its environment",
                configuration: ["file": .string(file)], location: location)
        }
    }

    @Test func fileThatCannotBeReadIsRejected() throws {
        let none = workshop.path("none")
        try expectError(of: none, "file '\(none)' does not exist")
        try expectError(of: "", "file '' does not exist")
        let folder = workshop.directory
        try expectError(of: folder, "file '\(folder)' is not a regular file")
        let pipe = workshop.path("pipe")
        mkfifo(pipe, 0o600)
        try expectError(of: pipe, "file '\(pipe)' is not a regular file")
        let within = try workshop.write([], to: "file") + "/within"
        try expectError(of: within, "file '\(within)' cannot be read")
        try expectError(of: "a\0b", "file: the path has a NUL")
    }

    @Test func hugeFileIsRejected() throws {
        let huge = try workshop.write([], to: "huge")
        truncate(huge, (1 << 20) + 1)
        try expectError(of: huge, "file '\(huge)' has 1048577 bytes, expected at most 1048576")
    }

    /// Ill-formed in each way of Unicode's table 3-7.
    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xE2, 0x82],
            [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func fileThatIsNotUTF8IsRejected(bytes: [UInt8]) throws {
        let path = try workshop.write(Array("a\n€👍\n".utf8) + bytes + [10, 97], to: "words")
        try expectError(of: path, "file '\(path)' has bytes that are not UTF-8 in line 3")
    }

    @Test(arguments: ["", "\u{FEFF}", "# one\n  \t\r\n\n"])
    func fileWithoutWordsIsRejected(text: String) throws {
        let path = try workshop.write(Array(text.utf8), to: "words")
        try expectError(of: path, "file '\(path)' has no words, expected one on each line")
    }

    @Test func linesOfTheFileAreWords() throws {
        let text = "\u{FEFF}Box van\r\n# no word\n\n\t tram \nÉ\ntram\nlast"
        let path = try workshop.write(Array(text.utf8), to: "words")
        let listed: [Value] = ["box van", "TRAM", "É", "Last"]
        let others: [Value] = ["# no word", "é", "box", "", "lastt"]
        let fleet = try Fleet(
            settings: ["file": .string(path), "caseSensitive": false], in: workshop)
        for outcomes in try fleet.outcomes(of: "listed", (listed + others).map { ["field": $0] }) {
            #expect(outcomes.prefix(listed.count).allSatisfy { $0.isEmpty })
            #expect(
                outcomes.dropFirst(listed.count).allSatisfy {
                    $0.map(\.message) == ["must be one of 4 words"]
                })
        }
    }

    @Test func linesOfTheLanguagesAreThoseOfThePage() throws {
        let folder = Repository.path("Plugins/Fleet")
        let lines = try Program.outcome(of: "\(folder)/lines", [])
        let page = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
        #expect(lines.status == 0)
        #expect(page.contains("\n\n\(lines.output)\n"), "put this there:\n\(lines.output)")
    }
}
