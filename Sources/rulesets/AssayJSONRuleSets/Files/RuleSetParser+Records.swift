// SPDX-License-Identifier: Apache-2.0
import AssayCore

// Rules about records, and the sources that their keys refer to. Whether there are such rules and sources is checked
// when the rule set is compiled.
extension RuleSetParser {
    /// Reads a list of rules about records: expressions, and mappings with `rule`.
    mutating func records(from node: DocumentNode) -> [RecordsRule] {
        field = "records"
        defer { field = nil }
        switch node.content {
        case .scalar:
            guard !node.isNull else {
                reportType(
                    at: node, expected: "rules about records", help: "remove 'records', or write []"
                )
                return []
            }
            return record(from: node)
        case .list(let elements): return elements.flatMap { record(from: $0) }
        case .mapping:
            reportType(
                at: node, expected: "a list of rules about records",
                help: "begin each rule with '- ' on a line")
            return []
        }
    }

    private mutating func record(from node: DocumentNode) -> [RecordsRule] {
        guard case .mapping = node.content else {
            return entries(from: node).map { RecordsRule($0) }
        }
        var onlyValid = false
        let keys = ["rule", "when", "severity", "message", "onFault", "tolerance", "onlyValid"]
        let entries = entry(from: node, keys: keys) { parser, members in
            if let node = members["onlyValid"] { onlyValid = parser.boolean(from: node) ?? false }
        }
        return entries.map { RecordsRule($0, onlyValid: onlyValid) }
    }

    /// Reads a count of failures, or a share of them in percent.
    mutating func tolerance(from node: DocumentNode) -> Tolerance? {
        let expected = "a count such as 3, or a share such as 0.5 %"
        guard let text = text(of: node, expected: expected) else { return nil }
        if let tolerance = Tolerance(text) { return tolerance }
        let isNumber = Tolerance(text + " %") != nil
        report(
            "ruleSet.value", "'tolerance' must be \(expected), not '\(abbreviated(text))'",
            help: isNumber
                ? "write '\(text) %' for a share"
                : "a share is from 0 % to 100 % and has at most 9 decimal places",
            at: node)
        return nil
    }

    /// Reads a mapping of names to the files and keys of sources.
    mutating func sources(from node: DocumentNode) -> [DataSource] {
        guard case .mapping(let members) = node.content else {
            reportType(at: node, expected: "a mapping of names to sources")
            return []
        }
        checkDuplicates(in: members)
        return members.compactMap { member in
            guard let name = text(of: member.key, expected: "the name of a source") else {
                return nil
            }
            field = name
            defer { field = nil }
            guard
                let values = mapping(
                    from: member.value,
                    keys: ["file", "format", "delimiter", "encoding", "key", "self"])
            else { return nil }
            var source = DataSource(name, key: [])
            source.location = self.source.location(of: member.key)
            for (key, path) in [
                ("file", \DataSource.file), ("format", \.format), ("delimiter", \.delimiter),
                ("encoding", \.encoding),
            ] {
                if let node = values[key] {
                    source[keyPath: path] = text(of: node, expected: "a text")
                }
            }
            if let node = values["self"] { source.isSelf = boolean(from: node) ?? false }
            guard let key = values["key"] else {
                report(
                    "source.key", "the source has no key",
                    help: "name its fields, such as 'key: [id]'",
                    at: member.key)
                return nil
            }
            source.key = paths(
                from: key, key: "key", help: "list the fields by which its records are found")
            return source.key.isEmpty ? nil : source
        }
    }
}
