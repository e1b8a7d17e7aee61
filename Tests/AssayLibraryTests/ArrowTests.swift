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

    @Test func textsHaveOtherCharactersToo() {
        let library = Library("assay: 1\nfields:\n  a: required, length(...2)")
        let batch = Batch(offsets: [0, 3, 5, 8], text: "xéöyyy")
        #expect(check(batch, with: library) == ASSAY_OK)
        #expect(library.findings == ["2 /a length.tooLong"])
    }

    @Test(arguments: [
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
