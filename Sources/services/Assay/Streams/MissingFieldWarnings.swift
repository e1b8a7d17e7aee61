// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The warnings at the end of a run about fields that no record of it, or of some inputs, has.
package struct MissingFieldWarnings {
    /// The code of all of them.
    package static let code = "field.neverSeen"

    /// The messages, with the instructions that help.
    package private(set) var texts: [(message: AnswerPhrase, help: AnswerPhrase?)] = []

    private static let mostFields = 5
    private static let mostNames = 3
    private static let mostInputs = 5

    /// The records in words: `record`, or `record of 'a.json'`.
    private let subject: String
    /// `true` if the warnings are about the whole run.
    private let isOfRun: Bool

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
        isOfRun = inputs.isEmpty
        subject = isOfRun ? "record" : "record of \(Names(inputs, to: Self.mostInputs))"
        let mistyped = fields.filter { !$0.isMerelyMissing }
        for field in mistyped.prefix(Self.mostFields) {
            add(
                AnswerPhrase("no \(subject) has the field '\(field.path)'"),
                help: Self.help(for: field))
        }
        if mistyped.count > Self.mostFields {
            let more = mistyped.count - Self.mostFields
            add(
                AnswerPhrase(
                    "\(more) more field\(more == 1 ? "" : "s") of the rule set "
                        + "\(more == 1 ? "is" : "are") in no \(subject)"), help: nil)
        }
        let missing = fields.filter(\.isMerelyMissing).map(\.path.description)
        guard tellsMissing, let first = missing.first else { return }
        let names = Names(missing, to: Self.mostFields)
        add(
            missing.count == 1
                ? AnswerPhrase("no \(subject) has the field '\(first)'")
                : phrase(
                    "no \(subject) has the fields \(names)",
                    as: names.more > 0 ? .manyFieldsNeverSeen : .fieldsNeverSeen,
                    names.values("fields")),
            help: AnswerPhrase("check the spelling of the fields in the rule set"))
    }

    private mutating func add(_ message: AnswerPhrase, help: AnswerPhrase?) {
        texts.append((message, help))
    }

    /// Makes a phrase that is translated if it is about the whole run.
    private func phrase(
        _ english: String, as text: AnswerText, _ values: [String: Value]
    ) -> AnswerPhrase {
        isOfRun ? AnswerPhrase(english, as: text, values) : AnswerPhrase(english)
    }

    private static func help(for field: FieldPresence.MissingField) -> AnswerPhrase {
        if let nearest = field.nearest {
            return AnswerPhrase("did you mean '\(nearest)', which the first records have?")
        }
        let names = Names(field.names, to: mostNames)
        return AnswerPhrase(
            "instead the first records have \(names)",
            as: names.more > 0 ? .manyNamesInstead : .namesInstead, names.values("names"))
    }

    /// The first of some names, in quotes, and the number of the others.
    private struct Names: CustomStringConvertible {
        let shown: [String]
        let more: Int

        init(_ names: [String], to most: Int) {
            shown = names.prefix(most).map { "'\($0)'" }
            more = names.count - shown.count
        }

        /// The list in English.
        var description: String {
            let parts = more > 0 ? shown + ["\(more) more"] : shown
            guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
            return parts.dropLast().joined(separator: ", ") + " and " + last
        }

        /// The values of a phrase with the list.
        func values(_ placeholder: String) -> [String: Value] {
            [placeholder: .array(shown.map { .string($0) }), "count": .integer(Int64(more))]
        }
    }
}
