// SPDX-License-Identifier: Apache-2.0

/// The texts of an answer over HTTP besides its findings, as translations know them.
///
/// A server gives such a text in English; a placeholder is for the part that differs.
package enum AnswerText: String, CaseIterable, Sendable {
    // Titles: the phrases of the statuses.
    case badRequest = "Bad Request"
    case unauthorized = "Unauthorized"
    case forbidden = "Forbidden"
    case notFound = "Not Found"
    case methodNotAllowed = "Method Not Allowed"
    case notAcceptable = "Not Acceptable"
    case requestTimeout = "Request Timeout"
    case preconditionFailed = "Precondition Failed"
    case contentTooLarge = "Content Too Large"
    case unsupportedMediaType = "Unsupported Media Type"
    case unprocessableContent = "Unprocessable Content"
    case internalServerError = "Internal Server Error"
    case serviceUnavailable = "Service Unavailable"

    // Requests that are not answered as they wish.
    case similarRuleSet =
        "There is no rule set '{name}' (did you mean '{nearest}'?); GET /v1/rule-sets lists them."
    case noRuleSet = "There is no rule set '{name}'; GET /v1/rule-sets lists them."
    case ruleSetWithoutText =
        "The rule set '{name}' cannot check text; the log of the server says why. Send JSON."
    case partialFlag = "The parameter 'partial' of the query must be true or false, once."
    case flag = "The parameter '{name}' of the type of the body must be true or false."
    case number =
        "The parameter '{name}' of the type of the body must be a number from 0 to {limit}."
    case character = "The parameter '{name}' of the type of the body must be one ASCII character."
    case otherType =
        "Records of type '{type}' are not supported; send application/json, application/x-ndjson, text/csv or text/tab-separated-values, or a form."
    case otherCharacters = "Records in '{charset}' are not supported; send UTF-8."
    case otherEncoding =
        "A body in the encoding '{encoding}' is not supported; send it in gzip, or uncompressed."
    case otherAnswers = "The answer can be {types}."
    case longRecord = "The record is longer than {limit} bytes."
    case longBody = "The body is longer than {limit} bytes."
    case unpackedBody =
        "The body unpacks to more than {ratio} times its length; send it uncompressed."
    case slowBody =
        "the body was slower than {rate} bytes a second, and another one needed its place"
    case endedBody = "the body ended before it was complete"
    case malformedForm = "The form is malformed at byte {offset}: {reason}."
    case formWithoutBoundary = "The content type has no boundary of 1 to 70 characters."
    case manyStreams = "The server is already validating {count} bodies of several records."
    case manyRequests = "The server is already answering {count} requests."
    case shutdown = "The server is shutting down."
    case failure = "The request could not be answered."
    case otherPath = "There is nothing at this path."
    case otherMethod = "The path accepts only {methods}."
    case noHost = "The request has no Host; send one."
    case severalHosts = "The request has {count} fields Host; send one."
    case malformedHost = "The Host of the request is not a host with an optional port."

    // Reasons of a malformed form.
    case formText = "a field is not UTF-8"
    case formFields = "there are more than {maximum} fields"
    case formBoundary = "the boundary of the content type is missing"
    case formLine = "there is no line break after a boundary"
    case formHeaders = "the headers of a part do not end"
    case formPart = "a part has no boundary after it"
    case formHeaderText = "the headers of a part are not UTF-8"
    case formFile = "a part is a file, which is not accepted"
    case formName = "a part has no name"

    // Bodies that cannot be read.
    case header = "cannot read '{name}' as CSV: line {line}, the header: {reason}"
    case unreadable = "cannot read '{name}' as {format}: {reason}"
    case otherContent = "cannot read '{name}': it is {format}"
    case duplicateColumn = "'{name}' has the column '{column}' more than once"
    case manyDuplicateColumns =
        "'{name}' has the columns {columns} and {count} more more than once"
    case duplicateColumns = "'{name}' has the columns {columns} more than once"
    case utf16 = "text in UTF-16"
    case utf32 = "text in UTF-32"
    case zip = "a zip archive"
    case tar = "a tar archive"
    case workbook = "an Excel workbook"
    case openDocument = "an OpenDocument spreadsheet"
    case oldWorkbook = "an old Office document"
    case arrowFile = "an Arrow file"
    case arrowStream = "an Arrow stream"
    case feather = "a file of Feather V1"
    case sqlite = "an SQLite database"
    case xz = "compressed with xz"
    case bzip2 = "compressed with bzip2"
    case lz4 = "compressed with LZ4"
    case sevenZip = "a 7-Zip archive"
    case pdf = "a PDF document"
    case image = "an image"
    case uncheckedRecords =
        "rules about records are not checked here, and the rule set has {rules}"
    case outOfMemory = "out of memory"
    case packedStart = "it does not begin like {compression}"
    case packedRest = "after its end, at byte {offset}, there is other data"
    case packedEnd = "it ends at byte {offset}, in the middle of the data"
    case packedDamage = "damaged after byte {offset}: {detail}"
    case packedMemory = "it needs too much memory to unpack"

    // Notices about a body as a whole, each with what helps.
    case noRecords = "no record was read"
    case sendRecords = "send at least one record"
    case fieldNeverSeen = "no record has the field '{field}'"
    case fieldsNeverSeen = "no record has the fields {fields}"
    case manyFieldsNeverSeen = "no record has the fields {fields} and {count} more"
    case fieldNotListed = "1 more field of the rule set is in no record"
    case fieldsNotListed = "{count} more fields of the rule set are in no record"
    case nearestName = "did you mean '{name}', which the first records have?"
    case namesInstead = "instead the first records have {names}"
    case manyNamesInstead = "instead the first records have {names} and {count} more"
    case checkSpelling = "check the spelling of the fields in the rule set"
    case severalLines =
        "the cell at line {line}, column {column} has {lines} lines, and no other cell has more than one"
    case closeQuote =
        "if its quote was left open, close it; the option single-line ends every record with its line"
    case quotedText =
        "1 cell begins with a quote, which is text in a file of tabs, first at line {line}, column {column}"
    case quotedTexts =
        "{count} cells begin with a quote, which is text in a file of tabs, first at line {line}, column {column}"
    case giveQuote =
        #"the option quote gives the character that encloses cells, such as '"', or none"#
}

extension MessageCatalogue {
    /// Translates a text of an answer.
    ///
    /// - Parameter english: A text that is no finding, such as a title of problem details.
    /// - Returns: The text in the language of the catalogue, or the text itself if it has no translation.
    @_spi(Engine) public func text(ofAnswer english: String) -> String {
        guard !phrases.isEmpty else { return english }
        return translation(of: english, among: AnswerText.allCases) ?? english
    }

    /// Returns the translation of a text that one of several templates makes, or `nil` if none does.
    func translation<Template: RawRepresentable<String>>(
        of english: String, among templates: [Template]
    ) -> String? {
        for template in templates {
            guard phrases[template.rawValue] != nil,
                var values = MessageTemplate.values(of: english, from: template.rawValue)
            else { continue }
            for name in ["reason", "format"] {
                guard case .string(let part)? = values[name] else { continue }
                values[name] = .string(text(ofReason: text(ofAnswer: part)))
            }
            return text(template.rawValue, values)
        }
        return nil
    }
}

/// A text of an answer in English, with the values that it was made of where these cannot be found in it.
package struct AnswerPhrase: Sendable, Equatable {
    /// The text in English.
    package let english: String
    private let text: AnswerText?
    private let values: [String: Value]

    /// Makes a phrase of a text in which the values are found again.
    package init(_ english: String) {
        self.english = english
        text = nil
        values = [:]
    }

    /// Makes a phrase of a text with lists, which each language writes in its own way.
    ///
    /// - Parameters:
    ///   - english: The text in English.
    ///   - text: The text as translations know it.
    ///   - values: The values of its placeholders.
    package init(_ english: String, as text: AnswerText, _ values: [String: Value]) {
        self.english = english
        self.text = text
        self.values = values
    }

    /// Returns the text in the language of a catalogue, or in English if it has no translation.
    package func text(in messages: MessageCatalogue) -> String {
        guard let text else { return messages.text(ofAnswer: english) }
        return messages.phrases[text.rawValue] == nil
            ? english : messages.text(text.rawValue, values)
    }
}

/// The texts of answers in every language of a registry, for answers that are given before any rule set is known.
///
/// To answer, no catalogue of messages is made: a server that rejects requests since it has too many of them must
/// not work for each of these.
@_spi(Engine) public struct AnswerTexts: Sendable {
    /// The catalogues by their tags in lower case.
    private let catalogues: [String: MessageCatalogue]

    /// Takes the texts that a registry has.
    public init(_ registry: RuleRegistry) {
        var catalogues: [String: MessageCatalogue] = [:]
        for language in registry.phraseLanguages {
            var catalogue = MessageCatalogue(language: language)
            catalogue.phrases = registry.phrases?(language) ?? [:]
            catalogues[language.lowercased()] = catalogue
        }
        self.catalogues = catalogues
    }

    /// Returns the texts in the available language that a client prefers.
    ///
    /// - Parameter header: The value of `Accept-Language`, or `nil` if the client has no wish.
    /// - Returns: A catalogue with the texts, which has none if the language is English.
    public func messages(accepting header: String?) -> MessageCatalogue {
        for wish in header.map(LanguageChoice.wishes) ?? [] {
            for tag in LanguageChoice.tags(for: wish) {
                let tag = tag.lowercased()
                if tag == "en" { return [:] }
                if let catalogue = catalogues[tag] { return catalogue }
            }
        }
        return [:]
    }
}
