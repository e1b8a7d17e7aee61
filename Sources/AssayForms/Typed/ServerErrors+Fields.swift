// SPDX-License-Identifier: Apache-2.0

extension ServerErrors {
    /// The errors of each field, and those that are about none.
    ///
    /// - Parameter fields: The names of the fields: paths, or keys that are no paths.
    /// - Returns: Violations with the names and pointers of the fields.
    func place(among fields: [String]) -> (byField: [String: [Violation]], rest: [Violation]) {
        var byField: [String: [Violation]] = [:]
        var rest: [Violation] = []
        for (index, errors) in FormLayout(of: fields).place(self) {
            if fields.indices.contains(index) {
                byField[fields[index]] = errors
            } else {
                rest += errors
            }
        }
        return (byField, rest)
    }
}

extension FormLayout {
    /// The layout of a form that lists its fields, each once.
    init(of fields: [String]) {
        self.init(paths: fields.map { FieldPath(field: $0) })
    }
}

extension FieldPath {
    /// The path of a field; a key if its name is no path.
    init(field name: String) {
        if let path = try? FieldPath(name) { self = path } else { self.init(key: name) }
    }
}
