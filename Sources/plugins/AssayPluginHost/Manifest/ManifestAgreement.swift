// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

extension PluginManifest {
    /// Compares the manifest in the file with the plugin's table, which must say the same.
    ///
    /// - Throws: An error of stage table with what differs.
    func check(against table: PluginTable) throws(StageError) {
        let other = try table.manifest()
        guard self != other else { return }
        let differences = ManifestDifferences(value, in: "note", table: other.value)
        throw StageError(
            table: "a manifest that differs from the table: \(differences.summary)",
            expected: "a manifest that repeats the table",
            remedy: "run 'ruleshell plugin stamp' when the plugin is built")
    }
}

/// The table of a plugin as the probe saw it, for the host to compare with its own.
struct SeenTable {
    /// FNV-1a of the manifest that the table amounts to.
    let fingerprint: String
    /// The manifest itself, to say what differs, or `nil` if it is too large to be handed over.
    let manifest: PluginManifest?

    init(fingerprint: String, manifest: PluginManifest?) {
        self.fingerprint = fingerprint
        self.manifest = manifest
    }

    init(_ manifest: PluginManifest) {
        let json = manifest.json.utf8
        fingerprint = FNV1a(json).text
        self.manifest = json.count <= PluginManifest.maximumBytes ? manifest : nil
    }

    /// Compares the table that the host reads with the one that the probe saw.
    ///
    /// - Throws: An error of stage table with what differs.
    func check(_ table: PluginTable) throws(StageError) {
        let own = try table.manifest()
        guard SeenTable(own).fingerprint != fingerprint else { return }
        let differences = manifest.map {
            ": " + ManifestDifferences($0.value, in: "probe", table: own.value).summary
        }
        throw StageError(
            table: "a table that differs from the one in the probe\(differences ?? "")",
            expected: "the same table in every process",
            remedy: "correct the plugin, whose table must not depend on the process")
    }
}

/// The differences between the JSON of two manifests, in words.
struct ManifestDifferences {
    /// The place of the manifest that is compared with the table: "note".
    private let place: String
    /// "rule 'x': parameter 'min' in the note only".
    private(set) var texts: [String] = []

    /// Members that hold lists of named things, and what one of them is called.
    private static let things = [
        "configuration": "setting", "rules": "rule", "parameters": "parameter", "codes": "code",
    ]

    init(_ manifest: Value, in place: String, table: Value) {
        self.place = place
        compareMembers(of: manifest, and: table, at: "")
    }

    /// The first differences, on one line.
    var summary: String {
        let shown = texts.prefix(3).joined(separator: "; ")
        let rest = texts.count > 3 ? "; \(texts.count - 3) more" : ""
        return oneLine(shown) + rest
    }

    private mutating func compareMembers(of note: Value, and table: Value, at place: String) {
        for key in Self.keys(of: note, and: table) {
            let (other, value) = (note[key], table[key])
            guard !other.json.utf8.elementsEqual(value.json.utf8) else { continue }
            if let thing = Self.things[key] {
                compareThings(of: other, and: value, called: thing, at: place)
            } else if case .array = value {
                texts.append("\(place)other \(key)")
            } else {
                let (found, expected) = (excerpt(of: other), excerpt(of: value))
                texts.append(
                    "\(place)\(key) \(found) in the \(self.place), \(expected) in the table")
            }
        }
    }

    /// The members of either, in the order of the table: some are left out where they say nothing.
    private static func keys(of note: Value, and table: Value) -> [String] {
        var keys: [String] = []
        for case .object(let object) in [table, note] {
            for (key, _) in object.members where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    private mutating func compareThings(
        of note: Value, and table: Value, called thing: String, at place: String
    ) {
        let (left, right) = (Self.named(note), Self.named(table))
        let others = Dictionary(left.map { ($0.name, $0.value) }) { first, _ in first }
        let before = texts.count
        for (name, value) in right {
            guard let other = others[name] else {
                texts.append("\(place)\(thing) '\(name)' in the table only")
                continue
            }
            compareMembers(of: other, and: value, at: "\(place)\(thing) '\(name)': ")
        }
        let names = Set(right.map(\.name))
        for (name, _) in left where !names.contains(name) {
            texts.append("\(place)\(thing) '\(name)' in the \(self.place) only")
        }
        if texts.count == before { texts.append("\(place)another order of \(thing)s") }
    }

    private static func named(_ list: Value) -> [(name: String, value: Value)] {
        guard case .array(let elements) = list else { return [] }
        return elements.map { element in
            let name = element["id"] == .absent ? element["name"] : element["id"]
            if case .string(let text) = name { return (text, element) }
            return ("", element)
        }
    }
}
