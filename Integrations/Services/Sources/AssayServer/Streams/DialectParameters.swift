// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayHummingbird
import HTTPTypes

/// The parameters of a type of CSV that say how the body differs from RFC 4180, and from what is expected, such as
/// `text/csv; skip=2; comment="#"`.
struct DialectParameters {
    private static let mostLines = 1_000_000

    private let parameters: [String: String]

    /// - Parameter parameters: The parameters by their names in lower case.
    init(_ parameters: [String: String]) {
        self.parameters = parameters
    }

    /// Sets what the parameters say.
    ///
    /// - Throws: `ValidationProblem` with status 400 for a value that has no meaning.
    func apply(to options: inout ReaderOptions) throws(ValidationProblem) {
        if let delimiter = parameters["delimiter"] {
            options.delimiter = delimiter == "tab" ? 0x09 : try character("delimiter")
        }
        options.allowsMissingColumns = try flag("allow-missing-columns")
        options.csv.skippedLines = try count("skip")
        options.csv.skippedLastLines = try count("skip-last")
        options.csv.comment = try character("comment")
        if parameters["quote"]?.lowercased() == "none" {
            options.csv.quote = .off
        } else if let quote = try character("quote") {
            options.csv.quote = .character(quote)
        }
        options.csv.escape = try character("escape")
        options.csv.allowsLazyQuotes = try flag("lazy-quotes")
        options.csv.skipsInitialSpace = try flag("skip-initial-space")
        options.csv.isSingleLine = try flag("single-line")
        if let words = parameters["null"] {
            options.csv.missingTexts = words.split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
        }
    }

    private func count(_ name: String) throws(ValidationProblem) -> Int {
        guard let text = parameters[name] else { return 0 }
        guard let count = Int(text), (0...Self.mostLines).contains(count) else {
            throw wrong(name, "a number from 0 to \(Self.mostLines)")
        }
        return count
    }

    private func character(_ name: String) throws(ValidationProblem) -> UInt8? {
        guard let text = parameters[name] else { return nil }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte > 0x20, byte < 0x7F else {
            throw wrong(name, "one ASCII character")
        }
        return byte
    }

    private func flag(_ name: String) throws(ValidationProblem) -> Bool {
        switch parameters[name]?.lowercased() {
        case nil, "false": return false
        case "true": return true
        default: throw wrong(name, "true or false")
        }
    }

    private func wrong(_ name: String, _ expected: String) -> ValidationProblem {
        ValidationProblem(
            .badRequest,
            "The parameter '\(name)' of the type of the body must be \(expected).")
    }
}
