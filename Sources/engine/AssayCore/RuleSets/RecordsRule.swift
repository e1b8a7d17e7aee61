// SPDX-License-Identifier: Apache-2.0

/// A rule about the records of a data set: an entry of `records` in a rule set.
package struct RecordsRule: Sendable, Equatable {
    /// The rule with its conditions, its severity, its message, its policy for faults and its tolerance.
    package var entry: RuleEntry
    /// `true` if records with errors are left out.
    package var onlyValid: Bool

    package init(_ entry: RuleEntry, onlyValid: Bool = false) {
        self.entry = entry
        self.onlyValid = onlyValid
    }

    package init(_ expression: RuleExpression) {
        self.init(RuleEntry(expression))
    }

    /// The rule without its places.
    var canonical: RecordsRule { RecordsRule(entry.canonical, onlyValid: onlyValid) }
}

/// Records that keys of a data set refer to: an entry of `sources` in a rule set.
package struct DataSource: Sendable, Equatable {
    /// The name, which rules use.
    package var name: String
    /// The path of the file as it is written, or `nil` if a program passes it, or the source is the data set itself.
    package var file: String?
    /// The format, the separator and the encoding of the file, as they are written.
    package var format: String?
    package var delimiter: String?
    package var encoding: String?
    /// The fields by which its records are found.
    package var key: [FieldPath]
    /// `true` if the source is the data set that is validated.
    package var isSelf: Bool
    /// The place of the name in a rule-set file, if it was read from one.
    package var location: FileLocation?
    /// The folder of the rule-set file that names the source, with a slash at its end unless it is empty, or `nil` if
    /// the rule set was not read from a file.
    package var folder: String?

    package init(_ name: String, file: String? = nil, key: [FieldPath], isSelf: Bool = false) {
        self.name = name
        self.file = file
        self.key = key
        self.isSelf = isSelf
    }

    /// The source without its places.
    var canonical: DataSource {
        var copy = self
        copy.location = nil
        copy.folder = nil
        return copy
    }

    /// The path of the file, which is relative to the folder of the rule-set file, or `nil` if there is none.
    package var path: String? {
        guard let file, let folder else { return nil }
        return file.utf8.starts(with: "/".utf8) ? file : folder + file
    }
}

extension RuleSet {
    /// Notes that the rule set was read from a file, so that it can name further ones.
    ///
    /// - Parameter path: The path of the file, relative to whose folder those of its sources are.
    package mutating func noteFile(_ path: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? ""
        for index in sources.indices where sources[index].folder == nil {
            sources[index].folder = folder
        }
    }
}
