// SPDX-License-Identifier: Apache-2.0
import AssayCore

// What fields are called. Whether there are such fields, and whether tags and texts will do, is checked
// when the rule set is compiled, as it is for labels in Swift.
extension RuleSetParser {
    /// Reads a mapping of paths to labels.
    mutating func readLabels(from node: DocumentNode, into ruleSet: inout RuleSet) {
        guard case .mapping(let members) = node.content else {
            reportType(at: node, expected: "a mapping of fields to labels")
            return
        }
        checkDuplicates(in: members)
        for member in members {
            guard let key = text(of: member.key, expected: "the path of a field") else { continue }
            field = key
            defer { field = nil }
            var place = FieldLabelPlace(path: source.location(of: member.key))
            let label = label(from: member.value, at: &place)
            guard let path = path(key, at: member.key), let label else { continue }
            guard ruleSet.labels[path] == nil else {
                reportSecond(path, key: key, of: members, at: member.key)
                continue
            }
            ruleSet.labels[path] = label
            ruleSet.labelPlaces[path] = place
        }
    }

    /// A text, or a mapping of languages to texts.
    private mutating func label(
        from node: DocumentNode, at place: inout FieldLabelPlace
    ) -> FieldLabel? {
        guard case .mapping(let members) = node.content else {
            let expected = "a label, or labels by language"
            guard let text = text(of: node, expected: expected) else { return nil }
            place.texts[FieldLabel.lastResort] = source.location(of: node)
            return FieldLabel(text)
        }
        let (texts, places) = texts(byLanguage: members) { parser, node in
            parser.text(of: node, expected: "a label")
        }
        for (tag, member) in places {
            place.languages[tag] = source.location(of: member.key)
            place.texts[tag] = source.location(of: member.value)
        }
        // One that could not be read is not empty.
        return texts.isEmpty && !members.isEmpty ? nil : FieldLabel(texts)
    }

    /// Reads texts by their languages, each of which appears once.
    ///
    /// - Parameters:
    ///   - members: The members of the mapping.
    ///   - read: Reads a text, or reports an issue.
    /// - Returns: The texts by their tags in lower case, and the members that have them.
    mutating func texts(
        byLanguage members: [DocumentNode.Member],
        _ read: (inout RuleSetParser, DocumentNode) -> String?
    ) -> (texts: [String: String], places: [String: DocumentNode.Member]) {
        checkDuplicates(in: members)
        var texts: [String: String] = [:]
        var places: [String: DocumentNode.Member] = [:]
        var keys: [String: String] = [:]
        for member in members {
            guard let key = text(of: member.key, expected: "a language"),
                let text = read(&self, member.value)
            else { continue }
            let tag = key.lowercased()
            if let first = keys[tag] {
                // The same spelling is reported as a key that appears twice.
                if first != key {
                    report(
                        "ruleSet.duplicateKey",
                        "'\(abbreviated(first))' and '\(abbreviated(key))' are the same language",
                        at: member.key)
                }
                continue
            }
            keys[tag] = key
            texts[tag] = text
            places[tag] = member
        }
        return (texts, places)
    }

    /// Reports a path that was written in another way before; the same text is a key that appears twice.
    private mutating func reportSecond(
        _ path: FieldPath, key: String, of members: [DocumentNode.Member], at node: DocumentNode
    ) {
        let spellings = members.count { member in
            if case .scalar(let text) = member.key.content {
                text.hasSameBytes(as: key)
            } else {
                false
            }
        }
        guard spellings == 1 else { return }
        report(
            "ruleSet.duplicateKey", "the field has a label already",
            help: "write all of its labels in one place", at: node)
    }
}
