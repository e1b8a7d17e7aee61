// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The warnings at the end of a run about fields that no record of it, or of some inputs, has.
package struct MissingFieldWarnings {
    /// The code of all of them.
    package static let code = "field.neverSeen"

    /// The messages, with the instructions that help.
    package private(set) var texts: [(message: String, help: String?)] = []

    private static let mostFields = 5
    private static let mostNames = 3
    private static let mostInputs = 5

    /// The records in words: `record`, or `record of 'a.json'`.
    private let subject: String

    /// Creates the warnings.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - inputs: The inputs whose records lack the fields, or none for the whole run.
    ///   - tellsMissing: `true` if enough records were read to warn of fields that no similar name
    ///     replaces. A single record may lack them because they are optional.
    package init(
        _ fields: [FieldPresence.MissingField], inputs: [String] = [], tellsMissing: Bool
    ) {
        let shown = inputs.prefix(Self.mostInputs).map { "'\($0)'" }
        let others = inputs.count - shown.count
        let list = Self.list(others > 0 ? shown + ["\(others) more"] : shown)
        subject = inputs.isEmpty ? "record" : "record of \(list)"
        let mistyped = fields.filter { !$0.isMerelyMissing }
        for field in mistyped.prefix(Self.mostFields) {
            add("no \(subject) has the field '\(field.path)'", help: Self.help(for: field))
        }
        if mistyped.count > Self.mostFields {
            let more = mistyped.count - Self.mostFields
            add(
                "\(more) more field\(more == 1 ? "" : "s") of the rule set "
                    + "\(more == 1 ? "is" : "are") in no \(subject)", help: nil)
        }
        let missing = fields.filter(\.isMerelyMissing).map(\.path.description)
        guard tellsMissing, !missing.isEmpty else { return }
        let names = missing.prefix(Self.mostFields).map { "'\($0)'" }
        let more = missing.count - names.count
        add(
            "no \(subject) has the field\(missing.count == 1 ? "" : "s") "
                + Self.list(more > 0 ? names + ["\(more) more"] : names),
            help: "check the spelling of the fields in the rule set")
    }

    private mutating func add(_ message: String, help: String?) {
        texts.append((message, help))
    }

    private static func help(for field: FieldPresence.MissingField) -> String {
        if let nearest = field.nearest {
            return "did you mean '\(nearest)', which the first records have?"
        }
        let names = field.names.prefix(mostNames).map { "'\($0)'" }
        let more = field.names.count - names.count
        return "instead the first records have " + list(more > 0 ? names + ["\(more) more"] : names)
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
