// SPDX-License-Identifier: Apache-2.0
@testable import AssayForms

/// The rules and habits of the fields of the random forms; values are small numbers.
///
/// What a rule finds bears the values that it looked at, so that a stale finding shows.
enum SimpleRules {
    struct Habits: Sendable {
        var triggers = ValidationTriggers.all
        var pause = 0
        /// The field whose value the rules look at besides their own.
        var reads: Int?
        var isAsynchronous = false
    }

    static let fields = [
        Habits(pause: 10),
        Habits(reads: 0),
        Habits(pause: 5, isAsynchronous: true),
        Habits(triggers: .onEditingChanged, isAsynchronous: true),
        Habits(triggers: .onSubmit, reads: 2),
        Habits(triggers: [.onChange, .onSubmit], pause: 7, reads: 0, isAsynchronous: true),
        // What belongs to no field.
        Habits(triggers: [], reads: 3),
    ]
    static let rest = fields.count - 1

    /// The fields whose rules look at the value of each field.
    static let readers = fields.indices.map { field in
        fields.indices.filter { fields[$0].reads == field }
    }

    static func inputs(of field: Int, _ values: [Int]) -> String {
        "\(field)=\(values[field])" + (fields[field].reads.map { ",\($0)=\(values[$0])" } ?? "")
    }

    /// What the rules that are asked at once find.
    static func findings(of field: Int, _ values: [Int]) -> FieldFindings {
        let inputs = inputs(of: field, values)
        let sum = values[field] + 2 * (fields[field].reads.map { values[$0] } ?? 0)
        return FieldFindings(
            violations: sum % 3 == 2 ? [error("sync \(inputs)")] : [],
            warnings: sum % 5 == 4 ? [error("warning \(inputs)")] : [],
            faults: sum % 7 == 6 ? [fault("sync \(inputs)")] : [],
            isPartial: sum % 11 == 10)
    }

    /// What all rules find, the asynchronous ones among them.
    static func answer(of field: Int, _ values: [Int]) -> FieldFindings {
        var findings = findings(of: field, values)
        let inputs = inputs(of: field, values)
        switch values[field] % 4 {
        case 1: findings.violations.append(error("async \(inputs)"))
        case 3: findings.faults.append(fault("async \(inputs)"))
        default: break
        }
        return findings
    }

    static func result(of field: Int, _ values: [Int]) -> FieldResult {
        FieldResult(
            findings: findings(of: field, values), isDeferred: fields[field].isAsynchronous)
    }

    static func error(_ text: String) -> Violation {
        Violation(pointer: "", field: "", rule: "", code: "", template: text)
    }

    private static func fault(_ text: String) -> Fault {
        Fault(pointer: "", field: "", rule: text, reason: .unavailable)
    }
}
