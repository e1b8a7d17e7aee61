// SPDX-License-Identifier: Apache-2.0

/// The names that occur in some records, with the names that they are inside of.
struct SampledKeys: Sendable {
    /// Places of the elements of arrays are `[*]`.
    private var paths: Set<[FieldPath.Segment]> = []

    private static let mostPaths = 4096
    private static let deepest = 16

    init(_ records: [Value]) {
        for record in records { add(record, at: []) }
    }

    private mutating func add(_ value: Value, at path: [FieldPath.Segment]) {
        guard path.count < Self.deepest, paths.count < Self.mostPaths else { return }
        switch value {
        case .object(let object):
            for member in object.members {
                let inner = path + [.key(member.key)]
                paths.insert(inner)
                add(member.value, at: inner)
            }
        case .array(let elements):
            guard !elements.isEmpty else { return }
            paths.insert(path + [.allElements])
            for element in elements { add(element, at: path + [.allElements]) }
        default: break
        }
    }

    /// The names that the fields of a rule set do not account for.
    func spare(known: [FieldPath]) -> SpareNames { SpareNames(paths, known: known) }
}

/// The names in some records that no field of a rule set is, or is inside of.
struct SpareNames {
    private let paths: Set<[FieldPath.Segment]>
    /// The names in each object, in order, by the path of the object.
    private var names: [[FieldPath.Segment]: [String]] = [:]

    fileprivate init(_ paths: Set<[FieldPath.Segment]>, known: [FieldPath]) {
        self.paths = paths
        var expected: Set<[FieldPath.Segment]> = []
        for field in known {
            let segments = field.segments.map(\.ofElements)
            for count in segments.indices { expected.insert(Array(segments[...count])) }
        }
        for path in paths {
            guard case .key(let name)? = path.last, !expected.contains(path) else { continue }
            names[Array(path.dropLast()), default: []].append(name)
        }
        for place in names.keys { names[place]?.sort() }
    }

    /// Looks for what may be meant by a field that does not occur.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - known: Another field of the rule set may be meant, too.
    /// - Returns: The unknown names at its place, and the name that is nearest to its own, if there
    ///   is one.
    func names(
        insteadOf field: FieldPath, orKnown known: Bool
    ) -> (names: [String], nearest: String?) {
        let wanted = field.segments.map(\.ofElements)
        let found = (0..<wanted.count).last { $0 == 0 || paths.contains(Array(wanted[..<$0])) } ?? 0
        guard wanted.indices.contains(found), case .key(let key) = wanted[found] else {
            return ([], nil)
        }
        let place = Array(wanted[..<found])
        let spare = names[place] ?? []
        let nearest = nearestName(to: key, in: spare)
        return (spare, nearest ?? (known ? nearestName(to: key, in: allNames(at: place)) : nil))
    }

    private func allNames(at place: [FieldPath.Segment]) -> [String] {
        paths.compactMap { path in
            guard path.dropLast().elementsEqual(place), case .key(let name)? = path.last else {
                return nil
            }
            return name
        }.sorted()
    }
}

extension FieldPath.Segment {
    /// An index counts as every element.
    fileprivate var ofElements: FieldPath.Segment {
        if case .index = self { .allElements } else { self }
    }
}
