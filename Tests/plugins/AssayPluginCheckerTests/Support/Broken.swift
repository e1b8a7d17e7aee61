// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import Foundation
import PluginWorkshop
import Testing

/// Runs checks over a library, each in a process of the built ruleshell.
func check(
    _ path: String, only: Set<String>? = nil, callLimit: Duration = .seconds(20), seed: UInt64 = 1
) throws -> CheckReport {
    var checker = PluginChecker(
        program: try builtProduct("ruleshell"), arguments: ["ruleshell", "plugin", "check-child"],
        seed: seed)
    checker.isQuick = true
    checker.only = only
    checker.callLimit = callLimit
    return try checker.check(path: path)
}

/// How a process ends that tries a plugin on a value, and what it says.
func trial(of path: String, expression: String, value: String) throws -> String {
    let outcome = try Program.outcome(
        of: "/usr/bin/env",
        [
            "-u", "TZ", "SWIFT_BACKTRACE=enable=no", try builtProduct("ruleshell"), "try",
            "--plugin", path,
            expression, "--", value,
        ])
    guard !outcome.isSignal else { return "loads; ends the process with signal \(outcome.status)" }
    let lines = outcome.output.split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces).replacing(path, with: "FILE")
    }
    let finding = lines.first { $0.contains("error[") || $0.contains("fault[") }
    return "loads; \(finding ?? (outcome.status == 0 ? "valid" : lines.first ?? "nothing"))"
}

/// What a process reports of the values 2, 3 and 4, in one batch, that checks them with a plugin.
func validation(
    of path: String, in workshop: Workshop, _ options: [String] = []
) throws -> String {
    let rules = try workshop.write(
        Array("assay: 1\nfields: { a: hostile.even }\n".utf8), to: "r.yaml")
    let records = try workshop.write(
        Array("{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n".utf8), to: "r.ndjson")
    let outcome = try Program.outcome(
        of: "/usr/bin/env",
        [
            "-u", "TZ", "SWIFT_BACKTRACE=enable=no", try builtProduct("ruleshell"), "validate",
            "-r", rules,
            "-j", "1", "-f", "concise", "--plugin", path,
        ] + options + [records])
    let lines = outcome.output.split(separator: "\n")
    let notice = lines.first { $0.contains("[plugin.") && !$0.contains("[plugin.log]") }.map {
        $0.replacing("ruleshell: ", with: "")
    }
    guard lines.contains(where: { $0.hasPrefix("ruleshell: 3 records") }) else {
        return
            "loads; \(notice ?? "ends with \(outcome.isSignal ? "signal" : "status") \(outcome.status)")"
    }
    let words = (1...3).map { record in
        lines.first { $0.hasPrefix("\(records):\(record):") }
            .map { $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ") }
            ?? "valid"
    }
    return "loads; 2, 3 and 4 give \(words.joined(separator: ", "))"
        + (notice.map { "; \($0)" } ?? "")
}

/// A plugin with one mistake, and what one check says of it.
struct Broken: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// For `pluginSource`.
    let macros: String
    /// What is found.
    let found: String
    let expected: String
    let remedy: String
    /// The value in the finding.
    var value: String?
    /// Whether the finding is about a row of a batch.
    var isRow = false
    /// Further checks that cannot but find it; nil: they are not asked.
    var also: Set<String>? = []
    var callLimit = Duration.seconds(20)
    /// What it does to a process that checks with it, and to the machine: that is not tried.
    var endless: String?
    var expression: String? = "hostile.even"

    init(
        _ description: String, _ macros: String, found: String, expected: String, remedy: String,
        _ details: (inout Broken) -> Void = { _ in }
    ) {
        testDescription = description
        self.macros = macros
        self.found = found
        self.expected = expected
        self.remedy = remedy
        details(&self)
    }

    /// The check fails with this finding; where they are asked, no others fail.
    func expectFound(
        by name: String, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let workshop = try Workshop()
        let path = try workshop.compile(pluginSource(macros), to: "broken.so")
        let report = try check(
            path, only: also == nil ? [name] : nil, callLimit: callLimit)
        let failing = report.results.filter { !$0.findings.isEmpty }
        let names = Set(failing.map(\.name))
        #expect(names == (also ?? []).union([name]), sourceLocation: location)
        let finding = failing.first { $0.name == name }?.findings.first
        #expect(finding?.found == found, sourceLocation: location)
        #expect(finding?.expected == expected, sourceLocation: location)
        #expect(finding?.remedy == remedy, sourceLocation: location)
        #expect(finding?.place.rule == "hostile.even", sourceLocation: location)
        #expect(finding?.place.expression == expression, sourceLocation: location)
        #expect(finding?.place.value == value, sourceLocation: location)
        #expect((finding?.place.row != nil) == isRow, sourceLocation: location)
        HostileOutcomes.record(
            HostileCase(.contract, testDescription), host: try outcomeAtTheHost(path, name),
            checker: "\(name): \(finding?.found ?? "nothing")", location: location)
    }

    /// What a process says that checks the value with the plugin, unless that would never end or
    /// depend on what happens to be in its memory.
    private func outcomeAtTheHost(_ path: String, _ check: String) throws -> String {
        if ["inputBounds", "lifetime", "scratchBounds", "verdictBounds"].contains(check) {
            return "loads; not kept from it: all memory of the host is the plugin's too"
        }
        if let endless { return "loads; \(endless)" }
        if callLimit < .seconds(20) { return "loads; does not come back" }
        return try trial(of: path, expression: expression ?? "hostile.even", value: value ?? "2")
    }
}

/// An `evaluate` that is right and does something more with the value `v` of each row.
func eachRow(_ statement: String) -> String {
    """
    #define EVALUATE for (uint32_t row = 0; row < batch->count; row++) { \\
        int64_t v = batch->columns[0][row].as.i64; \\
        out[row].status = v % 2 ? ASSAY_FAIL : ASSAY_PASS; \\
        \(statement) \\
    }
    """
}

/// An `evaluate` that is right and does something before.
func eachCall(_ statement: String) -> String {
    """
    #define EVALUATE \(statement) \\
        for (uint32_t row = 0; row < batch->count; row++) \\
            out[row].status = batch->columns[0][row].as.i64 % 2 ? ASSAY_FAIL : ASSAY_PASS;
    """
}
