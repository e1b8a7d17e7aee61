// SPDX-License-Identifier: Apache-2.0

// What becomes of keys that an object has more than once, as in the reader: the member keeps its first
// place and gets the last value.
extension Value.Object {
    /// Small objects compare all pairs, which allocates nothing.
    private static let pairwiseMaximum = 8

    /// `true` if a key appears more than once.
    var hasDuplicateKeys: Bool {
        guard members.count > Self.pairwiseMaximum else { return hasEqualPair }
        var seen: Set<ExactKey> = []
        return members.contains { !seen.insert(ExactKey($0.key)).inserted }
    }

    private var hasEqualPair: Bool {
        for index in members.indices {
            for other in members[..<index] where other.key.hasSameBytes(as: members[index].key) {
                return true
            }
        }
        return false
    }

    /// The keys that have appeared before, in order; of three equal ones, two.
    var repeatedKeys: [String] {
        guard hasDuplicateKeys else { return [] }
        var seen: Set<ExactKey> = []
        return members.map(\.key).filter { !seen.insert(ExactKey($0)).inserted }
    }

    /// The object with each key once.
    var withoutDuplicateKeys: Value.Object {
        var places: [ExactKey: Int] = [:]
        var object = Value.Object()
        for (key, value) in members {
            if let place = places[ExactKey(key)] {
                object.members[place].value = value
            } else {
                places[ExactKey(key)] = object.members.count
                object.members.append((key, value))
            }
        }
        return object
    }

    /// The value of each key; if a key appears twice, its last value.
    var valuesByKey: [ExactKey: Value] {
        Dictionary(members.map { (ExactKey($0.key), $0.value) }) { $1 }
    }
}

extension Value {
    /// Calls `report` with the way to every repeated key in the value's objects, inner ones first.
    func findDuplicateKeys(
        at path: [PointerToken], _ report: ([PointerToken]) -> Void
    ) {
        switch self {
        case .array(let elements):
            for (index, element) in elements.enumerated() where element.isContainer {
                element.findDuplicateKeys(at: path + [.index(index)], report)
            }
        case .object(let object):
            for (key, value) in object.members where value.isContainer {
                value.findDuplicateKeys(at: path + [.key(key)], report)
            }
            for key in object.repeatedKeys { report(path + [.key(key)]) }
        default: break
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
