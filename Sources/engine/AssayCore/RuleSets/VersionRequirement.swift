// SPDX-License-Identifier: Apache-2.0

/// A requirement that versions meet or not: `>= 1.2, < 2`.
///
/// It has comparators with commas between them, all of which a version has to meet; without any,
/// every version meets it. They mean what they mean to Cargo: a version can be shortened (`1.2`),
/// and a pre-release is included only if a comparator names a pre-release of the same major, minor
/// and patch version, so that `>= 1.2` does not include `1.3.0-rc.1`.
package struct VersionRequirement: Sendable, Equatable, CustomStringConvertible {
    package let comparators: [VersionComparator]

    package init(_ comparators: [VersionComparator] = []) {
        self.comparators = comparators
    }

    /// Returns `true` if a version meets the requirement.
    package func includes(_ version: SemanticVersion) -> Bool {
        comparators.allSatisfy { $0.includes(version) }
            && (!version.isPreRelease || comparators.isEmpty || namesPreRelease(of: version))
    }

    /// Returns `true` if a version does not meet the requirement only because it is a pre-release.
    package func rejectsAsPreRelease(_ version: SemanticVersion) -> Bool {
        version.isPreRelease && comparators.allSatisfy { $0.includes(version) }
            && !includes(version)
    }

    /// `true` if a version can meet the requirement.
    ///
    /// If one can, the least release does, or the least pre-release of a version that a comparator
    /// names.
    package var canBeMet: Bool {
        let least =
            comparators.compactMap(\.least).max()
            ?? SemanticVersion(core: [.zero, .zero, .zero])
        let preReleases = comparators.filter { !$0.preRelease.isEmpty }.map {
            SemanticVersion(core: $0.numbers, preRelease: [.zero])
        }
        return ([least] + preReleases).contains(where: includes)
    }

    private func namesPreRelease(of version: SemanticVersion) -> Bool {
        comparators.contains { !$0.preRelease.isEmpty && $0.numbers == version.core }
    }

    /// The comparators as text: `>= 1.2, < 2`; empty if every version meets the requirement.
    package var description: String {
        comparators.map(\.description).joined(separator: ", ")
    }
}

/// One comparison with a version, of which minor and patch may be left out.
package struct VersionComparator: Sendable, Equatable, CustomStringConvertible {
    package enum Relation: String, Sendable, CaseIterable {
        // Longer ones first, to be found first.
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case exactly = "="
        /// Up to the next version that may break what uses this one.
        case compatible = "^"
        /// Up to the next minor version, or the next major one if no minor one is named.
        case near = "~"
    }

    let relation: Relation
    /// The one to three numbers of the version.
    let numbers: [VersionIdentifier]
    /// The identifiers of the pre-release, which only three numbers can have.
    let preRelease: [VersionIdentifier]

    func includes(_ version: SemanticVersion) -> Bool {
        let head = Array(version.core.prefix(numbers.count))
        return switch relation {
        case .atLeast: version >= padded
        case .above: isWhole ? version > padded : numbers.lexicographicallyPrecedes(head)
        case .below: version < padded
        case .atMost: isWhole ? version <= padded : !numbers.lexicographicallyPrecedes(head)
        case .exactly: isWhole ? version == padded : head == numbers
        case .near: version >= padded && hasSame(2, as: version)
        case .compatible: version >= padded && hasSame(compatibleCount, as: version)
        }
    }

    /// The least version that it includes, or `nil` if there is no least one.
    var least: SemanticVersion? {
        switch relation {
        case .below, .atMost: nil
        case .above:
            preRelease.isEmpty
                ? SemanticVersion(
                    core: Self.padded(numbers.dropLast() + [numbers.last?.successor ?? .zero]))
                : SemanticVersion(core: numbers, preRelease: preRelease + [.zero])
        case .atLeast, .exactly, .near, .compatible: padded
        }
    }

    private var isWhole: Bool { numbers.count == 3 }

    private var padded: SemanticVersion {
        SemanticVersion(core: Self.padded(numbers), preRelease: preRelease)
    }

    private static func padded(_ numbers: [VersionIdentifier]) -> [VersionIdentifier] {
        numbers + Array(repeating: .zero, count: max(0, 3 - numbers.count))
    }

    /// The count of numbers up to the first that is not 0: versions before 1.0 break more often.
    private var compatibleCount: Int {
        (numbers.firstIndex { $0 != .zero } ?? numbers.count - 1) + 1
    }

    private func hasSame(_ count: Int, as version: SemanticVersion) -> Bool {
        let count = min(count, numbers.count)
        return version.core.prefix(count).elementsEqual(numbers.prefix(count))
    }

    package var description: String {
        let version = numbers.map(\.text).joined(separator: ".")
        let labels = preRelease.map(\.text).joined(separator: ".")
        let space = relation == .compatible || relation == .near ? "" : " "
        return relation.rawValue + space + version + (labels.isEmpty ? "" : "-" + labels)
    }
}
