// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayPluginChecker

/// The process in which cases run: the engine with the plugin's rules, as in a host.
enum PluginCaseChild {
    /// The timeout of a case, in milliseconds.
    private static let limit: Int64 = 2_000

    static func run(_ plugin: StartedPlugin, _ work: Value, _ answers: PluginWorkAnswers) {
        guard case .array(let cases) = work["cases"] else { return }
        let registry = RuleRegistry.standard()
        do throws(RegistryError) {
            try registry.register(
                plugin.definitions,
                from: .plugin(id: plugin.id, version: plugin.version, path: ""))
        } catch {
            return  // the parent misses the answers; ids of a plugin have its prefix
        }
        var checker = FixtureChecker(registry: registry)
        let file = FixtureFile(lines: "")
        let place = FileLocation(file: "", line: 1, column: 1)
        for (index, value) in cases.enumerated() {
            answers.begin(index, milliseconds: limit)
            var result = PluginCaseResult()
            do throws(FixtureIssue) {
                let testCase = try FixtureCase(PlacedValue(value, at: place))
                result = Self.result(of: testCase, in: file, by: &checker)
            } catch {
                result.difference.error = error.message
            }
            answers.end()
            answers.append(result.value)
        }
    }

    private static func result(
        of testCase: FixtureCase, in file: FixtureFile, by checker: inout FixtureChecker
    ) -> PluginCaseResult {
        var result = PluginCaseResult()
        let outcome: FixtureChecker.Outcome
        do throws(Diagnostic) {
            outcome = try checker.outcome(of: testCase, in: file)
        } catch {
            result.difference.error = "\(error.code): \(error.message)"
            return result
        }
        result.difference = testCase.expectation.difference(from: outcome.report)
        for rule in outcome.rules.plan.plannedRules.flatMap(\.bound.withNested) {
            result.parameters[rule.definition.id, default: []].formUnion(rule.givenParameters)
        }
        for violation in outcome.report.violations {
            result.codes.insert(violation.code)
            if violation.code == violation.rule + ".kind" {
                result.wrongKinds[violation.rule, default: []].insert(violation.value.kind.name)
            }
        }
        return result
    }
}
