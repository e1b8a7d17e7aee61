// SPDX-License-Identifier: Apache-2.0

/// Appends a record as one row (RFC 4180); an absent field is an empty cell, tags are joined by `|`.
///
/// - Parameters:
///   - record: The record.
///   - quotesAll: Whether every cell is in quotes, or only those that need them.
///   - output: Where the row goes.
func appendCSV(_ record: SignupRecord, quotesAll: Bool = false, to output: inout String) {
    let cells: [String?] = [
        record.username, record.email, record.password, record.passwordConfirm, String(record.age),
        record.website, record.country, record.zip, record.card, record.iban, record.birthdate,
        record.bio,
        record.tags.joined(separator: "|"),
    ]
    for (index, cell) in cells.enumerated() {
        if index > 0 { output += "," }
        appendCell(cell ?? "", isQuoted: quotesAll, to: &output)
    }
    output += "\r\n"
}

private func appendCell(_ text: String, isQuoted: Bool, to output: inout String) {
    let needsQuotes =
        isQuoted
        || text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else {
        output += text
        return
    }
    output += "\""
    for scalar in text.unicodeScalars {
        if scalar == "\"" { output += "\"" }
        output.unicodeScalars.append(scalar)
    }
    output += "\""
}
