// SPDX-License-Identifier: Apache-2.0

/// The result of the rules of one value.
struct CheckResult {
    var violations: [Violation] = []
    var faults: [Fault] = []

    var state: ValidationState {
        if !violations.isEmpty { return .invalid(violations) }
        return faults.isEmpty ? .valid : .undecided(faults)
    }
}

/// The rules of a field: functions, and the engine's, which are compiled together so that each sees
/// the value that the one before it has read from a text.
struct FieldRules<Value>: Sendable {
    typealias Function = @Sendable (Value) -> Objection?
    typealias Reading = ValidationRule<Value>.Reading

    /// The functions with their places among all rules.
    private var functions: [(place: Int, check: Function)] = []
    private var engine = EngineRules()
    /// The engine's rules that see a text as it is, empty or not, whatever others made of it.
    private var literal = EngineRules()
    /// False for a field that was decoded, which has a value but no rules.
    private let areKnown: Bool
    /// The registry that resolves the engine's rules.
    var registry = RuleRegistry.forms

    /// The rules of a decoded field, which are unknown.
    static var unknown: FieldRules { FieldRules([], areKnown: false) }

    init(_ rules: [ValidationRule<Value>], areKnown: Bool = true) {
        self.areKnown = areKnown
        for (place, rule) in rules.enumerated() {
            switch rule.kind {
            case .function(let check): functions.append((place, check))
            case .engine(var entry, let reading):
                entry.location = FileLocation(file: "", line: place, column: 0)
                if reading.isLiteral {
                    literal.append(entry, reading: reading)
                } else {
                    engine.append(entry, reading: reading)
                }
            }
        }
    }

    var areUnknown: Bool { !areKnown }
    var hasFunctions: Bool { !functions.isEmpty }

    /// The engine's rules, with those that name other fields or are asynchronous.
    var compiled: [CompiledRules] {
        [engine, literal].filter { !$0.entries.isEmpty }.map { .of($0.entries, registry: registry) }
    }

    /// The engine's rules that a form runs with those of other fields.
    var formEntries: [RuleEntry] { engine.entries }

    /// The value as the engine's rules see it; nil if there are none.
    func ruleValue(of value: Value) -> AssayCore.Value? { engine.reading?.ruleValue(value) }

    /// Runs every rule that needs only the value.
    func check(_ value: Value, name: String?) -> CheckResult {
        var findings = ownFindings(about: value, name: name ?? "")
        if let seen = ruleValue(of: value) {
            findings.run(.of(engine.entries, registry: registry), on: seen)
        }
        return findings.result
    }

    /// Runs the rules that no form runs with those of other fields: functions, and those that see a
    /// text as it is.
    func ownFindings(about value: Value, name: String) -> CheckedField.Findings {
        let subject = CheckedField(name: name)
        var findings = subject.findings
        guard areKnown else {
            findings.add(subject.fault(rule: "rules", detail: "a decoded field has no rules"))
            return findings
        }
        for (place, check) in functions {
            guard let objection = check(value) else { continue }
            let shown = (value as? any ValueConvertible)?.ruleValue ?? .absent
            findings.add(subject.violation(objection, value: shown), at: place)
        }
        if let seen = literal.reading?.ruleValue(value) {
            findings.run(.of(literal.entries, registry: registry), on: seen)
        }
        return findings
    }

    /// Rules that are compiled together; the locations of the entries are their places among all.
    private struct EngineRules: Sendable {
        var entries: [RuleEntry] = []
        var reading: Reading?

        mutating func append(_ entry: RuleEntry, reading: Reading) {
            entries.append(entry)
            self.reading = reading
        }
    }
}
