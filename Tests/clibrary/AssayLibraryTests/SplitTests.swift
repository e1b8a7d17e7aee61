// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import CAssay
import Testing

/// Filters of findings, and the valid and invalid records of lines.
@Suite struct SplitTests {
    private static let rules = "assay: 1\nfields:\n  a: required, length(2...)\n  b: integer"

    @Test(
        arguments: [
            (
                ["lenght"], [],
                "'select': no rule of the rule set has the code 'lenght'; did you mean 'length'?"
            ),
            ([], ["email"], "'ignore': no rule of the rule set has the code 'email'"),
            (
                [], ["fault"],
                "'ignore': fault cannot be left out. A rule that could not decide has not validated the value; "
                    + "ignore the rule as a whole, or raise the limit that it reached"
            ),
            (
                [], ["record.malformed"],
                "'ignore': record.malformed cannot be left out. Such a record is not validated; a report without "
                    + "the finding would call it valid"
            ),
        ] as [([String], [String], String)])
    func aNameThatCannotBeFilteredIsAnError(
        select: [String], ignore: [String], message: String
    ) {
        let library = Library(Self.rules, select: select, ignore: ignore)
        #expect(library.session == nil)
        #expect(
            library.errorText
                == "{\"code\":\"call.argument\",\"message\":\"\(message)\"}")
    }

    @Test(
        arguments: [
            (
                [], [], ["0 /a length.tooShort", "1 /b integer.notWhole", "2 /a required.missing"],
                [0, 1, 2]
            ),
            (["length"], [], ["0 /a length.tooShort"], [0]),
            ([], ["length.tooShort", "required"], ["1 /b integer.notWhole"], [1]),
        ] as [([String], [String], [String], [Int])])
    func findingsThatDoNotCountLeaveTheirRecordsValid(
        select: [String], ignore: [String], findings: [String], invalid: [Int]
    ) {
        let library = Library(Self.rules, select: select, ignore: ignore)
        let found = library.check(lines: "a,b\nx,1\nxx,y\n,2\n", format: UInt32(ASSAY_FORMAT_CSV))
        #expect(found == findings)
        #expect(library.invalid.rows == invalid)
        #expect(library.check(json: "{").result.malformed_count == 1)
    }

    @Test(arguments: [([], [0, 1]), (["record.unknownField"], [])] as [([String], [Int])])
    func aHeaderIsFilteredAsRecordsAre(ignore: [String], invalid: [Int]) {
        let library = Library(
            "assay: 1\nunknownFields: reject\nfields:\n  a: required", ignore: ignore)
        let found = library.check(lines: "a,c\n1,2\n3,4\n", format: UInt32(ASSAY_FORMAT_CSV))
        #expect(found.count == (invalid.isEmpty ? 0 : 1))
        #expect(library.invalid.rows == invalid)
    }

    @Test(arguments: [
        (
            UInt32(ASSAY_FORMAT_CSV), "a,b\r\nxx,1\r\nx,2\r\n\"x\ny\",3",
            "a,b\r\nxx,1\r\n\"x\ny\",3\n", "a,b\r\nx,2\r\n"
        ),
        (UInt32(ASSAY_FORMAT_CSV), "a,b", "a,b\n", "a,b\n"),
        (
            UInt32(ASSAY_FORMAT_NDJSON), "{\"a\":\"xx\"}\n{\"a\": 1\n{}\n", "{\"a\":\"xx\"}\n",
            "{\"a\": 1\n{}\n"
        ),
        (UInt32(ASSAY_FORMAT_JSON), "[]", "[]\n", "[]\n"),
        (
            UInt32(ASSAY_FORMAT_JSON), "[{\"a\":\"xx\"}, {}, {\"a\":\"yy\"}]",
            "[\n{\"a\":\"xx\"},\n{\"a\":\"yy\"}\n]\n", "[\n{}\n]\n"
        ),
    ])
    func recordsAreSplitAsTheyAre(format: UInt32, text: String, valid: String, invalid: String) {
        let library = Library(Self.rules)
        library.splits = true
        _ = library.check(lines: text, format: format)
        #expect(library.end == ASSAY_END)
        #expect(library.split.valid == valid)
        #expect(library.split.invalid == invalid)
    }

    @Test(arguments: [UInt32(ASSAY_FORMAT_NDJSON), UInt32(ASSAY_FORMAT_JSON)])
    func partsGoOnWithEachOther(format: UInt32) {
        let library = Library(Self.rules)
        library.splits = true
        let records = (0..<40_000).map { "{\"a\":\"\($0 % 3 == 0 ? "" : "x")\($0 % 10)\"}" }
        let isArray = format == ASSAY_FORMAT_JSON
        let text =
            isArray
            ? "[\n\(records.joined(separator: ",\n"))\n]\n" : records.joined(separator: "\n") + "\n"
        _ = library.check(lines: text, format: format)
        #expect(library.end == ASSAY_END)
        for (found, isValid) in [(library.split.valid, true), (library.split.invalid, false)] {
            let wanted = records.indices.filter { ($0 % 3 != 0) == isValid }.map { records[$0] }
            #expect(
                found
                    == (isArray
                        ? "[\n\(wanted.joined(separator: ",\n"))\n]\n"
                        : wanted.joined(separator: "\n") + "\n"))
        }
    }

    @Test func recordsOfNoPartAreAnError() {
        let library = Library(Self.rules)
        #expect(library.records(UInt32(ASSAY_RECORDS_VALID)).isEmpty)
        #expect(library.errorText.contains("\"call.state\",\"message\":\"no lines were checked\""))
        _ = library.check(lines: "a,b\nxx,1\n", format: UInt32(ASSAY_FORMAT_CSV))
        _ = library.check(json: "{}")
        #expect(library.records(UInt32(ASSAY_RECORDS_VALID)).isEmpty)
        #expect(
            library.errorText.contains("the session's last check was not that of a part of lines"))
        #expect(library.records(2).isEmpty)
        #expect(library.errorText.contains("'which' is 2"))
    }

    @Test func textInAnotherEncodingIsDecoded() {
        let library = Library("assay: 1\nfields:\n  a: required, length(1...1)")
        let latin: [UInt8] = Array("a\n".utf8) + [0xE9, 0x0A]
        func check(_ encoding: String) -> String {
            latin.withUnsafeBufferPointer { bytes in
                withText(encoding) { encoding in
                    let found = library.check(lines: "", format: UInt32(ASSAY_FORMAT_CSV)) {
                        $0.bytes = assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count))
                        $0.encoding = encoding
                    }
                    return library.end == ASSAY_END ? found.joined() : library.errorText
                }
            }
        }
        #expect(
            check("latin-9").contains(
                "'encoding' is 'latin-9', expected one of utf-8, utf-16, utf-16le, utf-16be, latin-1, "
                    + "windows-1252"))
        #expect(check("") == "0  record.malformed")
        #expect(check("latin-1").isEmpty)
        #expect(check("ISO-8859-1").isEmpty)
    }
}
