// SPDX-License-Identifier: Apache-2.0

// The rows of a form that is a struct, with a controller and without.
extension ValidatableForm {
    /// The rows of all arrays that have some.
    var rows: [any RowList] { Self.validatedFields.compactMap { $0.rows?.list(self) } }

    /// The fields that have a name, in order, those of rows after their array (`items[2].price`).
    var fieldsWithRows: [NamedField] {
        Self.validatedFields.flatMap { field -> [NamedField] in
            let value = field.read(self)
            guard let name = field.name(in: self) else { return [] }
            guard let rows = field.rows else { return [(name, value)] }
            return [(name, value)]
                + rows.list(self).forms.enumerated().flatMap { index, form in
                    form.fieldsWithRows.map { ("\(name)[\(index)].\($0.name)", $0.value) }
                }
        }
    }

    /// The states of a field, and of its rows.
    func statesWithRows(of name: String) -> [ValidationState] {
        let path = FieldPath(field: name).description
        return fieldsWithRows.filter { $0.name == path || $0.name.hasPrefix(path + "[") }
            .map(\.value.state)
    }

    mutating func updateRows(_ change: (Int, inout any ValidatableForm) -> Void) {
        for field in Self.validatedFields { field.rows?.update(&self, change) }
    }

    /// Gives rows the errors of a server that are about them.
    ///
    /// - Parameters:
    ///   - errors: All errors.
    ///   - rest: Receives the errors that are about no field of their row.
    /// - Returns: The errors that are not about rows.
    mutating func applyToRows(
        _ errors: ServerErrors, rest: inout [Violation]
    ) -> ServerErrors {
        var others = errors.errors
        for field in Self.validatedFields {
            guard let rows = field.rows, let name = field.name(in: self) else { continue }
            let depth = FieldPath(field: name).segments.count
            rows.update(&self) { index, element in
                var own: [ServerError] = []
                others.removeAll { error in
                    guard let tokens = error.place.flatMap({ JSONPointer.tokens(ofPlace: $0) }),
                        tokens.count > depth + 1, FieldPath(field: name).leads(along: tokens),
                        tokens[depth] == String(index)
                    else { return false }
                    var part = error
                    part.place = PointerToken.pointer(tokens[(depth + 1)...].map { .key($0) })
                    own.append(part)
                    return true
                }
                if !own.isEmpty { rest += element.apply(ServerErrors(own)) }
            }
        }
        return ServerErrors(others)
    }

    /// Takes the rules of another form of the same type.
    mutating func takeRules(of template: any ValidatableForm) {
        if let template = template as? Self { self = withRules(of: template) }
    }
}
