// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The rule sets and the files of jobs in a folder and in those below it.
struct RuleSetSearch {
    /// The files in the order of their names.
    private(set) var files: [String] = []
    /// Files in YAML and JSON that have no key `assay`, and fixtures aside.
    private(set) var others: [String] = []
    /// The parts of the folder that could not be searched.
    let leftOut: [LeftOutFile]

    init(folder: String) {
        let search = FileSearch(folder: folder) { name in
            FixtureFile.isDocument(name) && !FixtureFile.isFixture(name) || JobFile.isFound(name)
        }
        leftOut = search.leftOut
        for path in search.files {
            if JobFile.isJobFile(path) {
                if JobFile.hasJobs(path) { files.append(path) }
            } else if Self.isRuleSet(path) {
                files.append(path)
            } else {
                others.append(path)
            }
        }
    }

    /// Returns `true` if a file has the key `assay`, or may have it and cannot be read as YAML or
    /// JSON.
    private static func isRuleSet(_ path: String) -> Bool {
        guard let bytes = try? FileBytes.read(path, limit: RuleSetReader.maximumBytes),
            contains("assay", in: bytes)
        else { return false }
        guard let root = try? PlacedValueReader.read(bytes: bytes, file: path) else {
            return contains("\nassay:", in: [0x0A] + bytes) || contains("\"assay\"", in: bytes)
        }
        return root["assay"] != nil
    }

    private static func contains(_ text: StaticString, in bytes: [UInt8]) -> Bool {
        text.withUTF8Buffer { bytes.firstRange(of: $0) != nil }
    }

    /// The number of files that the note names.
    private static let mostNamed = 3

    /// Returns the note about the files that are no rule sets, or `nil` if there are none.
    var note: String? {
        guard !others.isEmpty else { return nil }
        let named = others.prefix(Self.mostNamed).map { "'\($0)'" }
        let more = others.count - named.count
        let names = named + (more > 0 ? ["\(more) more"] : [])
        return "\(Counted.text(others.count, of: "file")) without the key 'assay' "
            + "\(others.count == 1 ? "was" : "were") not checked: \(names.joined(separator: ", "))"
    }
}
