// SPDX-License-Identifier: Apache-2.0
package import Assay

/// Looks for a small value that passes rules, and for small ones that fail; the engine checks every
/// one of them.
package struct ExampleSearch {
    /// The result of a search.
    package struct Outcome {
        package let rules: String
        /// `true` if a rule runs on missing values.
        package internal(set) var acceptsMissing = false
        package internal(set) var passing: ExampleValue?
        /// The smallest for each code, the smallest of all first.
        package internal(set) var failing:
            [(code: String, message: String, example: ExampleValue)] = []
        /// Values that were checked.
        package internal(set) var tried = 0
    }

    /// The reason that rules cannot be searched.
    package enum Failure: Error {
        /// A rule cannot be resolved; with the text that its place is in.
        case rule(RuleError, in: String)
        /// The rules cannot be used together.
        case ruleSet(RuleSetError)
    }

    private let rules: [RuleExpression]
    private let bound: [BoundRule]
    private let registry: RuleRegistry
    private let manager: ValidatorsManager
    private let isText: Bool
    private let limits: ExecutionLimits?
    private let depth: Int

    /// Values that are checked while one is made smaller.
    private static let patience = 3_000
    package static let field = "value"

    /// A search for values of a field.
    ///
    /// - Parameters:
    ///   - rules: The rules of the field.
    ///   - registry: Where they are.
    ///   - isText: Whether the values come from text, such as CSV.
    ///   - limits: The limits of every check of a value, or `nil` for none.
    /// - Throws: `Failure` if a rule cannot be resolved or the rules cannot be used together.
    package init(
        _ rules: [RuleExpression], registry: RuleRegistry, isText: Bool,
        limits: ExecutionLimits? = nil
    ) throws(Failure) {
        try self.init(rules, registry: registry, isText: isText, limits: limits, depth: 0)
    }

    private init(
        _ rules: [RuleExpression], registry: RuleRegistry, isText: Bool, limits: ExecutionLimits?,
        depth: Int
    ) throws(Failure) {
        self.rules = rules
        self.registry = registry
        self.isText = isText
        self.limits = limits
        self.depth = depth
        var bound: [BoundRule] = []
        let shown = rules.map { "\($0)" }.joined(separator: ", ")
        for rule in rules {
            do throws(RuleError) {
                bound.append(try registry.bind(rule))
            } catch {
                throw .rule(error, in: shown)
            }
        }
        self.bound = bound
        do throws(RuleSetError) {
            let field = Field(
                FieldPath(key: Self.field), Validator(rules: rules.map { RuleEntry($0) }))
            manager = try ValidatorsManager(RuleSet(field), registry: registry)
        } catch {
            throw .ruleSet(error)
        }
    }

    /// Looks for examples.
    ///
    /// - Parameter isStopped: Called repeatedly; true ends the search with what was found so far.
    /// - Returns: What was found.
    /// - Throws: That the rules of elements cannot be used.
    package func run(_ isStopped: () -> Bool) throws(Failure) -> Outcome {
        var outcome = Outcome(rules: rules.map { "\($0)" }.joined(separator: ", "))
        outcome.acceptsMissing = bound.contains { $0.definition.traits.contains(.acceptsMissing) }
        let candidates = ExampleCandidates(
            bound, registry: registry, elements: try elements(isStopped)
        ).values
        var failing: [String: ExampleValue] = [:]
        for value in candidates {
            if isStopped() { break }
            for example in examples(with: value) {
                outcome.tried += 1
                switch check(example) {
                case .passed: take(example, for: &outcome.passing)
                case .failed(let code): take(example, for: &failing[code])
                case .unknown: break
                }
            }
        }
        if let passing = outcome.passing {
            outcome.passing = shrink(passing, tried: &outcome.tried, isStopped) { $0 == .passed }
        }
        outcome.failing = failing.map { code, example in
            let small = shrink(example, tried: &outcome.tried, isStopped) { $0 == .failed(code) }
            return (code, message(of: small), small)
        }.sorted { Self.order($0.example, code: $0.code) < Self.order($1.example, code: $1.code) }
        return outcome
    }

    /// A value of a wrong kind says little about a rule: it comes last.
    private static func order(_ example: ExampleValue, code: String) -> (Int, Int, String) {
        let length = example.value == .absent ? 0 : example.value.json.utf8.count
        return (code.hasSuffix(".kind") ? 1 : 0, length, code)
    }

    private func take(_ example: ExampleValue, for best: inout ExampleValue?) {
        // A missing value is an example only if there is no other.
        guard let known = best else {
            best = example
            return
        }
        let (new, old) = (example.value.isMissing, known.value.isMissing)
        if new != old ? old : example.isSmaller(than: known) { best = example }
    }

    // MARK: - Checking

    private enum CheckResult: Equatable {
        case passed
        case failed(String)
        case unknown
    }

    private func record(of example: ExampleValue) -> ValidationRecord {
        var fields = Value.Object([(Self.field, example.value)])
        if example.value == .absent { fields.members.removeAll() }
        for (key, value) in example.fields where value != .absent { fields[key] = value }
        return ValidationRecord(fields, isText: isText)
    }

    private func check(_ example: ExampleValue) -> CheckResult {
        let report = self.report(of: example)
        if report.isValid { return .passed }
        guard report.faults.isEmpty, let violation = report.violations.first else {
            return .unknown
        }
        return .failed(violation.code)
    }

    private func message(of example: ExampleValue) -> String {
        report(of: example).violations.first?.message ?? ""
    }

    private func report(of example: ExampleValue) -> ValidationReport {
        manager.validate([record(of: example)], limits: limits).first ?? ValidationReport()
    }

    /// The value alone, or with the fields that the rules name: missing, equal, and others.
    private func examples(with value: Value) -> [ExampleValue] {
        var value = value
        if isText {
            switch value {
            case .string, .absent: break
            case .array, .object, .null: return []
            default: value = .string(value.json)
            }
        }
        let fields = Set(bound.flatMap(\.dependencies).map(\.topLevelKey)).sorted()
        guard !fields.isEmpty else { return [ExampleValue(value: value)] }
        let others: [Value] = [.absent, value, 1, "a", "2024-01-01", true]
        return others.map { other in
            let shown: Value =
                if isText, case .string = other { other } else {
                    isText && other != .absent ? .string(other.json) : other
                }
            return ExampleValue(value: value, fields: fields.map { ($0, shown) })
        }
    }

    /// Values that pass, and some that fail, the rules that `each` has for elements.
    private func elements(_ isStopped: () -> Bool) throws(Failure) -> [Value] {
        guard depth < 3 else { return [] }
        var elements: [Value] = []
        for rule in Self.flattened(bound) where rule.definition.id == "each" {
            let nested = rule.arguments.rules("rules").map(\.expression)
            let search = try ExampleSearch(
                nested, registry: registry, isText: false, limits: limits, depth: depth + 1)
            let found = try search.run(isStopped)
            let passing = found.passing.map { [$0.value] } ?? []
            elements += passing + search.further(40) + found.failing.map(\.example.value)
        }
        return elements.filter { $0 != .absent }
    }

    /// The first distinct values that pass.
    private func further(_ count: Int) -> [Value] {
        let values = ExampleCandidates(bound, registry: registry, elements: []).values
        return Array(
            values.lazy.filter { !$0.isMissing && check(ExampleValue(value: $0)) == .passed }
                .prefix(count))
    }

    private static func flattened(_ rules: [BoundRule]) -> [BoundRule] {
        var all = rules
        for rule in rules {
            for case .rules(let nested) in rule.arguments.all { all += flattened(nested) }
        }
        return all
    }

    // MARK: - Shrinking

    /// The smallest value that steps lead to with the same result.
    private func shrink(
        _ example: ExampleValue, tried: inout Int, _ isStopped: () -> Bool,
        _ keeps: (CheckResult) -> Bool
    ) -> ExampleValue {
        var best = example
        var left = Self.patience
        var hasProgress = true
        while hasProgress, left > 0 {
            hasProgress = false
            for value in ExampleShrinker.candidates(of: best.value) where left > 0 && !isStopped() {
                let smaller = ExampleValue(value: value, fields: best.fields)
                guard smaller.isSmaller(than: best) else { continue }
                left -= 1
                tried += 1
                guard keeps(check(smaller)) else { continue }
                best = smaller
                hasProgress = true
                break
            }
        }
        return best
    }
}

extension Value {
    fileprivate var isMissing: Bool { self == .absent || self == .null }
}
