// SPDX-License-Identifier: Apache-2.0

extension ValidationPlan {
    /// Returns the beginning of a path up to the first key that no rule looks at, although rules
    /// look at other keys in its place.
    ///
    /// - Parameters:
    ///   - path: A path.
    ///   - first: The place in the path from which a key may be unknown; an unknown key before it
    ///     gives `nil`.
    /// - Returns: That path, and the nearest of the other ones; or `nil` if rules look at all keys,
    ///   or at an object with such a key as a whole, so that any name may change a verdict.
    package func unknownField(
        in path: FieldPath, from first: Int
    ) -> (field: String, nearest: String?)? {
        guard let field = fields.firstIndex(where: { $0.hasSameBytes(as: path.topLevelKey) }) else {
            return first == 0
                ? (path.topLevelKey, nearestName(to: path.topLevelKey, in: fields)) : nil
        }
        let whole = columnsOfWholeValues
        var parents = columns.indices.filter { columns[$0].isField(field) }
        for (place, segment) in path.segments.enumerated().dropFirst() {
            let children = columns.indices.filter { columns[$0].isIn(parents) }
            if case .key(let key) = segment {
                let known = children.compactMap { columns[$0].key }
                guard !known.isEmpty, parents.allSatisfy({ !whole.contains($0) }) else {
                    return nil
                }
                if !known.contains(where: { $0.hasSameBytes(as: key) }) {
                    guard place >= first else { return nil }
                    let outer = Array(path.segments.prefix(place))
                    let named = { FieldPath(segments: outer + [.key($0)]).description }
                    return (named(key), nearestName(to: key, in: known).map(named))
                }
            }
            parents = children.filter { columns[$0].matches(segment) }
        }
        return nil
    }

    /// The columns of values that rules look into as a whole.
    private var columnsOfWholeValues: Set<Int> {
        var whole: Set<Int> = []
        for validator in validators {
            for step in validator.steps {
                // Others only ask whether there is a value, and of which kind.
                if step.rule.definition.traits.isDisjoint(with: [.acceptsMissing, .stopsOnFailure])
                {
                    whole.insert(validator.column)
                }
                whole.formUnion(step.dependencyColumns)
                for condition in step.conditions {
                    whole.insert(condition.column)
                    whole.formUnion(condition.rules.flatMap(\.dependencyColumns))
                }
            }
        }
        for column in whole {
            if case .repeated(let original, _) = columns[column] { whole.insert(original) }
        }
        return whole
    }
}

extension ColumnSource {
    /// Returns `true` if the column is a part of the values of one of these.
    fileprivate func isIn(_ parents: [Int]) -> Bool {
        switch self {
        case .member(let parent, _), .index(let parent, _), .elements(let parent, _):
            parents.contains(parent)
        case .field, .record, .repeated: false
        }
    }

    fileprivate func isField(_ number: Int) -> Bool {
        if case .field(number) = self { true } else { false }
    }

    /// The key of a member.
    fileprivate var key: String? {
        if case .member(_, let key) = self { key } else { nil }
    }

    fileprivate func matches(_ segment: FieldPath.Segment) -> Bool {
        switch (self, segment) {
        case (.member(_, let key), .key(let wanted)): key.hasSameBytes(as: wanted)
        case (.index(_, let index), .index(let wanted)): index == wanted
        case (.elements, .index), (.elements, .allElements): true
        default: false
        }
    }
}
