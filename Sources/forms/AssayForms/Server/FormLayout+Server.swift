// SPDX-License-Identifier: Apache-2.0

extension FormLayout {
    /// Returns a server's errors by field, in field order; errors about no field come last, for the
    /// rest.
    func place(_ errors: ServerErrors) -> [(field: Int, errors: [Violation])] {
        var placed: [Int: [Violation]] = [:]
        for error in errors.errors {
            let field = error.place.flatMap { self.field(at: $0) } ?? rest
            placed[field, default: []].append(violation(error, of: field))
        }
        return placed.sorted { $0.key < $1.key }.map { (field: $0.key, errors: $0.value) }
    }

    /// Moves the errors of fields that a form does not have at the moment to the rest.
    func moving(
        _ placed: [(field: Int, errors: [Violation])], of absent: Set<Int>
    ) -> [(field: Int, errors: [Violation])] {
        let moved = placed.filter { absent.contains($0.field) || $0.field == rest }
        guard moved.contains(where: { $0.field != rest }) else { return placed }
        return placed.filter { !absent.contains($0.field) && $0.field != rest }
            + [(field: rest, errors: moved.flatMap(\.errors))]
    }

    /// The field that a server names: by its path, by a pointer, or by a name that is no path.
    private func field(at place: String) -> Int? {
        if let field = field(named: place) { return field }
        if place.isEmpty || place.hasPrefix("/") || place.hasPrefix("#") {
            return JSONPointer.tokens(of: place).flatMap { field(at: $0) }
        }
        if let field = field(at: [place]) { return field }
        return (try? FieldPath(place)).flatMap { field(at: $0.segments.map(\.token)) }
    }

    func violation(_ error: ServerError, of field: Int) -> Violation {
        let path = paths.indices.contains(field) ? paths[field] : nil
        // The message is a parameter of its own template, so that braces in it are plain text.
        return Violation(
            pointer: path.map(\.pointer) ?? error.place ?? "",
            field: path?.description ?? "", rule: "server", code: error.code, severity: .error,
            parameters: error.parameters + [MessageParameter("message", .string(error.message))],
            value: .absent, template: "{message}", hasOwnMessage: true)
    }
}

extension JSONPointer {
    /// The keys and indexes that lead to the place of a server's error: a path, a pointer or a name.
    static func tokens(ofPlace place: String) -> [String]? {
        if place.isEmpty || place.hasPrefix("/") || place.hasPrefix("#") {
            return tokens(of: place)
        }
        return (try? FieldPath(place))?.segments.map(\.token) ?? [place]
    }
}

extension ServerError {
    /// The error as a finding about the field of a row, which keeps it wherever the row is.
    @MainActor
    func violation(of state: FieldState) -> Violation {
        violation(ofRowField: state.place.map { $0.table.columns[$0.column].rulePath })
    }

    /// The same by the path of the field in the rules.
    func violation(ofRowField path: FieldPath?) -> Violation {
        Violation(
            pointer: path?.pointer(ofElement: 0) ?? "", field: path?.description ?? "",
            rule: "server", code: code, severity: .error,
            parameters: parameters + [MessageParameter("message", .string(message))],
            value: .absent, template: "{message}", hasOwnMessage: true)
    }
}

extension FieldPath {
    /// The JSON Pointer with an index in place of `[*]`.
    func pointer(ofElement index: Int) -> String {
        FieldPath(segments: segments.map { $0 == .allElements ? .index(index) : $0 }).pointer
    }

    /// The JSON Pointer of a path without elements.
    var pointer: String {
        PointerToken.pointer(
            segments.map { segment in
                switch segment {
                case .key(let key): .key(key)
                case .index(let index): .index(index)
                case .allElements: .key("*")
                }
            })
    }
}

extension FieldPath.Segment {
    /// The segment as the token of a pointer.
    var token: String {
        switch self {
        case .key(let key): key
        case .index(let index): String(index)
        case .allElements: "*"
        }
    }
}
