// SPDX-License-Identifier: Apache-2.0

import AssayPluginABI
import CRecordReader
import Testing
import TestRandomness

/// A path as keys and indexes.
private enum Step {
    case key(String)
    case index(UInt64)
}

/// The text that is located, and how many steps of the path were found.
private func locate(_ record: String, _ path: [Step]) -> (String, UInt32) {
    let keys = path.map { step in
        if case .key(let key) = step { key } else { "" }
    }
    return withKeys(keys) { strings in
        let steps = zip(path, strings).map { step, string in
            if case .index(let index) = step {
                reader_step(key: assay_str(), index: index, is_index: 1, reserved: 0)
            } else {
                reader_step(key: string, index: 0, is_index: 0, reserved: 0)
            }
        }
        let bytes = Array(record.utf8)
        var range = reader_range()
        let found = reader_locate_json(
            bytes, UInt64(bytes.count), steps, UInt32(steps.count), &range)
        let part = bytes[Int(range.offset)..<Int(range.offset + range.length)]
        return (String(decoding: part, as: UTF8.self), found)
    }
}

@Suite struct LocateTests {
    private static let record =
        #" { "a" : {"b":[1, "x,]" ,{"c\n":true}]}, "é":-1.5 , "d":1,"d":[] } "#

    @Test fileprivate func valuesAreFoundByTheirPath() {
        let cases: [([Step], String, UInt32)] = [
            ([], Self.record, 0),
            ([.key("a")], #"{"b":[1, "x,]" ,{"c\n":true}]}"#, 1),
            ([.key("a"), .key("b"), .index(0)], "1", 3),
            ([.key("a"), .key("b"), .index(1)], #""x,]""#, 3),
            ([.key("a"), .key("b"), .index(2), .key("c\n")], "true", 4),
            ([.key("é")], "-1.5", 1),
            ([.key("d")], "[]", 1),
        ]
        for (path, text, steps) in cases {
            let (located, found) = locate(Self.record, path)
            #expect(located == text)
            #expect(found == steps)
        }
    }

    @Test fileprivate func absentValuesGiveTheContainer() {
        let cases: [([Step], String, UInt32)] = [
            ([.key("zip")], Self.record, 0),
            ([.index(0)], Self.record, 0),
            ([.key("a"), .key("x")], #"{"b":[1, "x,]" ,{"c\n":true}]}"#, 1),
            ([.key("d"), .index(0)], "[]", 1),
            ([.key("é"), .key("x"), .key("y")], "-1.5", 1),
        ]
        for (path, text, steps) in cases {
            let (located, found) = locate(Self.record, path)
            #expect(located == text)
            #expect(found == steps)
        }
    }

    @Test(
        arguments: [
            (0, "1", 1), (1, #""a,""b""#, 1), (2, "", 1), (3, "x", 1), (4, #"1,"a,""b",,x"#, 0),
        ] as [(UInt32, String, UInt32)])
    func cellsAreFound(cell: UInt32, text: String, found: UInt32) {
        let bytes = Array(#"1,"a,""b",,x"#.utf8)
        var range = reader_range()
        var dialect = reader_csv_dialect()
        dialect.delimiter = UInt8(ascii: ",")
        #expect(
            reader_locate_csv(bytes, UInt64(bytes.count), &dialect, cell, &range) == found)
        let part = bytes[Int(range.offset)..<Int(range.offset + range.length)]
        #expect(String(decoding: part, as: UTF8.self) == text)
    }

    /// Whatever the length: bytes are counted sixteen at a time, and so many times before they are added.
    @Test func codePointsAndLineBreaksAreCounted() {
        var random = SeededNumbers(seed: 3)
        let kinds: [[UInt8]] = [[0x0A], [0x80], [0xBF, 0x0A], [0x0A, 0x61, 0xC3, 0x80, 0x22]]
        for length in Array(0...100) + [4079, 4080, 4081, 4096, 9001] {
            for kind in kinds {
                let bytes = (0..<length).map { _ in kind.randomElement(using: &random) ?? 0 }
                let expected = [
                    UInt64(bytes.count { $0 & 0xC0 != 0x80 }), UInt64(bytes.count { $0 == 0x0A }),
                ]
                var breaks: UInt64 = 0
                // What comes after it is read and does not count.
                let points = reader_count_text(
                    bytes + Array(repeating: kind[0], count: 16), UInt64(length), &breaks)
                #expect([points, breaks] == expected)
                let alone = [
                    reader_count_code_points(bytes, UInt64(length)),
                    reader_count_line_breaks(bytes, UInt64(length)),
                ]
                #expect(alone == expected)
            }
        }
    }
}
