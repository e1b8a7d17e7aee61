// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import Testing

/// What a further rule can change in the findings of random rule sets over the whole catalogue.
@Suite struct AddedRuleTests {
    /// The rule sets of a seed: those of ten seeds are 3,000, or as many as ASSAY_RULE_SETS says.
    private static let setCount = max(300, CatalogueRuleSets.seeds.count / 10)
    private static let recordCount = 6

    /// The findings of a rule set without an added rule and with it, for records of its own.
    private static func compare(
        _ seed: UInt64, _ severity: Severity, isText: Bool,
        _ body: (_ before: ValidationReport, _ after: ValidationReport, _ about: () -> String) ->
            Void
    ) throws {
        var random = CatalogueRuleSets(seed: seed, isText: isText)
        for _ in 0..<setCount {
            let ruleSet = random.ruleSet()
            let entry = random.entryThatReadsNothing(severity: severity)
            let (before, after) = (ruleSet, random.add(entry, to: ruleSet))
            // Rules that read a field in two ways, or that cannot decide about texts, are issues.
            guard
                let managers = try? [before, after].map({
                    try ValidatorsManager($0, registry: standardRules)
                }), !isText || managers.allSatisfy({ $0.plan.textIssues.isEmpty })
            else { continue }
            for _ in 0..<recordCount {
                let record = random.record(for: after)
                let reports = managers.map { $0.validate(record) }
                body(reports[0], reports[1]) { "\(after.fields) \(record)" }
            }
        }
    }

    /// The lines of `some` that are not among those of `all`, each as often as it occurs.
    private static func missing(_ some: [String], in all: [String]) -> [String] {
        var all = all
        return some.filter { line in
            guard let place = all.firstIndex(of: line) else { return true }
            all.remove(at: place)
            return false
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>, [false, true])
    func addedWarningRemovesNoFinding(seed: UInt64, isText: Bool) throws {
        var (found, warned) = (0, 0)
        try Self.compare(seed, .warning, isText: isText) { before, after, about in
            let (old, new) = (EnginePaths.lines(before), EnginePaths.lines(after))
            let lost = Self.missing(old, in: new)
            #expect(lost.isEmpty, "\(about())")
            // A warning leaves the record as valid as it was, unless it cannot decide.
            if before.faults.count == after.faults.count {
                #expect(before.isValid == after.isValid, "\(about())")
            }
            found += old.count
            warned += new.count - old.count
        }
        // There is something to lose, and something that could take it away.
        #expect(found > 500 && warned > 100)
    }

    /// A warning of every second seed, and an error of the others.
    @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
    func addedRuleMakesNoInvalidRecordValid(seed: UInt64, isText: Bool) throws {
        let severity = seed.isMultiple(of: 2) ? Severity.warning : .error
        var (invalid, removed) = (0, 0)
        try Self.compare(seed + 1000, severity, isText: isText) { before, after, about in
            #expect(before.isValid || !after.isValid, "\(about())")
            if !before.isValid { invalid += 1 }
            let lost = Self.missing(EnginePaths.lines(before), in: EnginePaths.lines(after))
            if !lost.isEmpty { removed += 1 }
            if severity == .warning { #expect(lost.isEmpty, "\(about())") }
        }
        #expect(invalid > 300)
        // An error does keep other rules from running.
        #expect(severity == .warning ? removed == 0 : removed > 10)
    }
}
