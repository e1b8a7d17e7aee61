// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// What the bytes of a record give is what streams and values give.
struct JSONBodyAgreementTests {
    private let manager: ValidatorsManager

    init() throws {
        let registry = RuleRegistry.standard()
        var ruleSet = try RuleSetLoader.load(file: Repository.signupRuleSet, registry: registry)
            .ruleSet
        ruleSet.unknownFields = .warn
        manager = try ValidatorsManager(ruleSet, registry: registry)
    }

    @Test func streamsFindTheSameAtTheSamePlaces() throws {
        var signups = BrokenSignups(seed: 11)
        var codes: Set<String> = []
        for _ in 0..<150 {
            let text = signups.record().replacing(", \"", with: ",\n \"")
            let found = manager.validate(json: text).violations.map(\.object.json)
            let expected = try StreamRun(manager.plan, text, format: .json)
            #expect(found.map { "1 \($0)" } == expected.lines)
            codes.formUnion(expected.findings.map(\.code))
        }
        #expect(
            codes.isSuperset(of: [
                "record.duplicateKey", "record.unknownField", "range.tooSmall", "regex.noMatch",
            ]))
    }

    @Test func valuesGiveTheSameViolations() throws {
        var signups = BrokenSignups(seed: 12)
        var count = 0
        for _ in 0..<300 {
            let text = signups.record()
            let record = try #require(ValidationRecord(try Value(json: text)))
            var report = manager.validate(json: text)
            #expect(report.violations.allSatisfy { $0.source != nil })
            for index in report.violations.indices { report.violations[index].source = nil }
            #expect(report == manager.validate(record), "\(text)")
            count += report.violations.count
        }
        #expect(count > 300)
    }

    /// Readers of bodies go from thread to thread with their sessions, while validators are replaced.
    @Test func manyThreadsShareAManager() async throws {
        var signups = BrokenSignups(seed: 13)
        let manager = manager
        let ruleSet = manager.ruleSet
        let bodies = (0..<40).map { index in
            index % 8 == 7 ? "{" : signups.record()
        }
        let expected = bodies.map { manager.validate(json: $0) }
        let reports = try await withThrowingTaskGroup(of: [ValidationReport].self) { group in
            for _ in 0..<4 {
                group.addTask { bodies.map { manager.validate(json: $0) } }
            }
            group.addTask {
                for _ in 0..<4 { try manager.replaceValidators(with: ruleSet) }
                return expected
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.count == 5)
        for found in reports { #expect(found == expected) }
    }
}
