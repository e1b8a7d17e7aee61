// SPDX-License-Identifier: Apache-2.0
import CAssay
import Testing

/// Arrow streams as inputs of records.
@Suite struct ArrowLinesTests {
    private static let rules = #"{"assay":1,"fields":{"name":"required","age":"range(18...120)"}}"#

    private func check(_ bytes: [UInt8], with library: Library) -> [String] {
        bytes.withUnsafeBufferPointer { bytes in
            library.check(lines: "", format: ASSAY_FORMAT_DETECT) {
                $0.bytes = assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count))
            }
        }
    }

    @Test func aStreamThatIsCutIsAnErrorWithItsPlace() {
        let library = Library(Self.rules)
        #expect(check(Array(ArrowSamples.people.bytes.dropLast(100)), with: library) == [])
        #expect(library.end == ASSAY_E_INPUT)
        #expect(
            library.errorText
                == #"{"code":"input.arrow","message":"cannot read '<bytes>' as Arrow: "#
                + #"it ends at byte 1348, in the middle of record batch 1"}"#)
    }

    @Test func aMissingColumnIsAnErrorThatNamesTheColumns() {
        let library = Library(#"{"assay":1,"fields":{"nam":"required"}}"#)
        #expect(check(ArrowSamples.people.bytes, with: library) == [])
        #expect(
            library.errorText.contains(
                #""help":"it has 'name', 'age', 'born', 'mail', 'address', 'tags'""#))
    }

    @Test func recordsAreChecked() {
        let library = Library(Self.rules)
        #expect(
            check(ArrowSamples.people.bytes, with: library) == [
                "1 /name required.empty", "1 /age range.tooSmall", "3 /name required.missing",
                "3 /age range.tooLarge",
            ])
        #expect(library.end == ASSAY_END)
        #expect(library.total.record_count == 4)
        #expect(library.invalid.rows == [1, 3])
    }
}
