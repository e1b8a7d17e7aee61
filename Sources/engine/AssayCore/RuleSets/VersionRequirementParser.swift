// SPDX-License-Identifier: Apache-2.0

/// An error in the text of a requirement, with its place.
package struct VersionRequirementError: Error, Sendable, Equatable {
    package let message: String
    package let help: String?
    /// The offset of the error in the text, in bytes.
    package let offset: Int
}

/// Reads `fleet >= 1.2, < 2`, and `>= 1.2, < 2` alone.
struct VersionRequirementParser {
    private let bytes: [UInt8]
    private var position = 0
    private static let example = "such as '>= 1.2, < 2', '^1.2' or '= 1.2.3'"

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Reads the id of a plugin and its versions.
    static func plugin(
        _ text: String
    ) throws(VersionRequirementError) -> (id: String, versions: VersionRequirement) {
        var parser = VersionRequirementParser(text)
        parser.skipSpace()
        let id = try parser.takeId()
        return (id, try parser.takeRequirement(isOptional: true))
    }

    /// Reads versions alone.
    static func versions(_ text: String) throws(VersionRequirementError) -> VersionRequirement {
        var parser = VersionRequirementParser(text)
        return try parser.takeRequirement(isOptional: false)
    }

    // MARK: - Parts

    private mutating func takeId() throws(VersionRequirementError) -> String {
        let start = position
        let isLetter = next.map { (97...122).contains($0 | 0x20) } ?? false
        guard isLetter else {
            throw error(
                "expected the id of a plugin, found \(found)",
                help: Self.isRelation(next)
                    ? "inside [ ], a comma separates elements; put the whole requirement in quotes"
                    : "such as 'acme' or 'acme >= 1.2, < 2'")
        }
        while let byte = next, byte.isVersionLabel { position += 1 }
        let id = text(from: start)
        guard id.utf8.count <= 64 else {
            throw error(
                "the id of a plugin has at most 64 bytes, this one \(id.utf8.count)", help: nil,
                at: start)
        }
        if let next, !Self.isSpace(next), !Self.isRelation(next) {
            throw error(
                "expected the end of the id or a space, found \(found)",
                help: "write an id of letters, digits and '-'")
        }
        return id
    }

    private mutating func takeRequirement(
        isOptional: Bool
    ) throws(VersionRequirementError) -> VersionRequirement {
        skipSpace()
        if isOptional, next == nil { return VersionRequirement() }
        let start = position
        var comparators: [VersionComparator] = []
        while true {
            comparators.append(try takeComparator())
            skipSpace()
            guard let byte = next else { break }
            guard byte == UInt8(ascii: ",") else {
                throw error("expected ',' or the end, found \(found)", help: nil)
            }
            position += 1
            skipSpace()
        }
        let requirement = VersionRequirement(comparators)
        guard requirement.canBeMet else {
            throw error(
                "no version is '\(abbreviated(requirement.description))'",
                help: "correct one of the comparisons", at: start)
        }
        return requirement
    }

    private mutating func takeComparator() throws(VersionRequirementError) -> VersionComparator {
        let relation = VersionComparator.Relation.allCases.first {
            bytes[position...].starts(with: $0.rawValue.utf8)
        }
        guard let relation else {
            let isVersion = next?.isVersionDigit ?? false
            throw error(
                "expected one of >=, >, <, <=, =, ^ and ~, found \(found)",
                help: isVersion
                    ? "write '^' before the version for what is compatible with it, '=' for it alone"
                    : Self.example)
        }
        position += relation.rawValue.utf8.count
        skipSpace()
        return try takeVersion(of: relation)
    }

    private mutating func takeVersion(
        of relation: VersionComparator.Relation
    ) throws(VersionRequirementError) -> VersionComparator {
        let start = position
        while let byte = next, byte.isVersionLabel || byte == 0x2E || byte == 0x2B { position += 1 }
        let written = text(from: start)
        guard !written.isEmpty else {
            throw error("expected a version, found \(found)", help: "such as 1.2 or 1.2.3")
        }
        if let plus = written.utf8.firstIndex(of: UInt8(ascii: "+")) {
            throw error(
                "a build ('\(abbreviated(String(written[plus...])))') is not compared",
                help: "leave it out", at: start + written.utf8[..<plus].count)
        }
        guard let comparator = Self.comparator(relation, written) else {
            throw error(
                "'\(abbreviated(written))' is not a version",
                help:
                    "write it as MAJOR, MAJOR.MINOR or MAJOR.MINOR.PATCH, such as 1.2.3 or 1.2.3-rc.1",
                at: start)
        }
        return comparator
    }

    private static func comparator(
        _ relation: VersionComparator.Relation, _ text: String
    ) -> VersionComparator? {
        if let version = SemanticVersion(text) {
            return VersionComparator(
                relation: relation, numbers: version.core, preRelease: version.preRelease)
        }
        let parts = text.utf8[...].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { VersionIdentifier(number: $0) }
        guard (1...2).contains(parts.count), numbers.count == parts.count,
            text.utf8.count <= SemanticVersion.maximumBytes
        else { return nil }
        return VersionComparator(relation: relation, numbers: numbers, preRelease: [])
    }

    // MARK: - Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The next character in quotes, or "the end", for messages.
    private var found: String {
        guard next != nil else { return "the end" }
        let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self)
        return rest.first.map { "'\($0)'" } ?? "the end"
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { " \t\n".utf8.contains(byte) }

    private static func isRelation(_ byte: UInt8?) -> Bool {
        byte.map { "<>=^~".utf8.contains($0) } ?? false
    }

    private func error(
        _ message: String, help: String?, at offset: Int? = nil
    ) -> VersionRequirementError {
        VersionRequirementError(message: message, help: help, offset: offset ?? position)
    }
}

extension VersionRequirement {
    /// Reads comparators: `>= 1.2, < 2`.
    ///
    /// - Throws: `VersionRequirementError` with the byte offset of what is wrong.
    package init(_ text: String) throws(VersionRequirementError) {
        self = try VersionRequirementParser.versions(text)
    }
}
