// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// One request on its way to the answer.
struct RuleSetTrial {
    let request: TrialRequest
    let registry: RuleRegistry
    let limits: TrialLimits
    /// The limits of the whole trial: the time at which it has to end.
    let end: ExecutionLimits

    /// More findings of a record are counted and not kept, whatever the rule set says.
    private static let mostFindingsOfRecord = 1000

    init(_ request: TrialRequest, registry: RuleRegistry, limits: TrialLimits) {
        self.request = request
        self.registry = registry
        self.limits = limits
        end = ExecutionLimits(timeout: limits.timeout)
    }

    /// The members of the answer.
    func members() -> [(key: String, value: Value)] {
        let text = RuleSetText(request.rules)
        let loaded: (ruleSet: RuleSet, plan: ValidationPlan)
        do throws(RuleSetError) {
            loaded = try load()
        } catch {
            return [
                ("isUsable", false), ("diagnostics", .array(error.issues.map(text.diagnostic))),
                ("omittedDiagnostics", .integer(Int64(error.omittedCount))),
            ]
        }
        let rules = PlacedRules(loaded.plan, in: text)
        let validation = TriedData(request, limits: limits, rules: rules, end: end)
        let messages = registry.messages(accepting: request.language)
        var members: [(key: String, value: Value)] = [
            ("isUsable", true), ("diagnostics", []),
            ("fields", .array(loaded.ruleSet.fields.map { .string($0.path.description) })),
        ]
        let tried = validation.validate(messages)
        members += tried.members
        if let why = request.why {
            let explained = TrialTrace(rules, messages: messages, limits: limits, end: end)
            members.append(("why", explained.value(of: why, record: tried.record)))
        }
        if let examples = request.examples {
            members.append(("examples", self.examples(examples, for: loaded.ruleSet, tried)))
        }
        return members
    }

    /// A longer rule set with issues is not compiled: how many rules it has is not known.
    private static let longestWithIssues = 16 << 10

    private func load() throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        do throws(RuleSetError) {
            let count = try RuleSet(parsing: request.rules, file: RuleSetText.name).ruleCount
            if count > limits.maximumRules {
                throw RuleSetError([
                    RuleSetIssue(
                        code: "ruleSet.tooManyRules",
                        message: "\(count) rules, and at most \(limits.maximumRules) can be tried",
                        help: "try a part of the rule set")
                ])
            }
        } catch
            where error.issues.first?.code == "ruleSet.tooManyRules"
            || request.rules.utf8.count > Self.longestWithIssues
        {
            throw error
        } catch {
            // Reported below, with what the rules find.
        }
        var (ruleSet, plan) = try RuleSetLoader.load(
            request.rules, file: RuleSetText.name, registry: registry)
        if ruleSet.maximumViolations > Self.mostFindingsOfRecord {
            ruleSet.maximumViolations = Self.mostFindingsOfRecord
            plan = try ValidationPlan(ruleSet, registry: registry)
        }
        return (ruleSet, plan)
    }

    private func examples(
        _ wanted: TrialRequest.Examples, for ruleSet: RuleSet, _ tried: TriedData.Outcome
    ) -> Value {
        let search = TrialExamples(registry: registry, isText: tried.isText, end: end)
        switch wanted {
        case .rules(let text): return search.value(of: text)
        case .field(let name):
            guard let field = ruleSet.fields.first(where: { $0.path.description == name }) else {
                let known = ruleSet.fields.map(\.path.description)
                let near = nearestName(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
                return ["problem": .string("the rule set has no field '\(name)'\(near)")]
            }
            return search.value(of: field, around: tried.record)
        }
    }
}
