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

    /// Looks for what may be meant by a field that does not occur.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - known: All fields of the rule set.
    /// - Returns: Nil if no name at its place is unknown; else the one that is nearest to its name, if
    ///   there is one.
    func names(insteadOf field: FieldPath, known: [FieldPath]) -> String?? {
        let wanted = field.segments.map(\.ofElements)
        let found = (0..<wanted.count).last { $0 == 0 || paths.contains(Array(wanted[..<$0])) } ?? 0
        guard case .key(let key) = wanted[found] else { return nil }
        let place = wanted[..<found]
        let expected = known.map { $0.segments.map(\.ofElements) }
        let spare = paths.compactMap { path -> String? in
            guard path.count == found + 1, path.starts(with: place),
                case .key(let name)? = path.last,
                !expected.contains(where: { $0.starts(with: path) })
            else { return nil }
            return name
        }
        return spare.isEmpty ? nil : .some(nearestName(to: key, in: spare.sorted()))
    }
}

extension FieldPath.Segment {
    /// An index counts as every element.
    fileprivate var ofElements: FieldPath.Segment {
        if case .index = self { .allElements } else { self }
    }
}
