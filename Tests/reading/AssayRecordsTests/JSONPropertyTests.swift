// SPDX-License-Identifier: Apache-2.0

import CRecordReader
import Testing
import TestRandomness

/// Makes random records: their text in one of many spellings, and what must be read from it.
private struct RandomRecords {
    var random: SeededNumbers

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    mutating func space() -> String { pick(["", "", "", " ", "\t", "  ", "\r"]) }

    mutating func string() -> (text: String, value: String) {
        var text = "\""
        var value = ""
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let (written, read) = pick([
                ("a", "a"), ("b", "b"), (" ", " "), ("{", "{"), ("\\\"", "\""), ("\\\\", "\\"),
                ("é", "é"), ("日", "日"), ("🚀", "🚀"), ("\\u00e9", "é"), ("\\uD83D\\uDE80", "🚀"),
                ("\\n", "\n"), ("\\u0000", "\0"), ("/", "/"), ("\\/", "/"), (",", ","),
            ])
            text += written
            value += read
        }
        return (text + "\"", value)
    }

    mutating func number() -> (String, Read) {
        switch Int.random(in: 0..<5, using: &random) {
        case 4:
            let sign = pick(["", "-"])
            let whole = Int.random(in: 0..<pick([2, 1000, 1_000_000_000]), using: &random)
            let digits = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let text = "\(sign)\(whole).\(digits.joined())"
            return (text, .double(Double(text) ?? .nan, text: text))
        case 0:
            let number = Int64.random(in: -1000...1000, using: &random)
            return ("\(number)", .integer(number))
        case 1:
            let number = Int64.random(in: .min ... .max, using: &random)
            return ("\(number)", .integer(number))
        case 2:
            let number = UInt64.random(in: UInt64(Int64.max) + 1 ... .max, using: &random)
            return ("\(number)", .unsigned(number))
        default:
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { return ("0", .integer(0)) }
            let text = "\(number)"
            return (text, .double(number, text: text))
        }
    }

    mutating func value(depth: Int) -> (String, Read) {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
        case 0:
            let (text, value) = string()
            return (text, .string(value))
        case 1: return ("null", .null)
        case 2: return ("true", .bool(true))
        case 3, 4: return number()
        case 5:
            let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                value(depth: depth + 1)
            }
            return (joined("[", items.map(\.0), "]"), .array(items.map(\.1)))
        default:
            var members: [(String, Read.Member)] = []
            for index in 0..<Int.random(in: 0...4, using: &random) {
                let key = string()
                let (text, value) = value(depth: depth + 1)
                let name = "\"\(index)" + key.text.dropFirst()
                members.append(
                    (
                        name + space() + ":" + space() + text,
                        .init(key: "\(index)" + key.value, value: value)
                    ))
            }
            return (joined("{", members.map(\.0), "}"), .object(members.map(\.1)))
        }
    }

    mutating func joined(_ opening: String, _ parts: [String], _ closing: String) -> String {
        var result = opening + space()
        for (index, part) in parts.enumerated() {
            result += (index > 0 ? "," + space() : "") + part + space()
        }
        return result + closing
    }

    mutating func record(_ keys: [String]) -> (String, [Read]) {
        var columns = keys.map { _ in Read.absent }
        var parts: [String] = []
        for index in keys.indices.shuffled(using: &random) where pick([true, true, false]) {
            let (text, value) = value(depth: 1)
            columns[index] = value
            parts.append("\"\(keys[index])\"" + space() + ":" + space() + text)
        }
        if pick([true, false]) { parts.insert("\"unknown\":" + value(depth: 1).0, at: 0) }
        return (joined("{", parts, "}"), columns)
    }
}

private let keys = ["name", "a rather long key of a record", "k", "tags"]

@Suite struct JSONPropertyTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func randomRecordsAreReadAsTheyWereMeant(seed: UInt64) throws {
        var random = RandomRecords(random: SeededNumbers(seed: seed))
        let reader = try Reader(keys: keys)
        let records = (0..<60).map { _ in random.record(keys) }
        let batch = try reader.lines(records.map(\.0).joined(separator: "\n"))
        try #require(batch.rows.count == records.count)
        for (row, record) in zip(batch.rows, records) {
            #expect(row.reason == READER_OK, "\(record.0)")
            #expect(row.columns == record.1, "\(record.0)")
        }
    }

    /// Records of which some bytes have been changed at random.
    private func damagedLines(seed: UInt64) -> [UInt8] {
        var random = RandomRecords(random: SeededNumbers(seed: seed))
        var text = (0..<40).flatMap { _ in Array((random.record(keys).0 + "\n").utf8) }
        for _ in 0..<20 {
            let index = Int.random(in: 0..<text.count, using: &random.random)
            text[index] = random.pick(Array("\"\\{}[],:0\n\t \u{7F}".utf8) + [0, 0xFF, 0xC3])
        }
        return text
    }

    @Test(arguments: 100..<130 as Range<UInt64>)
    func resultIsTheSameHoweverTheTextIsCut(seed: UInt64) throws {
        let text = damagedLines(seed: seed)
        let whole = try Reader(keys: keys, reportUnknown: true).lines(text)
        let cutting = try Reader(keys: keys, reportUnknown: true)
        var random = SeededNumbers(seed: seed)
        var pieces = try cutting.lines([])
        var start = 0
        while start < text.count {
            let wanted = min(start + Int.random(in: 1...2000, using: &random), text.count)
            let newline = text[(wanted - 1)...].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline.map { $0 + 1 } ?? text.count
            pieces.append(try cutting.lines(Array(text[start..<end])), bytes: start)
            start = end
        }
        #expect(pieces == whole)
        #expect(!whole.rows.contains { $0.reason == READER_INTERNAL })
    }

    @Test(arguments: 200..<210 as Range<UInt64>)
    func paddingIsNeverRead(seed: UInt64) throws {
        let text = Array(damagedLines(seed: seed).dropLast(3))
        let reader = try Reader(keys: keys)
        let results = try [0, 0x20, 0x22, 0x2C, 0x31, 0x3A, 0x5C, 0x7D, 0xFF].map { padding in
            try reader.read(text, padding: padding) {
                reader_parse_ndjson(reader.parser, reader.projection, $0, $1, $2, &$3)
            }
        }
        #expect(results.allSatisfy { $0 == results[0] })
    }
}
