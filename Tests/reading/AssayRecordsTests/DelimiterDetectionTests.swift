// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import Testing

@testable import AssayRecords

/// The delimiter that a CSV input is read with if nothing names one.
@Suite struct DelimiterDetectionTests {
    private func delimiter(_ text: String, header: Bool = true) -> String {
        let byte = DelimiterDetection(
            Array(text.utf8), fields: ["email", "balance"], hasHeader: header
        ).delimiter
        return String(Unicode.Scalar(byte))
    }

    @Test(arguments: [
        // The names of the rule set decide.
        ("email,balance\na,1\n", ","), ("email;balance\na;1\n", ";"),
        ("email\tbalance\na\t1\n", "\t"), ("email|balance\na|1\n", "|"),
        ("email;balance, in EUR;a,b,c\n", ";"), ("\"email\";\"balance\"\r\n", ";"),
        ("x;y;z,email\n", ","), ("email;x,y,z\n1;2,3,4\n", ";"),
        ("\"a;b;c\",email\n", ","), ("\"a\nb;c\";email\n1;2", ";"),
        // No name is known: the cells of the first records.
        ("e-mail;amount\na;1,5\nb;2,5\n", ";"), ("e-mail\tamount\n", "\t"),
        ("a;b,c\n1;2\n3;4\n", ";"), ("a b c\n", ","),
        // Nothing to go by.
        ("", ","), ("\n\n", ","), ("email\nx;y\n", ","), ("email\n", ","),
        ("\"never closed;email", ","), ("\"", ","), (";", ";"), ("\u{0};\u{0}", ";"),
    ])
    func byTheHeader(text: String, expected: String) {
        #expect(delimiter(text) == expected)
    }

    @Test(arguments: [
        ("email;balance,x\n1;2,x\n", ","), ("1;2\n3;4\n5;6,7\n", ";"), ("1,5;2\n3;4\n", ";"),
        ("1|2|3\n1|2|3\n", "|"), ("1\n2\n", ","),
    ])
    func byTheRecordsWithoutAHeader(text: String, expected: String) {
        #expect(delimiter(text, header: false) == expected)
    }

    @Test func onlyTheStartOfALongInputIsLookedAt() {
        let text = "email;" + String(repeating: "x,", count: 100_000) + "\n"
        #expect(delimiter(text) == ";")
    }
}
