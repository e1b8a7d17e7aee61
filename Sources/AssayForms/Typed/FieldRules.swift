// SPDX-License-Identifier: Apache-2.0

/// What rules say of one value.
struct Judgement {
    var violations: [Violation] = []
    var faults: [Fault] = []

    var state: ValidationState {
        if !violations.isEmpty { return .invalid(violations) }
        return faults.isEmpty ? .valid : .undecided(faults)
    }
}

/// The rules of a field: functions, and the engine's, which are compiled together: what one makes of
/// a text is what the next one sees.
struct FieldRules<Value>: Sendable {
    typealias Function = @Sendable (Value) -> ValidationRule<Value>.Objection?
    typealias Reading = ValidationRule<Value>.Reading

    /// With their places among all rules.
    private var functions: [(place: Int, id: String, check: Function)] = []
    private var engine = EngineRules()
    /// The engine's rules that see a text as it is, empty or not, whatever others made of it.
    private var literal = EngineRules()
    /// False for a field that was decoded, which brings its value along and no rules.
    private let areKnown: Bool
    /// Resolves the engine's rules.
    var registry = RuleRegistry.forms

    /// The rules of a decoded field, which nobody knows.
    static var unknown: FieldRules { FieldRules([], areKnown: false) }

    init(_ rules: [ValidationRule<Value>], areKnown: Bool = true) {
        self.areKnown = areKnown
        for (place, rule) in rules.enumerated() {
            switch rule.kind {
            case .function(let id, let check): functions.append((place, id, check))
            case .engine(var entry, let reading):
                entry.location = FileLocation(file: "", line: place, column: 0)
                if reading.isLiteral {
                    literal.append(entry, reading)
                } else {
                    engine.append(entry, reading)
                }
            }
        }
    }

    var areUnknown: Bool { !areKnown }

    /// The engine's rules; of those that name other fields or are asynchronous, too.
    var compiled: [CompiledRules] {
        [engine, literal].filter { !$0.entries.isEmpty }.map { .of($0.entries, registry) }
    }

    /// Asks every rule that is about the value alone.
    func judge(_ value: Value, name: String?) -> Judgement {
        let subject = JudgedField(name: name ?? "")
        guard areKnown else {
            return Judgement(faults: [subject.fault("rules", "a decoded field has no rules")])
        }
        var findings = subject.findings
        for (place, id, check) in functions {
            guard let objection = check(value) else { continue }
            let shown = (value as? any ValueConvertible)?.ruleValue ?? .absent
            findings.add(subject.violation(id, objection.message, objection.isOwn, shown), place)
        }
        for rules in [engine, literal] {
            guard let seen = rules.reading?.ruleValue(value) else { continue }
            findings.ask(.of(rules.entries, registry), about: seen)
        }
        return findings.judgement
    }

    /// Rules that are compiled together; the locations of the entries are their places among all.
    private struct EngineRules: Sendable {
        var entries: [RuleEntry] = []
        var reading: Reading?

        mutating func append(_ entry: RuleEntry, _ reading: Reading) {
            entries.append(entry)
            self.reading = reading
        }
    }
}
