// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import AssayPluginABI
import CAssay
import Testing

/// Checks through the functions of assay.h.
struct CheckTests {
    private static let ruleSet = """
        assay: 1
        fields:
          email: required, email
          age: integer, range(18...120)
          tags[*]: length(...4)
        """

    @Test(arguments: [
        (#"{"email":"a@b.cc","age":20}"#, [String]()),
        (#"{"age":1}"#, ["0 /email required.missing", "0 /age range.tooSmall"]),
        (#"{"email":"a@b.cc","tags":["a","abcde"]}"#, ["0 /tags/1 length.tooLong"]),
        ("", ["0  record.malformed"]), ("[", ["0  record.malformed"]),
        ("\u{0}", ["0  record.malformed"]),
    ])
    func aRecordHasTheFindingsOfItsRules(json: String, expected: [String]) {
        let library = Library(Self.ruleSet)
        let (rc, result) = library.check(json: json)
        #expect(rc == ASSAY_OK)
        #expect(library.findings == expected)
        #expect(result.record_count == 1)
        #expect(result.invalid_count == (expected.isEmpty ? 0 : 1))
        #expect(result.invalid_rows?.pointee == (expected.isEmpty ? 0 : 1))
    }

    @Test func everyIssueOfARuleSetIsInOneError() {
        let library = Library("assay: 1\nfields: {a: nosuch, b: alsono}")
        #expect(library.session == nil)
        #expect(
            library.errorText.contains(
                #""code":"rules.issues","message":"the rule set has 2 issues"#))
        #expect(library.errorText.contains(#""field":"b","file":"<text>","line":2,"column":24"#))
    }

    @Test(arguments: [
        (ASSAY_FORMAT_NDJSON, "{\"email\":\"a@b.cc\"}\n{\"age\":1}\nx\n"),
        (ASSAY_FORMAT_JSON, "[{\"email\":\"a@b.cc\"},{\"age\":1},3]"),
    ])
    func linesAreNumberedFromZero(format: UInt32, text: String) {
        let expected = [
            "1 /email required.missing", "1 /age range.tooSmall", "2  record.malformed",
        ]
        #expect(Library(Self.ruleSet).check(lines: text, format: format) == expected)
    }

    @Test func absentFieldsOfPartialRecordsAreNotRequired() {
        let partial = Library(Self.ruleSet, flags: ASSAY_SESSION_PARTIAL)
        _ = partial.check(json: #"{"email":null,"age":1}"#)
        #expect(partial.findings == ["0 /email required.null", "0 /age range.tooSmall"])
        let (rc, result) = partial.check(json: "{}")
        #expect(rc == ASSAY_OK && result.invalid_count == 0)
        #expect(
            Library(Self.rulesOfCells, flags: ASSAY_SESSION_PARTIAL)
                .check(lines: "email,x\n,1\n", format: ASSAY_FORMAT_CSV)
                == ["0 /email required.missing"])
    }

    /// Lines and tables are data sets, and a record by itself is none.
    @Test func linesAreNotCheckedWithRulesAboutRecords() {
        let library = Library(
            "assay: 1\nfields: {email: required}\nrecords: ['unique(id)', count(1...)]")
        #expect(library.check(lines: "email,id\na,1\na,1\n", format: ASSAY_FORMAT_CSV) == [])
        #expect(
            library.errorText.contains(
                "rules about records are not checked here, and the rule set has unique(id), count(1...)"
            ),
            "\(library.errorText)")
        #expect(library.errorText.contains("records.unchecked"))
        let (rc, result) = library.check(json: #"{"email":"a"}"#)
        #expect(rc == ASSAY_OK && result.invalid_count == 0)
    }

    @Test func membersThatNoRuleNamesAreReported() {
        let library = Library(
            "assay: 1\nunknownFields: reject\nfields: {address.zip: string}")
        let (_, result) = library.check(json: #"{"address":{"isAdmin":true}}"#)
        #expect(library.findings == ["0 /address/isAdmin record.unknownField"])
        #expect(result.invalid_count == 1)
    }

    /// Rules for cells, which are no arrays.
    private static let rulesOfCells = "assay: 1\nfields: {email: required, age: integer}"

    @Test func wrongDialectsAreErrors() {
        let library = Library(Self.rulesOfCells)
        func error(_ format: UInt32, _ set: (inout assay_lines) -> Void) -> String {
            #expect(library.check(lines: "email,age\nx,1\n", format: format, set) == [])
            return library.errorText
        }
        #expect(
            error(ASSAY_FORMAT_CSV) { $0.comment = 200 }.contains(
                "'lines->comment' is no ASCII character: 200"))
        #expect(
            error(ASSAY_FORMAT_CSV) {
                $0.quote = 39
                $0.flags = ASSAY_LINES_NO_QUOTES
            }.contains("'lines->quote' is given with ASSAY_LINES_NO_QUOTES"))
        #expect(error(ASSAY_FORMAT_CSV) { $0.null_count = 1 }.contains("'lines->nulls' is NULL"))
        #expect(
            error(ASSAY_FORMAT_CSV) { $0.escape = 34 }.contains(
                "the options for CSV contradict one another: the escape must differ from the quote")
        )
        #expect(
            error(ASSAY_FORMAT_NDJSON) { $0.skip_lines = 1 }.contains(
                "cannot read '<bytes>' with options for CSV: its format is ndjson"))
    }

    @Test func dialectsOfCSVAreRead() {
        let library = Library(Self.rulesOfCells)
        #expect(library.notes == "")
        let text = "title\nemail,age\n# note\n5\" pipe, 7\n\"a\nb\",NULL\nNULL,1\nTotal\n"
        let found = Array("NULL".utf8).withUnsafeBufferPointer { word in
            withUnsafePointer(to: assay_str(ptr: word.baseAddress, len: UInt64(word.count))) {
                null in
                library.check(
                    lines: text, format: ASSAY_FORMAT_CSV,
                    flags: ASSAY_LINES_LAZY_QUOTES | ASSAY_LINES_SKIP_INITIAL_SPACE
                ) {
                    $0.skip_lines = 1
                    $0.skip_last_lines = 1
                    $0.comment = 35
                    $0.nulls = null
                    $0.null_count = 1
                }
            }
        }
        #expect(found == ["2 /email required.missing"])
        #expect(
            library.notes
                == #"{"skippedLines":2,"comments":1,"warnings":[{"code":"cell.severalLines","#
                + #""message":"the cell at line 5, column 1 has 2 lines, and no other cell has more than one","#
                + #""help":"if its quote was left open, close it; the option single-line ends every record "#
                + #"with its line"}]}"#)
    }

    @Test func aCSVWithoutTheColumnsIsAnError() {
        let library = Library(Self.rulesOfCells)
        #expect(library.check(lines: "a,b\n1,2\n", format: ASSAY_FORMAT_CSV) == [])
        #expect(
            library.errorText
                == #"{"code":"column.noneThere","message":"'<bytes>' has no columns 'email' and 'age', "#
                + #"which are all that the rules must have","help":"its header has 'a', 'b'"}"#)
        #expect(library.check(lines: "age,mail\n1,2\n", format: ASSAY_FORMAT_CSV) == [])
        #expect(
            library.errorText
                == #"{"code":"column.missing","message":"'<bytes>' has no column 'email' "#
                + #"(did you mean 'mail'?)","help":"its header has 'age', 'mail'"}"#)
    }

    /// Every record is valid, invalid, undecided or malformed.
    @Test(arguments: [
        (
            ASSAY_FORMAT_NDJSON, "{\"a\":1}\n{\"a\":\"x\"}\nx\n{\"a\":2,\"a\":3}\n",
            [4, 3, 0, 1, 0, 1, 1]
        ),
        (ASSAY_FORMAT_JSON, "[{\"a\":1},3,{\"b\":1}]", [3, 2, 0, 1, 1, 0, 1]),
        (ASSAY_FORMAT_JSON, "[{\"a\":1}] x", [1, 0, 0, 0, 0, 0, 1]),
        (ASSAY_FORMAT_CSV, "a\n1\n\"x\n", [2, 1, 0, 1, 0, 0, 1]),
        (ASSAY_FORMAT_CSV, "a\n", [0, 0, 0, 0, 0, 0, 0]),
    ])
    func everyRecordIsCountedOnce(format: UInt32, text: String, numbers: [UInt64]) {
        let library = Library("assay: 1\nunknownFields: reject\nfields: {a: integer}")
        _ = library.check(lines: text, format: format)
        let total = library.total
        #expect(
            [
                total.record_count, total.invalid_count, total.undecided_count,
                total.malformed_record_count, total.issue_counts.1, total.issue_counts.2,
                total.issue_counts.3,
            ] == numbers)
    }

    @Test func aMalformedRecordAloneIsCounted() {
        let library = Library(Self.ruleSet)
        let result = library.check(json: "[").result
        #expect(result.malformed_record_count == 1 && result.invalid_count == 1)
        #expect(result.issue_counts.3 == 1 && result.undecided_count == 0)
    }

    @Test(arguments: [
        ("", 1, "0 records were read, but at least 1 must be there"),
        ("{\"email\":\"a@b.cc\"}\n", 2, "1 record was read, but at least 2 must be there"),
        ("{}\n{}\n", UInt64.max, "2 records were read, but at least \(UInt64.max) must be there"),
    ])
    func tooFewRecordsAreAnError(text: String, least: UInt64, message: String) {
        let library = Library(Self.ruleSet)
        _ = library.check(lines: text, format: ASSAY_FORMAT_NDJSON, least: least)
        #expect(library.end == ASSAY_E_INPUT)
        #expect(
            library.errorText == #"{"code":"input.tooFewRecords","message":"\#(message)"}"#)
        _ = library.check(
            lines: text, format: ASSAY_FORMAT_NDJSON, least: UInt64(library.total.record_count))
        #expect(library.end == ASSAY_END)
    }

    /// Programs that were compiled with the first header do not know the last member.
    @Test func anInputOfTheFirstVersionExpectsNoRecords() {
        let library = Library(Self.ruleSet)
        withText("") { text in
            var input = assay_lines()
            input.struct_size = 56
            input.format = ASSAY_FORMAT_NDJSON
            input.descriptor = -1
            input.bytes = text
            input.minimum_records = 5
            var result = Library.emptyResult
            result.struct_size = 112
            result.undecided_count = 77
            #expect(assay_lines_open(library.session, &input, nil) == ASSAY_OK)
            #expect(assay_lines_next(library.session, &result, nil) == ASSAY_END)
            #expect(result.undecided_count == 77)
        }
    }

    @Test func aFieldWithAnotherNameIsNeverSeen() {
        let library = Library(Self.ruleSet)
        #expect(library.neverSeen == "")
        #expect(library.errorText.contains(#""code":"call.state""#))
        _ = library.check(
            lines: "{\"email\":\"a@b.cc\",\"agee\":1}\n", format: ASSAY_FORMAT_NDJSON)
        #expect(
            library.neverSeen
                == #"[{"field":"age","names":["agee"],"nearest":"agee"},"#
                + #"{"field":"tags[*]","names":["agee"]}]"#)
        _ = library.check(json: "{}")
        #expect(library.neverSeen.contains("agee"))
    }

    @Test(arguments: [
        ("{\"email\":\"a@b.cc\"}\n", "[]"),
        (
            "{\"email\":\"a@b.cc\"}\n{\"email\":\"a@b.cc\"}\n",
            #"[{"field":"age","names":[]},{"field":"tags[*]","names":[]}]"#
        ),
        ("{\"age\":null,\"tags\":[1],\"email\":\"\"}\n", "[]"), ("", "[]"), ("x\ny\n", "[]"),
    ])
    func optionalFieldsAreMissedFromTheSecondRecordOn(text: String, expected: String) {
        let library = Library(Self.ruleSet)
        _ = library.check(lines: text, format: ASSAY_FORMAT_NDJSON)
        #expect(library.neverSeen == expected)
    }

    @Test func aColumnThatMayBeMissingIsNeverSeen() {
        let library = Library(Self.rulesOfCells)
        let found = library.check(
            lines: "email,agee\na@b.cc,1\n", format: ASSAY_FORMAT_CSV,
            flags: ASSAY_LINES_ALLOW_MISSING_COLUMNS)
        #expect(found == [])
        #expect(
            library.neverSeen
                == #"[{"field":"age","names":["agee"],"nearest":"agee"}]"#)
        _ = library.check(lines: "email,age\na@b.cc,\n", format: ASSAY_FORMAT_CSV)
        #expect(library.neverSeen == "[]")
    }

    @Test func aCSVThatTheRulesCannotCheckIsAnError() {
        let library = Library("assay: 1\nfields: {qty: notEquals(0)}")
        #expect(library.check(lines: "qty\n0\n", format: ASSAY_FORMAT_CSV) == [])
        #expect(
            library.errorText.hasPrefix(
                #"{"code":"field.unread","message":"cannot check '<bytes>'"#))
    }

    @Test func namesInsideOfASensitiveValueAreNotShown() {
        let library = Library(
            "assay: 1\nfields:\n  secret: {rules: object, sensitive: true}\n  secret.pin: digits")
        _ = library.check(
            lines: "{\"secret\":{\"hunter\":1}}\n{\"secret\":{\"hunter\":1}}\n",
            format: ASSAY_FORMAT_NDJSON)
        #expect(library.neverSeen == #"[{"field":"secret.pin","names":[]}]"#)
    }

    /// A column that is rejected is one finding, and every record has it.
    @Test(arguments: [("reject", [0, 1, 2]), ("warn", [1]), ("allow", [1])])
    func recordsOfARejectedHeaderAreInvalid(policy: String, rows: [Int]) {
        let library = Library("assay: 1\nunknownFields: \(policy)\nfields: {a: digits}")
        let found = library.check(lines: "a,b\n1,2\nx,2\n3,2\n", format: ASSAY_FORMAT_CSV)
        #expect(
            found.filter { $0.hasSuffix("record.unknownField") }.count
                == (policy == "allow" ? 0 : 1))
        #expect(library.invalid.rows == rows)
        #expect(library.invalid.count == rows.count)
    }

    @Test func equalTextsHaveEqualNumbers() {
        let library = Library(Self.ruleSet)
        _ = library.check(json: #"{"email":1}"#)
        let first = library.firstFinding
        _ = library.check(json: #"{"email":2}"#)
        let second = library.firstFinding
        #expect(first.code.number > 0 && first.code.number == second.code.number)
        #expect(first.code.ptr == second.code.ptr)
        #expect(first.pointer.number != first.code.number)
    }

    /// Messages of their own and pointers of their own, beside texts that are kept.
    @Test func linesSayWhatIsOfEachFindingAlone() {
        let library = Library(
            #"""
            assay: 1
            fields:
              a:
                - {rule: length(3...20), message: "{value} is no name"}
              b[*]: length(...1)
            """#)
        func lines(_ name: String, _ text: String) -> String {
            #"{"record":1,"pointer":"/a","field":"a","rule":"length","code":"length.tooShort","#
                + #""severity":"error","message":"\#(name) is no name","#
                + #""parameters":{"min":3,"max":20,"unit":"characters"},"value":"\#(name)"}"# + "\n"
                + #"{"record":1,"pointer":"/b/1","field":"b[*]","rule":"length","#
                + #""code":"length.tooLong","severity":"error","#
                + #""message":"must have at most 1 character","#
                + #""parameters":{"max":1,"unit":"characters"},"value":"\#(text)"}"# + "\n"
        }
        for (name, text) in [("x", "22"), ("yé", "333"), (#"\""#, "22")] {
            _ = library.check(json: #"{"a":"\#(name)","b":["1","\#(text)"]}"#)
            #expect(library.json(ASSAY_JSON_LINES) == lines(name, text))
        }
    }

    @Test func problemDetailsLeaveOutWarnings() {
        let library = Library(
            "assay: 1\nfields:\n  a:\n    - {rule: required, severity: warning}\n  b: required")
        _ = library.check(json: "{}")
        #expect(
            library.json(ASSAY_JSON_PROBLEM)
                == ##"{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"1 error","##
                + ##""errors":[{"detail":"is required","pointer":"#/b","code":"required.missing","rule":"required","##
                + ##""parameters":{"trim":true}}]}"##)
    }

    @Test func callsOutOfOrderAreErrors() {
        let library = Library(Self.ruleSet)
        #expect(library.json(ASSAY_JSON_LINES) == "")
        #expect(library.errorText.contains(#""code":"call.state""#))
        var result = Library.emptyResult
        #expect(assay_lines_next(library.session, &result, nil) == ASSAY_E_STATE)
        #expect(assay_check_json(nil, "", 0, &result, nil) == ASSAY_E_ARGUMENT)
        result.struct_size = 8
        #expect(assay_check_json(library.session, "", 0, &result, nil) == ASSAY_E_ARGUMENT)
    }

    // MARK: - Paths

    private static let zeroMessage =
        #" has a zero byte, which no path has: '/dev/null\u0000.ndjson'"}"#

    /// For the system, a path ends at a zero, so that another file would be read.
    @Test func aPathWithAZeroIsThatOfNoInput() {
        let library = Library(Self.ruleSet)
        withText("/dev/null\0.ndjson") { path in
            var input = assay_lines()
            input.struct_size = UInt32(MemoryLayout<assay_lines>.size)
            input.format = ASSAY_FORMAT_NDJSON
            input.descriptor = -1
            input.path = path
            #expect(library.open(&input) == ASSAY_E_ARGUMENT)
        }
        #expect(
            library.errorText
                == #"{"code":"call.argument","message":"'lines->path'"# + Self.zeroMessage)
    }

    @Test func aPathWithAZeroIsThatOfNoRuleSetAndNoPlugin() {
        let library = Library(Self.ruleSet)
        withText("/dev/null\0.ndjson") { path in
            #expect(library.compile(file: path) == ASSAY_E_ARGUMENT)
            #expect(
                library.errorText
                    == #"{"code":"call.argument","message":"'source'"# + Self.zeroMessage)
            #expect(library.loadPlugin(path) == ASSAY_E_ARGUMENT)
            #expect(
                library.errorText
                    == #"{"code":"call.argument","message":"'path'"# + Self.zeroMessage)
        }
    }

    @Test(arguments: [65_537, 1 << 40, UInt64.max])
    func moreRowsThanAreTakenAreAnError(rows: UInt64) {
        let library = Library("assay: 1\nfields:\n  a: required")
        var values = assay_values()
        values.struct_size = UInt32(MemoryLayout<assay_values>.size)
        values.row_count = rows
        values.column_count = 1
        #expect(library.check(&values).rc == ASSAY_E_ARGUMENT)
        #expect(library.errorText.contains("'values->row_count' is \(rows)"))
        #expect(library.check(json: "{}").result.finding_count == 1)
    }

    @Test func valuesOfTheCallerAreHeldToTheContract() {
        let library = Library("assay: 1\nfields:\n  a: required")
        let bytes: [UInt8] = [0xFF]
        var wrong: [assay_value] = []
        var kind = assay_value()
        kind.kind = 77
        wrong.append(kind)
        var number = assay_value()
        number.kind = ASSAY_F64
        number.as.f64 = .nan
        wrong.append(number)
        var null = assay_value()
        null.kind = ASSAY_STR
        null.len = 5
        wrong.append(null)
        bytes.withUnsafeBufferPointer { bytes in
            var text = assay_value()
            text.kind = ASSAY_STR
            text.as.ptr = bytes.baseAddress
            text.len = 1
            for value in wrong + [text] {
                withUnsafePointer(to: value) { value in
                    var column: UnsafePointer<assay_value>? = value
                    withUnsafePointer(to: &column) { columns in
                        var values = assay_values()
                        values.struct_size = UInt32(MemoryLayout<assay_values>.size)
                        values.row_count = 1
                        values.column_count = 1
                        values.columns = columns
                        #expect(library.check(&values).rc == ASSAY_E_ARGUMENT)
                        values.column_count = 2
                        #expect(library.check(&values).rc == ASSAY_E_ARGUMENT)
                    }
                }
            }
        }
        #expect(library.errorText.contains("column_count' is 2, and the rules have 1 columns"))
    }
}
