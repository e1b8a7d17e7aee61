// SPDX-License-Identifier: Apache-2.0

/// How records are written.
enum OutputFormat: String {
    case ndjson, csv
    /// CSV with every cell in quotes.
    case quotedCSV = "csv-quoted"

    /// The bytes in front of the first record.
    var header: String {
        switch self {
        case .ndjson: ""
        case .csv, .quotedCSV: SignupField.allCases.map(\.rawValue).joined(separator: ",") + "\r\n"
        }
    }

    /// Appends one record with its line end.
    func append(_ record: SignupRecord, to output: inout String) {
        switch self {
        case .ndjson: appendJSON(record, to: &output)
        case .csv: appendCSV(record, to: &output)
        case .quotedCSV: appendCSV(record, quotesAll: true, to: &output)
        }
    }

    /// The field path and the rule that the rule set of this format reports.
    ///
    /// In CSV the tags are one text, checked by one pattern.
    func reported(_ broken: BrokenRule) -> (path: String, rule: String) {
        guard broken.field == .tags else { return (broken.field.rawValue, broken.rule) }
        switch self {
        case .ndjson: return (broken.rule == "length" ? "tags[*]" : "tags", broken.rule)
        case .csv, .quotedCSV: return ("tags", "regex")
        }
    }
}
