// SPDX-License-Identifier: Apache-2.0

extension RowList {
    /// The findings of the rules of all rows.
    ///
    /// - Parameter name: The field of the array.
    /// - Returns: The findings, each at its place.
    func findings(as name: String) -> FieldFindings {
        var findings = FieldFindings.none
        let array = FieldPath(field: name).pointer
        for (index, form) in forms.enumerated() {
            var copy = form
            copy.validate()
            for (_, value) in copy.fieldsWithRows {
                var found = value.status.findings
                found.move(from: "", to: "\(array)/\(index)")
                found.name(name)
                findings.add(found)
            }
        }
        return findings
    }
}

extension FieldFindings {
    /// Adds the findings of other rules of the same field.
    mutating func add(_ others: FieldFindings) {
        violations += others.violations
        warnings += others.warnings
        faults += others.faults
        isPartial = isPartial || others.isPartial
    }

    /// Gives all findings to a field.
    mutating func name(_ field: String) {
        for index in violations.indices { violations[index].field = field }
        for index in warnings.indices { warnings[index].field = field }
        for index in faults.indices { faults[index].field = field }
    }
}
