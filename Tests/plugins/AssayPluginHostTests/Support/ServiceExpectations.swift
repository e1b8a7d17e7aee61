// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Testing

/// The plugin `served`, which is written on the layer of each language: what its rule `report` sees of
/// the services, the same in all of them.
///
/// - A text fails with what the first group of the pattern matches, the day of the date that it begins
///   with, the text folded in NFC, and its characters.
/// - A number passes if it has whole cents.
/// - Each value is counted under the name `seen`.
enum ServiceExpectations {
    static let expectations: [(field: Value, findings: [String])] = [
        ("ab12", ["served.report.is at /field: group=12 day=0 folded=ab12 length=4"]),
        (
            "2024-02-29: E\u{301}ß",
            ["served.report.is at /field: group=2024 day=29 folded=2024-02-29: éss length=14"]
        ),
        ("none", ["served.report.is at /field: group=- day=0 folded=none length=4"]),
        ("", ["served.report.is at /field: group=- day=0 folded= length=0"]),
        (19.99, []), (3, []), (.decimal("1e999"), []),
        (0.005, ["served.report.cents at /field: must have whole cents"]),
        (
            .string(String(repeating: "a", count: 100_000)),
            [
                "fault.pluginError at /field: could not be checked by served.report: "
                    + "the plugin reported an error: the subject is longer than the subject limit"
            ]
        ),
    ]

    static func expectToHold(
        _ path: String, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let host = PluginHost()
        let registry = RuleRegistry()
        try host.load(path: path, into: registry)
        let rule = "served.report(/([0-9]+)/)"
        for expectation in expectations {
            let record: ValidationRecord = ["field": expectation.field]
            #expect(
                try findings(of: rule, in: registry, [record]) == [expectation.findings],
                "\(expectation.field)", sourceLocation: location)
        }
        #expect(
            host.pluginCounters
                == [
                    PluginCounter(
                        plugin: "served", name: "seen", value: UInt64(expectations.count))
                ], sourceLocation: location)
        let error = #expect(throws: RuleError.self, sourceLocation: location) {
            try registry.bind(RuleExpressionParser.parseOne("served.report(\"a(b\")"))
        }
        let text = "served.report: missing closing parenthesis"
        #expect(error?.message.hasPrefix(text) == true, sourceLocation: location)
    }
}
