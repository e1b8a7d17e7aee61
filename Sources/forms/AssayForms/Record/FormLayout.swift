// SPDX-License-Identifier: Apache-2.0

/// The fields of a form, by number, path and name.
struct FormLayout: Sendable {
    let paths: [FieldPath]
    let keys: [String]
    /// The keys of the record that hold fields, each once.
    let topLevelKeys: [String]
    let topLevelOfField: [Int]
    /// The place of each top-level key among them.
    let indexOfTopLevel: [ExactKey: Int]
    /// The others that are part of a field's value or that it is part of, for each field.
    let relatives: [[Int]]
    private let indexOfKey: [ExactKey: Int]
    /// The fields by their paths.
    private let fields: PathTree<Int>

    /// The number after the fields, for the paths of the rule set that no field shows.
    var rest: Int { paths.count }

    /// - Parameters:
    ///   - names: The fields in order, or `nil` for those of the rule set, with the array in place
    ///     of a path with elements.
    ///   - known: The paths of the rule set.
    /// - Throws: `FormError` for a field that is listed twice or that no rule looks at.
    init(_ names: [String]?, known: [FieldPath]) throws(FormError) {
        if let names {
            self.init(paths: try Self.paths(names, known: known))
        } else {
            var seen: Set<FieldPath> = []
            self.init(paths: known.map(\.withoutElements).filter { seen.insert($0).inserted })
        }
    }

    /// The layout of a form that lists its fields by names, each once.
    init(of fields: [String]) {
        self.init(paths: fields.map { FieldPath(field: $0) })
    }

    /// Takes paths without elements, each once.
    init(paths: [FieldPath]) {
        self.paths = paths
        keys = paths.map(\.description)
        indexOfKey = Dictionary(zip(keys.map { ExactKey($0) }, paths.indices)) { first, _ in first }
        var topLevel: [String] = []
        var known: [ExactKey: Int] = [:]
        topLevelOfField = paths.map { path in
            let key = ExactKey(path.topLevelKey)
            if let index = known[key] { return index }
            topLevel.append(path.topLevelKey)
            known[key] = topLevel.count - 1
            return topLevel.count - 1
        }
        topLevelKeys = topLevel
        indexOfTopLevel = known
        var fields = PathTree<Int>()
        for (field, path) in paths.enumerated() { fields.insert(field, at: path) }
        relatives = paths.enumerated().map { field, path in
            fields.overlapping(path).filter { $0 != field }.sorted()
        }
        self.fields = fields
    }

    private static func paths(
        _ names: [String], known: [FieldPath]
    ) throws(FormError) -> [FieldPath] {
        var paths: [FieldPath] = []
        var seen: Set<FieldPath> = []
        var validators = PathTree<FieldPath>()
        for path in known { validators.insert(path, at: path) }
        for name in names {
            let path: FieldPath
            do throws(FieldPathError) {
                path = try FieldPath(name)
            } catch {
                throw .invalidPath(error)
            }
            guard seen.insert(path).inserted else { throw .duplicateField(name) }
            guard !path.hasElements, !validators.parts(of: path).isEmpty else {
                let keys = known.map(\.withoutElements.description)
                throw .unknownField(name, nearest: nearestName(to: name, in: keys))
            }
            paths.append(path)
        }
        return paths
    }

    /// The field with this path, however it is written.
    func field(named name: String) -> Int? {
        if let field = indexOfKey[ExactKey(name)] { return field }
        guard let path = try? FieldPath(name) else { return nil }
        return indexOfKey[ExactKey(path.description)]
    }

    /// The fields with these paths.
    ///
    /// - Throws: `FormError.missingField` for a path that the form lacks.
    func fields(named names: some Sequence<String>) throws(FormError) -> [Int] {
        var chosen: [Int] = []
        for name in names {
            guard let field = field(named: name) else {
                throw .missingField(name, nearest: nearestName(to: name, in: keys))
            }
            chosen.append(field)
        }
        return chosen
    }

    /// The field whose value is at a place in the record or holds it; the innermost one.
    ///
    /// - Parameter tokens: The keys and indexes that lead there, as text.
    /// - Returns: `nil` for a place that no field holds.
    func field(at tokens: [String]) -> Int? {
        var best: Int?
        for (field, path) in paths.enumerated() where path.leads(along: tokens) {
            if let best, paths[best].segments.count >= path.segments.count { continue }
            best = field
        }
        return best
    }

    /// The innermost fields that hold what a validator looks at; more than one where some elements
    /// of an array are fields of their own.
    func homes(of validator: FieldPath) -> [Int] {
        let holding = fields.holders(of: validator).sorted()
        let exact = holding.filter { validator.segments.starts(with: paths[$0].segments) }
        let depth = exact.map { paths[$0].segments.count }.max() ?? 0
        return holding.filter { paths[$0].segments.count >= depth }
    }
}

extension FieldPath {
    /// The path of a field; a key if its name is no path.
    init(field name: String) {
        if let path = try? FieldPath(name) { self = path } else { self.init(key: name) }
    }

    /// The path up to its first `[*]`.
    var withoutElements: FieldPath {
        let end = segments.firstIndex(of: .allElements) ?? segments.endIndex
        return FieldPath(segments: Array(segments[..<end]))
    }

    /// Returns `true` if this path leads to the elements of an array, or into them.
    func isInElement(of array: FieldPath) -> Bool {
        segments.count > array.segments.count && segments.starts(with: array.segments)
            && segments[array.segments.count] == .allElements
    }

    /// Returns `true` if the value at this path is part of the one that the tokens of a pointer
    /// lead to.
    func isWithin(_ tokens: [String]) -> Bool {
        guard tokens.count <= segments.count else { return false }
        return FieldPath(segments: Array(segments.prefix(tokens.count))).leads(along: tokens)
    }

    /// Returns `true` if the value at this path is, or holds, the one that the tokens of a pointer
    /// lead to.
    func leads(along tokens: [String]) -> Bool {
        guard segments.count <= tokens.count else { return false }
        return zip(segments, tokens).allSatisfy { segment, token in
            switch segment {
            case .key(let key): key.hasSameBytes(as: token)
            case .index(let index): String(index) == token
            case .allElements: false
            }
        }
    }
}
