// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayRecords

/// A warning about an input as a whole, which is no finding of a record.
@_spi(Engine) public struct StreamNotice: Sendable, Equatable {
    /// The code, such as `field.neverSeen`.
    public let code: String
    private let phrase: AnswerPhrase
    private let helpPhrase: AnswerPhrase?

    init(code: String, message: AnswerPhrase, help: AnswerPhrase?) {
        self.code = code
        phrase = message
        helpPhrase = help
    }

    /// The message in English.
    public var message: String { phrase.english }
    /// An instruction that helps, in English, or `nil`.
    public var help: String? { helpPhrase?.english }

    /// Makes data of the notice, with the members of a notice of `ruleshell validate --format json`.
    ///
    /// - Parameter messages: The messages of the language of the texts.
    /// - Returns: An object.
    public func value(in messages: MessageCatalogue) -> Value {
        var members: [(key: String, value: Value)] = [
            ("severity", "warning"), ("code", .string(code)),
            ("message", .string(phrase.text(in: messages))),
        ]
        if let helpPhrase {
            members.append(("help", .string(helpPhrase.text(in: messages))))
        }
        return .object(Value.Object(members))
    }
}

extension StreamValidator {
    /// Notes which fields of the rule set occur in the next run, for `notices(after:)`.
    @_spi(Engine) public mutating func noteFields() {
        presence = FieldPresence(plan, notesColumns: true)
    }

    /// Returns what must be said about an input that was read to its end, besides its findings.
    ///
    /// - Parameter counts: The numbers of the input.
    /// - Returns: A notice if no record was read, notices about cells of CSV that may be read otherwise
    ///   than they are meant, and notices about fields that no record has if `noteFields()` was called
    ///   before.
    @_spi(Engine) public func notices(after counts: StreamCounts) -> [StreamNotice] {
        let isWhole = recordLimit.map { counts.records < $0 } ?? true
        return counts.csv.warnings(isWhole: isWhole).map {
            StreamNotice(
                code: $0.code, message: AnswerPhrase($0.message), help: AnswerPhrase($0.help))
        } + recordNotices(after: counts)
    }

    private func recordNotices(after counts: StreamCounts) -> [StreamNotice] {
        if counts.records == 0 {
            return [
                StreamNotice(
                    code: "input.noRecords", message: AnswerPhrase("no record was read"),
                    help: AnswerPhrase("send at least one record"))
            ]
        }
        return MissingFieldWarnings(
            presence?.neverSeen ?? [],
            // What cannot be read has no fields.
            tellsMissing: !isPartial
                && (counts.records - counts.malformed > 1 || presence?.isOfColumns == true)
        ).texts.map {
            StreamNotice(code: MissingFieldWarnings.code, message: $0.message, help: $0.help)
        }
    }
}
