// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness
import Testing

@testable import AssayRecords

/// Arrow inputs, damaged ones first.
@Suite struct ArrowReaderTests {
    private static let fields = ["id", "text"]

    private func read(
        _ bytes: [UInt8], format: InputFormat? = nil, pieces: Int? = nil
    ) throws -> ArrowReading {
        try ArrowReading(bytes, fields: Self.fields, format: format, pieces: pieces)
    }

    private static func little(_ number: Int32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// The records of the samples.
    private static let records = [0, 10].flatMap { first in
        [
            #"{"id":\#(first + 1),"text":"\#(String(repeating: "ab", count: 40))\#(first)","tags":["x","y"],"word":"on"}"#,
            #"{"id":\#(first + 2),"text":"","word":"off"}"#,
            #"{"text":"\#(String(repeating: "ü", count: 30))","tags":[],"word":"on"}"#,
        ]
    }

    // MARK: - What cannot be read

    /// A stream may end after a message, and a file nowhere but at its end.
    @Test(arguments: [ArrowSamples.stream, ArrowSamples.zstdStream])
    func streamThatIsCutIsAnError(sample: ArrowSample) throws {
        let bytes = sample.bytes
        var wholeCuts = 0
        for count in 8..<bytes.count {
            let reading = try read(Array(bytes[..<count]))
            #expect(Self.records.starts(with: reading.lines))
            if reading.error == nil {
                wholeCuts += 1
            } else {
                let reason = try #require(reading.reason)
                #expect(
                    reason.hasPrefix("it ends at byte \(count), in the middle of "), "\(reason)")
            }
        }
        // After the schema, the dictionary, the two batches, and without the mark of the end.
        #expect(wholeCuts == 4)
    }

    @Test(arguments: [ArrowSamples.file, ArrowSamples.lz4File, ArrowSamples.polarsFile])
    func fileThatIsCutIsAnError(sample: ArrowSample) throws {
        let bytes = sample.bytes
        for count in 8..<bytes.count {
            let reading = try read(Array(bytes[..<count]))
            #expect(Self.records.starts(with: reading.lines))
            let reason = try #require(reading.reason, "\(count) bytes")
            #expect(reason.hasPrefix("it ends at byte \(count), "), "\(reason)")
        }
    }

    private static let samples: [ArrowSample] = [
        ArrowSamples.types, ArrowSamples.polarsFile, ArrowSamples.file, ArrowSamples.zstdStream,
        ArrowSamples.lz4File,
        ArrowSamples.moreWords, ArrowSamples.unread,
    ]

    /// Whatever is changed, reading ends, and neither crashes nor reads what is not there.
    @Test(arguments: samples, 1...4 as ClosedRange<UInt64>)
    func changedBytesAreRead(sample: ArrowSample, seed: UInt64) throws {
        let bytes = sample.bytes
        var random = SeededNumbers(seed: seed)
        var errors = 0
        for _ in 0..<200 {
            var changed = bytes
            for _ in 0...random.next(upperBound: 3 as UInt64) {
                let place = 8 + Int(random.next(upperBound: UInt64(bytes.count - 8)))
                let values: [UInt8] = [
                    0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: random.next()),
                ]
                changed[place] = values[Int(random.next(upperBound: UInt64(values.count)))]
            }
            let reading = try ArrowReading(changed, fields: ["id", "text", "bool", "word", "a"])
            errors += reading.error == nil ? 0 : 1
        }
        #expect(errors > 0)
    }

    private static let noArrow: [([UInt8], String)] = [
        ([], "it has no schema"),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], "it has no schema"),
        (
            Array("id,text\n1,2\n".utf8),
            "there is no message at byte 0, where the schema is expected"
        ),
        (
            [0xFF, 0xFF, 0xFF, 0xFF] + little(-8),
            "there is no message at byte 0, where the schema is expected"
        ),
        (
            [0xFF, 0xFF, 0xFF, 0xFF] + little(8) + [9, 0, 0, 0, 0, 0, 0, 0],
            "the schema: its metadata is damaged"
        ),
        (
            [0xFF, 0xFF, 0xFF, 0xFF] + little(16) + [1, 2],
            "it ends at byte 10, in the middle of the schema"
        ),
    ]

    @Test(arguments: noArrow)
    func whatIsNoArrowIsAnError(bytes: [UInt8], reason: String) throws {
        let reading = try read(bytes, format: .arrow)
        #expect(reading.reason == reason)
        #expect(reading.lines == [])
    }

    /// A frame with checksums of its blocks and its content, as the program lz4 writes it.
    @Test func aFrameOfLZ4IsComparedWithItsChecksums() {
        let text = String(
            repeating: String(repeating: "abcdefgh", count: 5) + "0123456789ABCDEF", count: 3)
        let whole = Array(text.utf8) + [UInt8](repeating: 0, count: 300)
        #expect(Self.unpacked(Self.frame, count: whole.count) == whole)
        #expect(Self.unpacked(Self.frame, count: whole.count - 1) == nil)
        #expect(Self.unpacked(Self.frame, count: whole.count + 1) == nil)
        // The version, the size of the block, a literal, a distance, and both checksums.
        for place in [4, 15, 21, 28, 71, 80] {
            var changed = Self.frame
            changed[place] ^= 0x80
            #expect(Self.unpacked(changed, count: whole.count) == nil, "\(place)")
        }
        for count in 0..<Self.frame.count {
            #expect(Self.unpacked(Array(Self.frame[..<count]), count: whole.count) == nil)
        }
    }

    private static func unpacked(_ frame: [UInt8], count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0xFF, count: count)
        let isWhole = frame.withUnsafeBytes { frame in
            bytes.withUnsafeMutableBytes { LZ4Frame.unpack(frame, into: $0) }
        }
        return isWhole ? bytes : nil
    }

    private static let frame: [UInt8] = [
        4, 34, 77, 24, 124, 64, 212, 1, 0, 0, 0, 0, 0, 0, 113, 52, 0, 0, 0, 143, 97, 98, 99, 100,
        101, 102, 103, 104, 8, 0, 13, 255, 1, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67,
        68, 69, 70, 48, 0, 13, 4, 32, 0, 15, 56, 0, 53, 31, 0, 1, 0, 255, 20, 80, 0, 0, 0, 0, 0,
        188, 179, 124, 183, 0, 0, 0, 0, 237, 255, 244, 201,
    ]

    @Test func whatFollowsAStreamIsAnError() throws {
        let bytes = ArrowSamples.stream.bytes + ArrowSamples.stream.bytes
        let reading = try read(bytes)
        #expect(reading.lines == Self.records)
        #expect(
            reading.reason
                == "after its end, at byte \(ArrowSamples.stream.bytes.count), there is other data")
    }

    /// A file whose footer lists another number of batches than it has.
    @Test func footerIsComparedWithTheBatches() throws {
        let reading = try read(ArrowSamples.otherFooter.bytes)
        #expect(reading.lines == Self.records)
        #expect(
            reading.reason == "its footer lists 1 record batch, and the file has 2 others")
    }

    @Test func aTextThatIsNotUTF8IsMalformed() throws {
        let reading = try read(ArrowSamples.brokenText.bytes)
        #expect(reading.lines.count == 3)
        #expect(reading.malformed == ["invalid UTF-8"])
        #expect(reading.error == nil)
    }

    /// A hundred records of a million numbers each, which are too long, in 3,000 bytes.
    @Test func aBatchIsNotReadWithoutEnd() throws {
        let bytes = ArrowSamples.shared.bytes
        let input = ArrowInput(
            NoBytes(), name: "test", first: bytes, hasEnded: true, error: nil)
        let reader = try ArrowReader(
            input, mostRecordBytes: 1 << 16, leastBatchBytes: 0, readings: .none)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        let error = #expect(throws: InputError.self) {
            while true {
                let got = try piece.withUnsafeMutableBytes { try reader.read(into: $0) }
                if got == 0 { break }
                count += got
            }
        }
        // The record that is too much is delivered.
        #expect((2_564_096..<2_564_096 + 2 << 16).contains(count))
        #expect(
            error?.description
                == "cannot read 'test' as Arrow: record batch 1: its 2504 bytes are records of more than "
                + "2564096 bytes")
    }

    private final class NoBytes: ByteReader {
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
    }

    @Test func aRecordThatIsTooLongIsMalformed() throws {
        let reading = try ArrowReading(ArrowSamples.stream.bytes, fields: Self.fields, maximum: 100)
        #expect(reading.malformed == ["longer than 100 bytes", "longer than 100 bytes"])
        #expect(reading.error == nil)
    }

    // MARK: - Columns

    @Test func aMissingColumnIsAnError() throws {
        let reading = try ArrowReading(ArrowSamples.stream.bytes, fields: ["id", "txt"])
        #expect(
            reading.error?.description == "'test' has no column 'txt' (did you mean 'text'?)")
        let allowed = try ArrowReading(
            ArrowSamples.stream.bytes, fields: ["id", "txt"], allowsMissingColumns: true)
        #expect(allowed.lines == Self.records)
        let none = try ArrowReading(
            ArrowSamples.stream.bytes, fields: ["other"], allowsMissingColumns: true)
        #expect(none.error?.description == "'test' has no column 'other'")
    }

    @Test func aColumnThatIsThereTwiceIsAnError() throws {
        let reading = try ArrowReading(ArrowSamples.twice.bytes, fields: ["a"])
        #expect(reading.error == InputError(.duplicateColumns(name: "test", columns: ["a"])))
    }

    @Test(arguments: [
        ("bin", "bin", "binary"), ("bigBin", "bigBin", "large_binary"),
        ("binView", "binView", "binary_view"), ("fixed", "fixed", "fixed_size_binary"),
        ("span", "span", "duration"), ("interval", "interval", "interval"),
        ("union", "union", "union"), ("sparse", "sparse", "union"),
        ("runs", "runs", "run_end_encoded"), ("object", "object.x", "binary"),
        ("map", "map", "map with keys that are no texts"), ("bins", "bins", "binary"),
    ])
    func aColumnOfATypeThatIsNotReadIsAnError(field: String, column: String, type: String) throws {
        let reading = try ArrowReading(ArrowSamples.unread.bytes, fields: ["a", field])
        #expect(reading.reason == "column '\(column)' has the type \(type), which is not read")
    }

    @Test func otherColumnsOfSuchTypesAreLeftOut() throws {
        let reading = try ArrowReading(ArrowSamples.unread.bytes, fields: ["a", "z"])
        #expect(reading.error == nil)
        #expect(reading.lines == [#"{"a":1,"z":"end"}"#, #"{"a":2,"z":"END"}"#])
    }

    @Test(arguments: [UnknownFieldPolicy.reject, .warn])
    func aColumnThatNoRuleIsAboutIsOneFinding(policy: UnknownFieldPolicy) throws {
        let reading = try ArrowReading(
            ArrowSamples.stream.bytes, fields: Self.fields, unknownFields: policy)
        #expect(reading.unknownColumns == ["/tags", "/word"])
        #expect(reading.malformed == [])
        #expect(reading.lines == Self.records)
    }

    // MARK: - Records

    @Test func everyTypeIsRead() throws {
        let reading = try ArrowReading(ArrowSamples.types.bytes, fields: ["bool"])
        #expect(reading.error == nil)
        #expect(
            reading.lines == [
                #"{"bool":true,"i8":-128,"u8":0,"i16":-32768,"u16":0,"i32":-2147483648,"u32":0,"#
                    + #""i64":-9223372036854775808,"u64":0,"f16":1.5,"f32":0.5,"f64":0.1,"d32":1.20,"#
                    + #""d128":12345678901234567890.5,"d256":10000000000000000000000000000000000000000,"#
                    + #""date32":"2024-02-29","date64":"2024-02-29","time32":"12:30:45","#
                    + #""time64":"12:30:45.123456","stamp":"2024-02-29T12:30:45.123456","#
                    + #""zoned":"2024-02-29T12:30:45.123Z","text":"a\"\\\n\u0001","large":"","#
                    + #""view":"short","word":"red","list":[1,2],"bigList":["a",null],"listView":[10,11],"#
                    + #""pair":[1,2],"object":{"a":1,"b":"x"},"map":{"k":1,"l":null}}"#,
                #"{"bool":false,"i8":127,"u8":255,"i16":32767,"u16":65535,"i32":2147483647,"#
                    + #""u32":4294967295,"i64":9223372036854775807,"u64":18446744073709551615,"f16":-2.0,"#
                    + #""f32":"-Infinity","d32":-0.05,"d128":-3.0,"d256":-7,"date32":"1969-12-31","#
                    + #""date64":"1969-12-31","time32":"00:00:00","time64":"00:00:00","#
                    + #""stamp":"1969-12-31T23:59:59","zoned":"2024-02-29T12:30:45.123Z","text":"é","#
                    + #""large":"xyz","view":"longer than twelve bytes","word":"green","list":[],"#
                    + #""bigList":[],"listView":[7],"pair":[3,4],"object":{"a":null,"b":"y"},"map":{}}"#,
                "{}",
            ])
    }

    private static let forms: [(ArrowSample, ArrowForm)] = [
        (ArrowSamples.stream, .stream), (ArrowSamples.file, .file),
        (ArrowSamples.polarsFile, .file),
        (ArrowSamples.zstdStream, .stream), (ArrowSamples.lz4File, .file),
    ]

    @Test(arguments: forms)
    func everyFormHasTheSameRecords(sample: ArrowSample, form: ArrowForm) throws {
        for pieces in [nil, 1, 7, 4096] {
            // The first piece tells the format, unless it is said.
            let reading = try read(
                sample.bytes, format: pieces == 1 || pieces == 7 ? .arrow : nil, pieces: pieces)
            #expect(reading.error == nil)
            #expect(reading.lines == Self.records)
            if pieces == nil { #expect(reading.form == form) }
        }
    }

    /// Streams from before Arrow 0.15 begin with the length of their first message.
    @Test func aStreamWithoutMarksIsReadIfItIsNamed() throws {
        let reading = try read(ArrowSamples.legacyStream.bytes, format: .arrow)
        #expect(reading.error == nil)
        #expect(reading.lines == Self.records)
    }

    @Test(arguments: [1, 64, 1000])
    func smallChunksHaveTheSameRecords(chunkBytes: Int) throws {
        let reading = try ArrowReading(
            ArrowSamples.stream.bytes, fields: Self.fields, chunkBytes: chunkBytes)
        #expect(reading.lines == Self.records)
    }

    @Test func aPlaceIsTheNumberOfARecord() throws {
        let reading = try read(ArrowSamples.stream.bytes)
        #expect(reading.sources.map(\.record) == [1, 2, 3, 4, 5, 6])
        #expect(reading.sources.allSatisfy { $0.line == 0 && $0.column == 0 })
    }

    @Test func aStreamWithoutBatchesHasNoRecords() throws {
        let reading = try read(ArrowSamples.noBatches.bytes)
        #expect(reading.error == nil)
        #expect(reading.lines == [])
    }

    private static let wordSamples: [(ArrowSample, [String])] = [
        (ArrowSamples.newWords, ["a", "b", "c", "b"]),
        (ArrowSamples.moreWords, ["a", "b", "a", "b", "c"]),
    ]

    @Test(arguments: wordSamples)
    func dictionariesAreReplacedAndExtended(sample: ArrowSample, words: [String]) throws {
        let reading = try ArrowReading(sample.bytes, fields: ["word"])
        #expect(reading.error == nil)
        #expect(reading.lines == words.map { #"{"word":"\#($0)"}"# })
    }
}
