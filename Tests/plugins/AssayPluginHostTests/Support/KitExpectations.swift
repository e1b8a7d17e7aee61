// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// The plugin `kit`, which is written on the convenience layer of each language: what its rules say,
/// the same in all of them.
///
/// - `even`: the smallest rule, with a message in German.
/// - `amount`: parameters, another field, a rejected argument, a skipped and an undecided value, and
///   an argument of the message.
/// - `echo`: fails with what it received for a parameter of every type.
/// - `shape`: fails with what it sees of a value of every kind, at `/1` of an array.
enum KitExpectations {
    static let rules = ["kit.even", "kit.amount", "kit.echo", "kit.shape"]

    /// A rule, the values of `field` and `most`, and what is found.
    static let expectations: [(rule: String, field: Value, most: Value, findings: [String])] = [
        ("kit.even", 2, .absent, []),
        ("kit.even", -3, .absent, ["kit.even.odd at /field: must be even"]),
        ("kit.even", "2", .absent, ["kit.even.kind at /field: must be a whole number"]),

        ("kit.amount(most)", 3, 3, []),
        ("kit.amount(most)", 9, 3, ["kit.amount.tooLarge at /field: must be less by 6"]),
        ("kit.amount(most)", 9, .absent, []),
        (
            "kit.amount(most)", 9, "3",
            [
                "fault.pluginError at /field: could not be checked by kit.amount: "
                    + "the plugin reported an error: the largest amount is no integer"
            ]
        ),
        (
            "kit.amount(most, 5)", 7, .absent,
            ["kit.amount.step at /field: must be a multiple of 5 units"]
        ),
        (
            "kit.amount(most, unit=dozens)", 13, .absent,
            ["kit.amount.step at /field: must be a multiple of 1 dozens"]
        ),
        ("kit.amount(most, unit=dozens)", 12, .absent, []),

        (
            "kit.echo(\"hi\")", 1, .absent,
            [
                "kit.echo.heard at /field: heard text=hi whole=- percent=50 strict=0 size=0 "
                    + "words=- first=- like=- anything=-"
            ]
        ),
        (
            "kit.echo(\"\", -7, 2, true, large, [\"x\", \"y\"], /a+/, [1])", 1, .absent,
            [
                "kit.echo.heard at /field: heard text= whole=-7 percent=200 strict=1 size=1 "
                    + "words=2 first=x like=a+ anything=9"
            ]
        ),

        ("kit.shape", true, .absent, ["kit.shape.is at /field: is true"]),
        ("kit.shape", -1, .absent, ["kit.shape.is at /field: is i-1"]),
        (
            "kit.shape", .unsignedInteger(.max), .absent,
            ["kit.shape.is at /field: is u18446744073709551615"]
        ),
        ("kit.shape", 1.5, .absent, ["kit.shape.is at /field: is n150"]),
        ("kit.shape", .decimal("1e999"), .absent, ["kit.shape.is at /field: is d1e999"]),
        ("kit.shape", "äb", .absent, ["kit.shape.is at /field: is s3"]),
        ("kit.shape", [], .absent, ["kit.shape.is at /field: is []"]),
        (
            "kit.shape", ["a", ["b": .null, "c": [1]], ""], .absent,
            ["kit.shape.is at /field/1: is [s1 {b:null c:[i1]} s0]"]
        ),
        ("kit.shape", [:], .absent, ["kit.shape.is at /field: is {}"]),
    ]

    /// Runs the rules, in batches of one and of many.
    static func expectToHold(
        _ registry: RuleRegistry, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        #expect(registry.allDefinitions.map(\.id) == rules.sorted(), sourceLocation: location)
        let codes = registry.allDefinitions.flatMap(\.codes)
        #expect(
            codes.first { $0.id == "kit.even.odd" }?.translations == ["de": "muss gerade sein"],
            sourceLocation: location)
        for expectation in expectations {
            let record: ValidationRecord = ["field": expectation.field, "most": expectation.most]
            for count in [1, 3] {
                let found = try findings(
                    of: expectation.rule, in: registry, Array(repeating: record, count: count))
                #expect(
                    found == Array(repeating: expectation.findings, count: count),
                    "\(expectation.rule)", sourceLocation: location)
            }
        }
        let error = #expect(throws: RuleError.self, sourceLocation: location) {
            try registry.bind(RuleExpressionParser.parseOne("kit.amount(most, 100, dozens)"))
        }
        #expect(
            error?.message == "kit.amount: the step is above 1000 units", sourceLocation: location)
        try expectExamplesToHold(registry, location: location)
    }
}

/// "code at pointer: message" of every violation and fault of each record under a rule of `field`.
func findings(
    of rule: String, in registry: RuleRegistry, _ records: [ValidationRecord]
) throws -> [[String]] {
    let manager = try ValidatorsManager(registry: registry)
    try manager.addValidator(for: "field", Validator(try RuleExpressionParser.parseOne(rule)))
    return manager.validate(records).map { report in
        report.violations.map { "\($0.code) at \($0.pointer): \($0.message)" }
            + report.faults.map { "\($0.code) at \($0.pointer): \($0.message)" }
    }
}
