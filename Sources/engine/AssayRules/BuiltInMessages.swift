// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CMessages
import Synchronization

/// The messages of the built-in rules, and of the engine, in other languages than English.
enum BuiltInMessages {
    /// The messages in a language.
    ///
    /// - Parameter tag: In any case.
    /// - Returns: By those in English; nil for a language that there is not.
    @Sendable static func phrases(in tag: String) -> [String: String]? {
        numbers[tag.lowercased()].map { tables[$0].phrases }
    }

    /// The tags of the languages.
    static let languages = tables.indices.map { String(cString: assay_language_tag($0)) }

    /// The numbers of the languages by their tags in lower case.
    private static let numbers = Dictionary(
        uniqueKeysWithValues: languages.enumerated().map { ($1.lowercased(), $0) })

    private static let tables = (0..<assay_language_count()).map { Table(language: $0) }

    /// The messages of a language, read when they are first asked for.
    private final class Table: Sendable {
        private let language: Int
        private let read = Locked<[String: String]?>(nil)

        init(language: Int) {
            self.language = language
        }

        var phrases: [String: String] {
            read.withLock { read in
                if let read { return read }
                var phrases: [String: String] = [:]
                for message in 0..<assay_message_count() {
                    guard let text = assay_message_in(language, message),
                        let english = assay_message_in_english(message)
                    else { continue }
                    phrases[String(cString: english)] = String(cString: text)
                }
                read = phrases
                return phrases
            }
        }
    }
}
