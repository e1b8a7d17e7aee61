// SPDX-License-Identifier: Apache-2.0

private let hexDigits = Array("0123456789abcdef")

/// Appends a record as one line of JSON; absent fields are left out.
func appendJSON(_ record: SignupRecord, to output: inout String) {
    output += "{"
    appendMember("username", record.username, to: &output)
    appendMember("email", record.email, to: &output)
    appendMember("password", record.password, to: &output)
    appendMember("passwordConfirm", record.passwordConfirm, to: &output)
    output += "\"age\":\(record.age),"
    appendMember("website", record.website, to: &output)
    appendMember("country", record.country, to: &output)
    appendMember("zip", record.zip, to: &output)
    appendMember("card", record.card, to: &output)
    appendMember("iban", record.iban, to: &output)
    appendMember("birthdate", record.birthdate, to: &output)
    appendMember("bio", record.bio, escapesNonASCII: record.escapesBio, to: &output)
    output += "\"tags\":["
    for (index, tag) in record.tags.enumerated() {
        if index > 0 { output += "," }
        appendString(tag, escapesNonASCII: false, to: &output)
    }
    output += "]}\n"
}

private func appendMember(
    _ name: String, _ value: String?, escapesNonASCII: Bool = false, to output: inout String
) {
    guard let value else { return }
    output += "\"" + name + "\":"
    appendString(value, escapesNonASCII: escapesNonASCII, to: &output)
    output += ","
}

private func appendString(_ text: String, escapesNonASCII: Bool, to output: inout String) {
    output += "\""
    defer { output += "\"" }
    guard text.utf8.contains(where: { needsEscape($0, escapesNonASCII) }) else {
        output += text
        return
    }
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": output += "\\\""
        case "\\": output += "\\\\"
        case "\n": output += "\\n"
        case _ where scalar.value < 32 || (escapesNonASCII && !scalar.isASCII):
            for unit in String(scalar).utf16 { appendEscape(unit, to: &output) }
        default: output.unicodeScalars.append(scalar)
        }
    }
}

private func needsEscape(_ byte: UInt8, _ escapesNonASCII: Bool) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || (escapesNonASCII && byte >= 0x80)
}

private func appendEscape(_ unit: UInt16, to output: inout String) {
    output += "\\u"
    for shift in [12, 8, 4, 0] {
        output.append(hexDigits[Int(unit >> UInt16(shift)) & 15])
    }
}
