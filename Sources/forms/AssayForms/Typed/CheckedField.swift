// SPDX-License-Identifier: Apache-2.0

/// A field that is checked, as its findings name it.
struct CheckedField: Sendable {
    let name: String

    private var pointer: String { name.isEmpty ? "" : FieldPath(field: name).pointer }

    func violation(_ objection: Objection, value: Value) -> Violation {
        Violation(
            pointer: pointer, field: name, rule: objection.rule, code: objection.code,
            parameters: objection.parameters, value: value, template: objection.message,
            hasOwnMessage: objection.isOwn)
    }

    func fault(
        rule: String, reason: FaultReason = .unavailable, detail: String? = nil
    ) -> Fault {
        Fault(pointer: pointer, field: name, rule: rule, reason: reason, detail: detail)
    }

    var findings: Findings { Findings(field: self) }

    /// The findings about the field, to be sorted in rule order.
    struct Findings: Sendable {
        let field: CheckedField
        private var violations: [(place: Int, violation: Violation)] = []
        private var faults: [Fault] = []

        fileprivate init(field: CheckedField) {
            self.field = field
        }

        var result: CheckResult {
            // The sort keeps the order of what one rule says.
            CheckResult(
                violations: violations.sorted { $0.place < $1.place }.map(\.violation),
                faults: faults)
        }

        mutating func add(_ violation: Violation, at place: Int) {
            violations.append((place, violation))
        }

        mutating func add(_ fault: Fault) {
            faults.append(fault)
        }

        /// Adds the findings of a form's rules at the field, each at the place of its rule.
        ///
        /// - Parameters:
        ///   - report: The findings.
        ///   - premature: The places of rules whose violations do not count.
        mutating func add(_ report: ValidationReport, withoutViolationsAt premature: Set<Int>) {
            for violation in report.violations where violation.severity == .error {
                let place = violation.ruleLocation?.line ?? 0
                guard !premature.contains(place) else { continue }
                var placed = violation
                placed.field = field.name
                placed.ruleLocation = nil
                add(placed, at: place)
            }
            for fault in report.faults {
                var placed = fault
                placed.field = field.name
                placed.ruleLocation = nil
                faults.append(placed)
            }
        }

        /// Runs rules of the engine; rules that cannot be used are faults.
        mutating func run(_ rules: CompiledRules, on value: Value) {
            guard let validators = rules.validators else {
                faults += rules.errors.map {
                    field.fault(rule: $0.rule, detail: $0.error.description)
                }
                return
            }
            let text = if case .string = value { true } else { false }
            let fields = Value.Object([(CompiledRules.field.topLevelKey, value)])
            let report = validators.validate(ValidationRecord(fields, isText: text))
            for violation in report.violations where violation.severity == .error {
                add(field.placed(violation), at: violation.ruleLocation?.line ?? 0)
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

    /// The pointer with the field's own in place of the one under which it was checked.
    private func placedPointer(_ checked: String) -> String {
        pointer + checked.dropFirst(CompiledRules.field.topLevelKey.count + 1)
    }
}
