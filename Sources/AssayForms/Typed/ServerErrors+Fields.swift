// SPDX-License-Identifier: Apache-2.0

extension ServerErrors {
    /// The errors of each field, and those that are about none.
    ///
    /// - Parameter fields: The names of the fields: paths, or keys that are no paths.
    /// - Returns: Violations with the names and pointers of the fields.
    func place(among fields: [String]) -> (byField: [String: [Violation]], rest: [Violation]) {
        let pointers = fields.map { (name: $0, pointer: FieldPath.pointer(ofField: $0)) }
        var byField: [String: [Violation]] = [:]
        var rest: [Violation] = []
        for error in errors {
            if let field = error.field(among: pointers) {
                byField[field.name, default: []]
                    .append(error.violation(field.name, at: field.pointer))
            } else {
                rest.append(error.violation("", at: error.place ?? ""))
            }
        }
        return (byField, rest)
    }
}

extension ServerError {
    fileprivate typealias Target = (name: String, pointer: String)

    /// The field that the error names, by its name or by a pointer to it or into it.
    fileprivate func field(among fields: [Target]) -> Target? {
        guard let place else { return nil }
        if let named = fields.first(where: { $0.name == place }) { return named }
        guard let tokens = JSONPointer.tokens(of: place) else { return nil }
        let pointer = PointerToken.pointer(tokens.map { .key($0) })
        return fields.first { $0.pointer == pointer }
            ?? fields.first { pointer.hasPrefix($0.pointer + "/") }
    }

    /// The message is a parameter of its own template: braces in it stand for themselves.
    fileprivate func violation(_ field: String, at pointer: String) -> Violation {
        Violation(
            pointer: pointer, field: field, rule: "server", code: code,
            parameters: parameters + [(name: "message", value: .string(message))],
            template: "{message}", hasOwnMessage: true)
    }
}
