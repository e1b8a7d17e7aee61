// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Runs checks over a library, each in a process of the built ruleshell.
func check(_ path: String, only: Set<String>? = nil) throws -> CheckReport {
    var checker = PluginChecker(
        program: try builtProduct("ruleshell"), arguments: ["ruleshell", "plugin", "check-child"],
        seed: 1)
    checker.isQuick = true
    checker.only = only
    checker.callLimit = .milliseconds(500)
    return try checker.check(path: path)
}

/// A plugin with one mistake, and what the checker says of it.
struct Broken: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// For `pluginSource`.
    let macros: String
    /// The check that finds the mistake.
    let check: String
    let place: CheckPlace
    let found: String
    let expected: String
    let remedy: String
    /// Further checks that cannot but find it.
    let also: Set<String>

    init(
        _ description: String, _ macros: String, by check: String, at place: CheckPlace,
        found: String, expected: String, remedy: String, also: Set<String> = []
    ) {
        testDescription = description
        self.macros = macros
        self.check = check
        self.place = place
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.also = also
    }

    /// All checks run, and those that fail are the ones that should.
    func expectFound(location: Testing.SourceLocation = #_sourceLocation) throws {
        let workshop = try Workshop()
        let report = try AssayPluginCheckerTests.check(
            try workshop.compile(pluginSource(macros), to: "broken.so"))
        let failing = report.results.filter { !$0.findings.isEmpty }
        #expect(Set(failing.map(\.name)) == also.union([check]), sourceLocation: location)
        let finding = failing.first { $0.name == check }?.findings.first
        #expect(finding?.place == place, sourceLocation: location)
        #expect(finding?.found == found, sourceLocation: location)
        #expect(finding?.expected == expected, sourceLocation: location)
        #expect(finding?.remedy == remedy, sourceLocation: location)
    }
}

extension CheckPlace {
    /// In the rule of `pluginSource`.
    static func even(
        _ value: String? = nil, row: Int? = nil, rows: Int? = nil, expression: String? = "hostile.even"
    ) -> CheckPlace {
        var place = CheckPlace()
        place.rule = "hostile.even"
        place.expression = expression
        place.value = value
        place.row = row
        place.rows = rows
        return place
    }
}
