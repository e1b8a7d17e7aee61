// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The paths in an array whose elements are rows with fields of their own.
struct RowPaths {
    let array: FieldPath
    /// The fields of rows, or `nil` for every path in elements.
    let columns: Set<FieldPath>?

    /// Returns `true` if a field of a row has the value at a path.
    func has(_ path: FieldPath) -> Bool {
        guard path.isInElement(of: array) else { return false }
        return columns.map { $0.contains(path.inElement(of: array)) } ?? true
    }
}

/// The rules of a plan, by the field of a form that they belong to.
final class FormRules: Sendable {
    /// The validators of each field, and of the rest after them.
    let validators: [[Int]]
    /// The keys of the validators of each field, and of the rest after them.
    let keys: [Set<String>]
    /// The others, the rest among them, whose validators look at a field's value, for each field.
    let dependents: [[Int]]
    /// The place in the plan's fields of each top-level key of the form, or `nil` if no rule looks
    /// at it.
    let planFields: [Int?]
    /// The validators whose findings belong to several fields, by where they are.
    private let shared: Set<ExactKey>

    /// The fields that show the findings of each validator, the rest among them.
    let homesOfValidator: [[Int]]

    /// - Parameters:
    ///   - layout: The fields.
    ///   - live: The rules.
    ///   - arrays: The arrays whose elements are rows, which have fields of their own.
    init(_ layout: FormLayout, live: LiveRecord, arrays: [RowPaths] = []) {
        let plan = live.plan
        var homesOfValidator: [[Int]] = []
        var validators: [[Int]] = Array(repeating: [], count: layout.rest + 1)
        var keys: [Set<String>] = Array(repeating: [], count: layout.rest + 1)
        var shared: Set<ExactKey> = []
        for (validator, path) in plan.pathsOfValidators.enumerated() {
            guard !arrays.contains(where: { $0.has(path) }) else {
                homesOfValidator.append([])
                continue
            }
            let found = layout.homes(of: path)
            let homes = found.isEmpty ? [layout.rest] : found
            homesOfValidator.append(homes)
            for home in homes {
                validators[home].append(validator)
                keys[home].insert(path.description)
            }
            if homes.count > 1 { shared.insert(ExactKey(path.description)) }
        }
        self.validators = validators
        self.keys = keys
        self.shared = shared
        self.homesOfValidator = homesOfValidator
        dependents = layout.paths.enumerated().map { field, path in
            let homes = live.dependents(of: path).flatMap { homesOfValidator[$0] }
            return Set(homes).subtracting([field]).sorted()
        }
        let places = Dictionary(zip(plan.fields.map { ExactKey($0) }, plan.fields.indices)) {
            first, _ in first
        }
        planFields = layout.topLevelKeys.map { places[ExactKey($0)] }
    }

    /// The part of a report that belongs to a field.
    func part(
        of report: ValidationReport, field: Int, in layout: FormLayout
    ) -> ValidationReport {
        guard !shared.isEmpty else { return report }
        var part = report
        part.violations.removeAll {
            !belongs(key: $0.field, pointer: $0.pointer, to: field, in: layout)
        }
        part.faults.removeAll {
            !belongs(key: $0.field, pointer: $0.pointer, to: field, in: layout)
        }
        return part
    }

    /// Returns `true` if findings of some of a field's rules belong to other fields too.
    func areShared(ofField field: Int) -> Bool {
        keys[field].contains { shared.contains(ExactKey($0)) }
    }

    /// Returns `true` if rules that did not run at a place are about a field.
    func isAbout(_ place: SkippedPlace, field: Int, in layout: FormLayout) -> Bool {
        guard let tokens = JSONPointer.tokens(of: place.pointer) else { return true }
        if place.isWhole, layout.paths.indices.contains(field),
            layout.paths[field].isWithin(tokens)
        {
            return true
        }
        return (layout.field(at: tokens) ?? layout.rest) == field
    }

    private func belongs(
        key: String, pointer: String, to field: Int, in layout: FormLayout
    ) -> Bool {
        guard shared.contains(ExactKey(key)), let tokens = JSONPointer.tokens(of: pointer) else {
            return true
        }
        return (layout.field(at: tokens) ?? layout.rest) == field
    }
}

extension RuleSet {
    /// The rule set without the rules that are about some fields alone, and with the labels of these.
    func without(_ absent: Set<Int>, of layout: FormLayout) -> RuleSet {
        guard !absent.isEmpty else { return self }
        var copy = self
        copy.isPart = true
        copy.fields = []
        for field in fields {
            let homes = layout.homes(of: field.path)
            if homes.isEmpty || !homes.allSatisfy({ absent.contains($0) }) {
                copy.fields.append(field)
            } else if let label = field.label {
                copy.labels[field.path] = label
            }
        }
        return copy
    }
}
