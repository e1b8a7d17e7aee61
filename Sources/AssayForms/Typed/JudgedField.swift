// SPDX-License-Identifier: Apache-2.0

/// A field that is judged, as findings describe it.
struct JudgedField {
    let name: String

    private var pointer: String { name.isEmpty ? "" : FieldPath(field: name).pointer }

    func violation(
        _ rule: String, _ message: String, _ isOwn: Bool, _ value: Value
    ) -> Violation {
        Violation(
            pointer: pointer, field: name, rule: rule, code: rule, value: value, template: message,
            hasOwnMessage: isOwn)
    }

    func fault(_ rule: String, _ detail: String) -> Fault {
        Fault(pointer: pointer, field: name, rule: rule, reason: .unavailable, detail: detail)
    }

    var findings: Findings { Findings(field: self) }

    /// What rules say of the field, to be put in rule order.
    struct Findings {
        let field: JudgedField
        private var violations: [(place: Int, violation: Violation)] = []
        private var faults: [Fault] = []

        fileprivate init(field: JudgedField) {
            self.field = field
        }

        var judgement: Judgement {
            // The sort keeps the order of what one rule says.
            Judgement(
                violations: violations.sorted { $0.place < $1.place }.map(\.violation),
                faults: faults)
        }

        mutating func add(_ violation: Violation, _ place: Int) {
            violations.append((place, violation))
        }

        /// Asks rules of the engine; one that cannot be used decides nothing.
        mutating func ask(_ rules: CompiledRules, about value: Value) {
            guard let validators = rules.validators else {
                faults += rules.errors.map { field.fault($0.rule, $0.error.description) }
                return
            }
            let text = if case .string = value { true } else { false }
            let fields = Value.Object([(CompiledRules.field.topLevelKey, value)])
            let report = validators.validate(Record(fields, isText: text))
            for violation in report.violations where violation.severity == .error {
                add(field.placed(violation), violation.ruleLocation?.line ?? 0)
            }
            faults += report.faults.map { field.placed($0) }
        }
    }

    private func placed(_ violation: Violation) -> Violation {
        var placed = violation
        placed.pointer = placedPointer(violation.pointer)
        placed.field = name
        placed.ruleLocation = nil
        return placed
    }

    private func placed(_ fault: Fault) -> Fault {
        var placed = fault
        placed.pointer = placedPointer(fault.pointer)
        placed.field = name
        placed.ruleLocation = nil
        return placed
    }

    /// The pointer with the field's own in place of the one under which it was judged.
    private func placedPointer(_ judged: String) -> String {
        pointer + judged.dropFirst(CompiledRules.field.topLevelKey.count + 1)
    }
}
