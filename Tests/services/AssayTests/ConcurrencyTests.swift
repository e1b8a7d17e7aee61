// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayRegex
import Testing

/// What threads share: run under the thread sanitizer, these say whether they may.
struct ConcurrencyTests {
    private let registry = RuleRegistry.standard()
    private static let taskCount = 4

    private func records(_ count: Int) throws -> [ValidationRecord] {
        var signup = SignupRecords()
        return try (0..<count).map { _ in
            let value = try JSONValueParser.parse(signup.validLine())
            return try #require(ValidationRecord(value))
        }
    }

    @Test func tasksShareAManagerWhileAnotherReplacesItsValidators() async throws {
        let records = try records(40)
        let whole = try RuleSetLoader.load(file: Repository.signupRuleSet, registry: registry)
            .ruleSet
        let strict = RuleSet(Field("age", Validator(.rule("required"), .rule("string"))))
        let manager = try ValidatorsManager(whole, registry: registry)
        let findings = try await withThrowingTaskGroup(of: [[String]].self) { group in
            for _ in 0..<Self.taskCount {
                group.addTask {
                    records.map { manager.validate($0).violations.map(\.code) }
                        + manager.validate(records).map { $0.violations.map(\.code) }
                }
            }
            group.addTask {
                for round in 0..<4 {
                    try manager.replaceValidators(with: round % 2 == 0 ? strict : whole)
                }
                try manager.addValidator(for: "nickname", Validator(.rule("string")))
                return []
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        // Every call sees one set or the other, never a mixture.
        #expect(findings.count == Self.taskCount * 2 * records.count)
        #expect(Set(findings).isSubset(of: [[], ["string.kind"]]))
        #expect(manager.keys == whole.fields.map(\.path.description) + ["nickname"])
        #expect(records.allSatisfy { manager.validate($0).isValid })
    }

    @Test func sessionsShareAPlan() async throws {
        let plan = try SignupPlans.signup.get()
        var signups = BrokenSignups(seed: 3)
        let text = signups.lines(60)
        let reports = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<Self.taskCount {
                group.addTask {
                    let run = try StreamRun(plan, text, chunkBytes: 4_000, threadCount: 1)
                    return run.lines
                }
            }
            return try await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        #expect(Set(reports).count == 1)
        #expect(reports[0].count > 30)
    }

    /// One pattern for each of the engines: automaton, machine code.
    @Test(arguments: ["^[a-z]+[0-9]{1,3}$", "^(a+)+(?<!b)[0-9]\\b"])
    func tasksShareAPattern(source: String) async throws {
        let pattern = try Pattern(source)
        let matches = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<Self.taskCount {
                group.addTask {
                    let scratch = PatternScratch()
                    return (0..<200).count { number in
                        pattern.matches("a\(number % 10)", using: scratch).isMatch
                            && pattern.matches("-\(number)", using: scratch).isNoMatch
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(matches == Array(repeating: 200, count: Self.taskCount))
    }

    /// The tables for subjects that are too long for a scan are made by whoever needs them first.
    @Test func tasksMakeTheTablesOfAPattern() async throws {
        let tail = String(repeating: "a", count: 100)
        for round in 0..<20 {
            let pattern = try Pattern("^[a-z]+x\(round)$")
            let matches = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<Self.taskCount {
                    group.addTask {
                        let scratch = PatternScratch()
                        return pattern.matches("\(tail)x\(round)", using: scratch).isMatch
                            && pattern.matches("\(tail)x\(round)x", using: scratch).isNoMatch
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(matches == Array(repeating: true, count: Self.taskCount))
        }
    }

    /// What violations of one rule have in common is made by whoever needs it first.
    @Test func tasksMakeTheKindsOfViolations() async throws {
        for _ in 0..<20 {
            let manager = try ValidatorsManager(
                RuleSet(Field("a", Validator(.rule("luhn")))), registry: registry)
            let codes = await withTaskGroup(of: [String].self) { group in
                for _ in 0..<Self.taskCount {
                    group.addTask { manager.validate(["a": true]).violations.map(\.code) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == Array(repeating: ["luhn.kind"], count: Self.taskCount))
        }
    }
}
