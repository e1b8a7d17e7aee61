// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import CAssay
import Testing

/// Record batches with one column of texts, `a`, whose parts can be wrong.
struct ArrowTests {
    private struct Batch {
        var offsets: [Int32] = [0, 2, 2, 5]
        var length: Int64 = 3
        var offset: Int64 = 0
        var nullCount: Int64 = 0
        var bufferCount: Int64 = 3
        var format = "u"
        var text = "okbad"
    }

    /// A batch of one value of 64 bits.
    private static func batch(of word: Int64, format: String) -> Batch {
        Batch(
            offsets: [Int32(truncatingIfNeeded: word), Int32(truncatingIfNeeded: word >> 32)],
            length: 1, bufferCount: 2, format: format)
    }

    /// Checks a batch.
    private func check(_ batch: Batch, with library: Library) -> assay_rc {
        batch.offsets.withUnsafeBytes { offsets in
            Array(batch.text.utf8).withUnsafeBytes { data in
                var buffers: [UnsafeRawPointer?] = [nil, offsets.baseAddress, data.baseAddress]
                return buffers.withUnsafeMutableBufferPointer { buffers in
                    batch.format.withCString { format in
                        "a".withCString { name in
                            var schema = ArrowSchema()
                            schema.format = format
                            schema.name = name
                            schema.release = { _ in }
                            var array = ArrowArray()
                            array.length = batch.length
                            array.offset = batch.offset
                            array.null_count = batch.nullCount
                            array.n_buffers = batch.bufferCount
                            array.buffers = buffers.baseAddress
                            array.release = { _ in }
                            return check(&schema, &array, with: library)
                        }
                    }
                }
            }
        }
    }

    private func check(
        _ column: inout ArrowSchema, _ values: inout ArrowArray, with library: Library
    ) -> assay_rc {
        let rows = values.length
        return withUnsafeMutablePointer(to: &column) { column in
            withUnsafeMutablePointer(to: &values) { values in
                var columns: [UnsafeMutablePointer<ArrowSchema>?] = [column]
                var arrays: [UnsafeMutablePointer<ArrowArray>?] = [values]
                var none: [UnsafeRawPointer?] = [nil]
                return columns.withUnsafeMutableBufferPointer { columns in
                    arrays.withUnsafeMutableBufferPointer { arrays in
                        none.withUnsafeMutableBufferPointer { none in
                            "+s".withCString { format in
                                var schema = ArrowSchema()
                                schema.format = format
                                schema.n_children = 1
                                schema.children = columns.baseAddress
                                schema.release = { _ in }
                                var array = ArrowArray()
                                array.length = rows
                                array.n_buffers = 1
                                array.buffers = none.baseAddress
                                array.n_children = 1
                                array.children = arrays.baseAddress
                                array.release = { _ in }
                                return library.check(&schema, &array).rc
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func textsAreRowsOfTheBatch() {
        let library = Library("assay: 1\nfields:\n  a: required, length(...2)")
        #expect(check(Batch(), with: library) == ASSAY_OK)
        #expect(library.findings == ["1 /a required.empty", "2 /a length.tooLong"])
    }

    @Test(arguments: [("reject", [0, 1, 2]), ("warn", [])])
    func rowsWithAColumnThatIsRejectedAreInvalid(policy: String, rows: [Int]) {
        let library = Library("assay: 1\nunknownFields: \(policy)\nfields: {b: prohibited}")
        #expect(check(Batch(), with: library) == ASSAY_OK)
        #expect(library.findings.count == 1)
        #expect(library.invalid.rows == rows)
        #expect(library.invalid.count == rows.count)
    }

    private static let other = "assay: 1\nfields: {a: length(...9), aa: length(...2)}"

    @Test func aFieldWithoutAColumnIsAnError() {
        let library = Library(Self.other)
        #expect(check(Batch(), with: library) == ASSAY_E_INPUT)
        #expect(
            library.errorText
                == #"{"code":"column.missing","message":"the table has no column 'aa'","help":"it has 'a'"}"#
        )
        let prohibited = Library("assay: 1\nfields: {a: required, b: prohibited}")
        #expect(check(Batch(), with: prohibited) == ASSAY_OK)
    }

    @Test func aColumnMayBeMissingIfThatIsAllowed() {
        let library = Library(Self.other, flags: ASSAY_SESSION_ALLOW_MISSING_COLUMNS)
        #expect(check(Batch(), with: library) == ASSAY_OK)
        #expect(library.findings == [])
        #expect(library.neverSeen == #"[{"field":"aa","names":[]}]"#)
    }

    @Test(arguments: [
        ("{other: required}", "no column 'other', which is all"),
        (
            "{aa: required, other: digits}",
            "no columns 'aa' (did you mean 'a'?) and 'other', which are all"
        ),
    ])
    func notOneColumnIsAnErrorWhateverIsAllowed(fields: String, words: String) {
        let library = Library(
            "assay: 1\nfields: \(fields)", flags: ASSAY_SESSION_ALLOW_MISSING_COLUMNS)
        #expect(check(Batch(), with: library) == ASSAY_E_INPUT)
        #expect(
            library.errorText
                == #"{"code":"column.noneThere","message":"the table has \#(words) that the rules must have","#
                + #""help":"it has 'a'"}"#)
    }

    @Test func aSchemaAloneHasTheErrorsOfItsColumns() {
        var schema = ArrowSchema()
        "+s".withCString { format in
            schema.format = format
            schema.release = { _ in }
            let library = Library("assay: 1\nfields: {a: required}")
            #expect(library.check(&schema, nil).rc == ASSAY_E_INPUT)
            #expect(library.errorText.contains(#""help":"it has no column at all""#))
            let empty = Library("assay: 1\nfields: {a: prohibited}")
            let (rc, result) = empty.check(&schema, nil)
            #expect(rc == ASSAY_OK)
            #expect(result.record_count == 0)
        }
    }

    @Test func textsHaveOtherCharactersToo() {
        let library = Library("assay: 1\nfields:\n  a: required, length(...2)")
        let batch = Batch(offsets: [0, 3, 5, 8], text: "xéöyyy")
        #expect(check(batch, with: library) == ASSAY_OK)
        #expect(library.findings == ["2 /a length.tooLong"])
    }

    /// A column of 64-bit values; texts of moments and numbers are told by the rule that they pass.
    @Test(arguments: [
        ("tss:", Int64.min, "-292277022657-01-27T08:29:52"),
        ("tsm:", Int64.min, "-292275055-05-16T16:47:04.192"),
        ("tsu:", Int64.min, "-290308-12-21T19:59:05.224192"),
        ("tsn:", Int64.min, "1677-09-21T00:12:43.145224192"),
        ("tsu:UTC", -Int64.max, "-290308-12-21T19:59:05.224193Z"),
        ("tss:", Int64.max, "292277026596-12-04T15:30:07"),
        ("tsm:", -1, "1969-12-31T23:59:59.999"), ("tsm:UTC", 0, "1970-01-01T00:00:00Z"),
        ("ttu", Int64.min, "-2562047789:59:05.224192"), ("ttn", -1, "-1:59:59.999999999"),
        ("ttn", 86_399_999_999_999, "23:59:59.999999999"),
        ("tdm", Int64.min, "-292275055-05-16"), ("tdm", -1, "1969-12-31"),
        ("g", Int64(bitPattern: Double.infinity.bitPattern), "Infinity"),
        ("g", Int64(bitPattern: (-Double.infinity).bitPattern), "-Infinity"),
    ])
    private func theOutermostValuesAreTexts(format: String, value: Int64, text: String) {
        let library = Library(#"{"assay":1,"fields":{"a":"required, oneOf(\"\#(text)\")"}}"#)
        #expect(check(Self.batch(of: value, format: format), with: library) == ASSAY_OK)
        #expect(library.findings.isEmpty)
        let other = Library(#"{"assay":1,"fields":{"a":"required, oneOf(\"\#(text)x\")"}}"#)
        #expect(check(Self.batch(of: value, format: format), with: other) == ASSAY_OK)
        #expect(other.findings == ["0 /a oneOf.other"])
    }

    @Test func anInfinityIsNoNumber() {
        let library = Library("assay: 1\nfields:\n  a: range(0...2)")
        let infinity = Int64(bitPattern: Double.infinity.bitPattern)
        #expect(check(Self.batch(of: infinity, format: "g"), with: library) == ASSAY_OK)
        #expect(library.findings == ["0 /a range.kind"])
        let notANumber = Int64(bitPattern: Double.nan.bitPattern)
        #expect(check(Self.batch(of: notANumber, format: "g"), with: library) == ASSAY_OK)
        #expect(library.findings.isEmpty)
    }

    /// The specification says none; polars writes one.
    @Test(arguments: [0, 1] as [Int64])
    func aColumnOfNullsHasNoBuffersOrOne(count: Int64) {
        let library = Library("assay: 1\nfields:\n  a: required")
        let batch = Batch(length: 2, nullCount: 2, bufferCount: count, format: "n")
        #expect(check(batch, with: library) == ASSAY_OK)
        #expect(library.findings == ["0 /a required.missing", "1 /a required.missing"])
    }

    @Test(arguments: [
        ("nulls of three buffers", Batch(format: "n")),
        ("a text that ends within a character", Batch(offsets: [0, 2, 5, 8], text: "xéöyyy")),
        ("a falling offset", Batch(offsets: [0, 3, 2, 5])),
        ("a negative offset", Batch(offsets: [-1, 2, 2, 5])),
        ("a negative length", Batch(length: -1)), ("a huge length", Batch(length: .max)),
        ("a huge offset", Batch(offset: .max)), ("more nulls than rows", Batch(nullCount: 4)),
        ("nulls without a bitmap", Batch(nullCount: 1)),
        ("too few buffers", Batch(bufferCount: 2)), ("no buffers", Batch(bufferCount: 0)),
        ("an unknown format", Batch(format: "w:3")), ("an empty format", Batch(format: "")),
        ("a struct without children", Batch(bufferCount: 3, format: "+s")),
        ("a list without elements", Batch(bufferCount: 2, format: "+l")),
    ])
    private func anArrayThatContradictsItselfIsAnError(name: String, batch: Batch) {
        let library = Library("assay: 1\nfields:\n  a: required")
        #expect(check(batch, with: library) == ASSAY_E_ARROW, "\(name)")
        #expect(library.errorText.contains("arrow."))
        #expect(check(Batch(), with: library) == ASSAY_OK)
    }
}
