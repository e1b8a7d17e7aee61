// SPDX-License-Identifier: Apache-2.0

/// A check of the form itself: its names and its rules.
struct FormCheck<Form: ValidatableForm> {
    private let form: Form

    init(_ form: Form) {
        self.form = form
    }

    func run(_ ruleSet: RuleSet?) throws(FormError) {
        try checkNames()
        try checkRules()
        try checkRows()
        if let ruleSet { try checkFields(of: ruleSet) }
    }

    private func checkNames() throws(FormError) {
        var seen: Set<String> = []
        var paths: [AnyKeyPath: String] = [:]
        for (index, field) in Form.validatedFields.enumerated() {
            guard let name = field.name(in: form), !name.isEmpty else {
                throw .unnamedField(index + 1)
            }
            guard seen.insert(name).inserted else { throw .duplicateField(name) }
            let path: AnyKeyPath = field.path
            if let other = paths.updateValue(name, forKey: path) {
                throw .duplicateProperty(other, name)
            }
        }
    }

    /// Checks every rule of every field, so that all issues are found at once.
    private func checkRules() throws(FormError) {
        let fields = form.namedFields
        let known = Set(fields.map(\.name))
        var issues: [RuleSetIssue] = []
        for (name, value) in fields {
            if value.hasUnknownRules { throw .decodedField(name) }
            let rules = value.compiledRules
            issues += rules.flatMap(\.errors).map { _, error in
                RuleSetIssue(
                    code: error.code, message: error.message, help: error.help, field: name)
            }
            let others = rules.flatMap(\.relations).flatMap(\.others)
            if let other = others.first(where: { !known.contains($0) }) {
                throw .unknownRelation(
                    name, names: other, nearest: nearestName(to: other, in: fields.map(\.name)))
            }
        }
        guard issues.isEmpty else { throw .invalidRules(RuleSetError(issues)) }
    }

    /// Checks the rules of rows, which are those of the first one, and that all rows have rules.
    private func checkRows() throws(FormError) {
        for rows in form.rows {
            let forms = rows.forms
            for element in forms {
                for (name, value) in element.namedFields where value.hasUnknownRules {
                    throw .decodedField(name)
                }
            }
            try forms.first?.check()
        }
    }

    /// Checks that a field of rows is in the rule set, if that has rules about elements of the
    /// array at all.
    private func checkRows(of ruleSet: RuleSet) throws(FormError) {
        let known = ruleSet.fields.map(\.path)
        for field in Form.validatedFields {
            guard let rows = field.rows, let name = field.name(in: form) else { continue }
            let array = FieldPath(field: name)
            guard known.contains(where: { $0.isInElement(of: array) }) else { continue }
            for (name, _) in rows.list(form).forms.first?.namedFields ?? [] {
                let path = FieldPath(
                    segments: array.segments + [.allElements] + FieldPath(field: name).segments)
                guard !known.contains(where: { $0.starts(with: path) }) else { continue }
                let keys = known.map(\.description)
                throw .unknownField(
                    path.description, nearest: nearestName(to: path.description, in: keys))
            }
        }
    }

    private func checkFields(of ruleSet: RuleSet) throws(FormError) {
        let known = ruleSet.fields.map(\.path)
        let fields = form.namedFields
        for (name, _) in fields {
            let path = FieldPath(field: name)
            guard !known.contains(where: { $0.starts(with: path) }) else { continue }
            let keys = known.map(\.withoutElements.description)
            throw .unknownField(name, nearest: nearestName(to: name, in: keys))
        }
        try checkRows(of: ruleSet)
        guard let registry = fields.first?.value.registry else { return }
        try ruleSet.checkRelations(registry: registry)
    }
}
