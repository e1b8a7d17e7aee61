// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Testing

/// Patterns that take others' engines minutes: a verdict or a fault, never a wrong verdict.
@Suite(
    .enabled(
        if: PumpedSubject.areAvailable,
        "only with redos.jsonl in the folder that ASSAY_CORPORA names"))
struct RedosTests {
    private let rows: [PumpedSubject]
    private let registry = RuleRegistry.standard()

    init() throws {
        rows = try PumpedSubject.all()
    }

    private func report(_ row: PumpedSubject) throws -> ValidationReport {
        let rule = RuleExpression(
            "regex", [RuleArgument(.pattern(source: row.pattern, flags: row.flags))])
        let ruleSet = RuleSet(Field("subject", Validator(rule)))
        let manager = try ValidatorsManager(ruleSet, registry: registry)
        return manager.validate(["subject": .string(row.subject)])
    }

    /// What is known of a row: PCRE2's interpreter and its machine code, where either decided.
    ///
    /// No row says `match`, and a final line feed, before which PCRE2's `$` matches too, turns no
    /// `nomatch` into a match.
    @Test func aVerdictIsNeverWrong() throws {
        try #require(rows.count > 100)
        for row in rows {
            let report = try report(row)
            #expect(report.violations.count + report.faults.count <= 1, "\(row.id)")
            guard report.faults.isEmpty, let matches = row.matches else { continue }
            #expect(report.isValid == matches, "\(row.id) \(row.pattern.debugDescription)")
        }
    }

    @Test func aFaultSaysWhichLimitWasReached() throws {
        let codes = try rows.flatMap { try report($0).faults.map(\.code) }
        let limits: Set = [
            "fault.matchLimit", "fault.depthLimit", "fault.heapLimit", "fault.jitStackLimit",
        ]
        #expect(Set(codes).isSubset(of: limits), "\(Set(codes).subtracting(limits))")
    }
}

/// A row of redos.jsonl: the subject is prefix, pump × repeat, suffix.
struct PumpedSubject: Decodable {
    let id: String
    let pattern: String
    let flags: String
    let prefix: String
    let pump: String
    let `repeat`: Int
    let suffix: String
    let interpreter: String
    let jit: String

    var subject: String { prefix + String(repeating: pump, count: `repeat`) + suffix }

    /// Nil where PCRE2 gave up.
    var matches: Bool? {
        let known = [interpreter, jit].first { $0 == "match" || $0 == "nomatch" }
        return known.map { $0 == "match" }
    }

    private static var path: String {
        let folder =
            ProcessInfo.processInfo.environment["ASSAY_CORPORA"]
            ?? Repository.root + "/../shared/corpora"
        return folder + "/redos.jsonl"
    }

    static var areAvailable: Bool { FileManager.default.isReadableFile(atPath: path) }

    static func all() throws -> [PumpedSubject] {
        try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(PumpedSubject.self, from: $0)
        }
    }
}
