// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
@_spi(Engine) package import AssayRecords
import AssaySystem

/// A source that gives no keys.
package struct SourceError: Error {
    package let issue: RuleSetIssue

    /// - Parameters:
    ///   - code: The code of the error.
    ///   - message: The error, in a sentence.
    ///   - help: An instruction that helps.
    ///   - source: The source.
    package init(_ code: String, _ message: String, help: String, of source: DataSource) {
        issue = RuleSetIssue(
            code: code, message: message, help: help, field: source.name,
            location: source.location)
    }
}

/// The form of a source's file, as far as the rule set says it.
package struct SourceForm {
    /// The options with which its records are read.
    package private(set) var options = ReaderOptions()
    package private(set) var encoding = InputEncoding.utf8

    /// Reads the form of the file of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - path: The path of its file.
    /// - Throws: An error for a word that is not known: another form could read other keys.
    package init(of source: DataSource, at path: String) throws(SourceError) {
        if let name = source.format {
            options.format = InputFormat(rawValue: name)
            if options.format == nil {
                throw Self.unknown(
                    "format '\(abbreviated(name))'", of: source,
                    help: "write one of "
                        + InputFormat.allCases.map(\.rawValue).joined(separator: ", "))
            }
        }
        if let text = source.delimiter {
            options.delimiter = ReaderOptions.delimiter(named: text)
            if options.delimiter == nil {
                throw Self.unknown(
                    "delimiter '\(abbreviated(text))'", of: source,
                    help: "write one ASCII character, such as ';', or the word tab")
            }
        }
        if let name = source.encoding {
            guard let encoding = InputEncoding(named: name) else {
                throw Self.unknown(
                    "encoding '\(abbreviated(name))'", of: source,
                    help: "write one of "
                        + InputEncoding.allCases.map(\.rawValue).joined(separator: ", "))
            }
            self.encoding = encoding
        }
        options.complete(forFileName: path)
    }

    private static func unknown(
        _ what: String, of source: DataSource, help: String
    ) -> SourceError {
        SourceError(
            "source.form", "the source has the \(what), which is not known", help: help,
            of: source)
    }
}

extension DataSource {
    /// Checks that a file of which all records were read gives all keys of the source.
    ///
    /// - Parameters:
    ///   - records: The number of records of the file.
    ///   - malformed: The number of those that are malformed.
    ///   - inputErrors: The number of errors of the file that are in no record.
    ///   - path: The path of the file.
    /// - Throws: An error if keys may be missing.
    package func check(
        records: Int, malformed: Int, inputErrors: Int, at path: String
    ) throws(SourceError) {
        let file = FileName.shown(path)
        if malformed > 0 {
            let noun = malformed == 1 ? "record" : "records"
            throw SourceError(
                "source.malformed",
                "the source '\(name)' has \(malformed) malformed \(noun) in '\(file)', so that keys "
                    + "may be missing",
                help:
                    "'ruleshell validate --rule \"\(key.first?.description ?? "id"): required\" \(file)' "
                    + "shows them", of: self)
        }
        if inputErrors > 0 {
            throw SourceError(
                "source.malformed", "the source '\(name)' has an error in its header in '\(file)'",
                help: "correct the header of the file", of: self)
        }
        if records == 0 {
            throw SourceError(
                "source.empty", "the source '\(name)' has no record in '\(file)'",
                help: "name a file with records, since no key is found in an empty one", of: self)
        }
    }
}
