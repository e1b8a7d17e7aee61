// SPDX-License-Identifier: Apache-2.0
import Assay

// The parts of a file of fixtures, each of which has one form.
extension PlacedValue {
    func text(_ key: String) throws(FixtureIssue) -> String {
        guard case .scalar(.string(let text)) = content else {
            throw FixtureIssue("'\(key)' is not a string", location: location)
        }
        return text
    }

    func object(_ key: String) throws(FixtureIssue) -> Value.Object {
        guard case .object(let object) = value else {
            throw FixtureIssue("'\(key)' is not an object", location: location)
        }
        return object
    }

    func bool(_ key: String) throws(FixtureIssue) -> Bool {
        guard case .scalar(.bool(let bool)) = content else {
            throw FixtureIssue("'\(key)' is not true or false", location: location)
        }
        return bool
    }

    /// Returns what `combine` says of the rule sets that `rules` names, which must be beside it.
    func combines() throws(FixtureIssue) -> Bool {
        guard let node = self["combine"] else { return false }
        guard self["rules"] != nil else {
            throw FixtureIssue("'combine' needs 'rules', which is missing", location: node.location)
        }
        return try node.bool("combine")
    }

    /// A text, or a list of texts.
    func texts(_ key: String) throws(FixtureIssue) -> [String] {
        guard case .list(let elements) = content else { return [try text(key)] }
        var texts: [String] = []
        for element in elements { texts.append(try element.text(key)) }
        return texts
    }

    /// A field path as rule sets have it.
    static func path(
        _ text: String, at location: FileLocation
    ) throws(FixtureIssue) -> FieldPath {
        do throws(FieldPathError) {
            return try FieldPath(text)
        } catch {
            throw FixtureIssue("\(error)", location: location)
        }
    }
}
