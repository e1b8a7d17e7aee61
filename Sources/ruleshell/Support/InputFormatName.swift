// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The input formats by the names of the option.
enum InputFormatName: String, CaseIterable, ExpressibleByArgument {
    case auto
    case ndjson
    case json
    case csv

    /// Nil: to be found out.
    var format: InputFormat? { InputFormat(rawValue: rawValue) }
}

/// A delimiter of CSV: one ASCII character, or the word `tab`.
struct Delimiter {
    static let comma = Delimiter(byte: UInt8(ascii: ","))

    let byte: UInt8

    private init(byte: UInt8) {
        self.byte = byte
    }

    static func read(_ argument: String) throws -> Delimiter {
        if argument == "tab" || argument == "\\t" { return Delimiter(byte: UInt8(ascii: "\t")) }
        guard argument.utf8.count == 1, let byte = argument.utf8.first, byte < 0x80,
            byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D
        else {
            throw ValidationError(
                "no delimiter. Name one ASCII character, such as ';', or the word tab")
        }
        return Delimiter(byte: byte)
    }
}
