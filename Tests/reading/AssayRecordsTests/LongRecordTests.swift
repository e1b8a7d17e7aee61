// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import Testing

/// Records that are longer than the limit are left out, one by one, wherever the input ends.
@Suite struct LongRecordTests {
    private static let long = String(repeating: "x", count: 5000)

    private func lines(_ text: String, _ format: InputFormat, chunkBytes: Int) throws -> [String] {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = chunkBytes
        options.maximumRecordBytes = 1000
        return try InputWalk(Array(text.utf8), options).entries.map(\.description)
            .filter { !$0.hasSuffix(" record") }
    }

    private static let tooLong = "record.malformed cannot be parsed: longer than 1000 bytes"
    private static let option = "; the option single-line ends every record with its line"
    private static let isMalformed = "record.malformed cannot be parsed:"

    private static let cases: [(InputFormat, String, [String])] = [
        // The input ends inside the element.
        (
            .json, "[{\"a\":1},{\"a\":\"" + long,
            [
                "#1 6+1 1:7 a=1", "#2 9+5006 1:10 " + tooLong,
                "#2 5015+0 1:5016 \(isMalformed) unterminated array",
            ]
        ),
        (.json, "{\"a\":\"" + long, ["#1 0+5006 1:1 " + tooLong]),
        (
            .json, "[" + long,
            ["#1 1+5000 1:2 " + tooLong, "#1 5001+0 1:5002 \(isMalformed) unterminated array"]
        ),
        // What follows has its column, and its line.
        (
            .json, "[{\"a\":\"\(long)\"}, {\"a\":2},\n{\"a\":\n\"\(long)\"} ,{\"a\":3}]",
            [
                "#1 1+5008 1:2 " + tooLong, "#2 5016+1 1:5017 a=2", "#3 5020+5009 2:1 " + tooLong,
                "#4 10036+1 3:5011 a=3",
            ]
        ),
        (
            .json, "[\(long){\"a\":1}\(long)]",
            [
                "#1 1+5000 1:2 " + tooLong,
                "#1 5001+0 1:5002 \(isMalformed) missing comma between elements",
                "#2 5006+1 1:5007 a=1",
                "#2 5008+0 1:5009 \(isMalformed) missing comma between elements",
                "#3 5008+5000 1:5009 " + tooLong,
            ]
        ),
        // A stray quote reaches to the end of the input.
        (
            .csv, "a,b\n1,2\n\"" + String(repeating: "3,4\n", count: 1000),
            [
                "#1 4+1 2:1 a=\"1\"", "#1 6+1 2:3 b=\"2\"",
                "#2 8+4001 3:1 \(isMalformed) quote not closed within 1000 bytes, before '3,4'"
                    + "; lines after it that are not validated: 999\(option)",
            ]
        ),
        (
            .csv, "a,b\n\"\(long)\",\n5,6\n",
            [
                "#1 4+5004 2:1 \(isMalformed) quote not closed within 1000 bytes, "
                    + "before '\(long.prefix(20))'",
                "#2 5008+1 3:1 a=\"5\"", "#2 5010+1 3:3 b=\"6\"",
            ]
        ),
        (.ndjson, "{\"a\":1}\n" + long, ["#1 5+1 1:6 a=1", "#2 8+5000 2:1 " + tooLong]),
        (
            .ndjson, "\(long)\n\(long)\n{\"a\":1}",
            ["#1 0+5001 1:1 " + tooLong, "#2 5001+5001 2:1 " + tooLong, "#3 10007+1 3:6 a=1"]
        ),
    ]

    @Test(arguments: 0..<9, [100, 999, 1000, 1001, 5000, 1 << 16])
    func longRecordIsLeftOut(index: Int, chunkBytes: Int) throws {
        let (format, text, expected) = Self.cases[index]
        #expect(try lines(text, format, chunkBytes: chunkBytes) == expected)
    }

    @Test func everyCaseIsTried() { #expect(Self.cases.count == 9) }

    @Test(
        arguments: [InputFormat.ndjson, .json, .csv],
        [100, 1000, 1001, 1002, 1003, 1 << 16])
    func limitIsExact(format: InputFormat, chunkBytes: Int) throws {
        func text(_ bytes: Int) -> String {
            switch format {
            case .csv: "a,b\n" + String(repeating: "x", count: bytes - 1) + ",\n1,2\n"
            case .json: "[{\"a\":\"" + String(repeating: "x", count: bytes - 8) + "\"},{}]"
            case .ndjson, .arrow:
                "{\"a\":\"" + String(repeating: "x", count: bytes - 8) + "\"}\n{}\n"
            }
        }
        let fitting = try lines(text(1000), format, chunkBytes: chunkBytes)
        #expect(!fitting.contains { $0.hasSuffix(Self.tooLong) })
        let long = try lines(text(1001), format, chunkBytes: chunkBytes)
        #expect(long.filter { $0.hasSuffix(Self.tooLong) }.count == 1)
    }
}
