// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Testing

/// What a parser of documents keeps from one to the next.
@Suite struct DocumentParserTests {
    private func parser(depth: Int = 64, keys: Int = 100_000) throws -> DocumentParser {
        let plan = try ValidationPlan(
            RuleSet([Field(FieldPath("a"), Validator(rules: []))]), registry: RuleRegistry())
        return try DocumentParser(plan, limits: .init(depth: depth, keys: keys))
    }

    private func parse(_ text: String, by parser: DocumentParser) throws -> RecordBatch {
        try Array(text.utf8).withUnsafeBytes { try parser.parse($0) }
    }

    @Test func aBatchIsUsedAgainUnlessSomethingIsToBeSaid() throws {
        let parser = try parser()
        let first = try parse(#"{"a":1}"#, by: parser)
        #expect(try parse(#"{"a":[2,3]}"#, by: parser) === first)
        let malformed = try parse("{", by: parser)
        #expect(malformed !== first)
        #expect(malformed.issues.map(\.kind) == [.malformed])
        let repeated = try parse(#"{"a":1,"a":2}"#, by: parser)
        #expect(repeated.issues.map(\.kind) == [.duplicateKey])
        #expect(try parse(#"{"a":1}"#, by: parser).issues.isEmpty)
    }

    /// Places are those of the document, whatever was looked for in the one before.
    @Test func placesAreThoseOfTheLastDocument() throws {
        let parser = try parser()
        func place(_ text: String) throws -> [Int] {
            _ = try parse(text, by: parser)
            let source = parser.locator.locate(row: 0, path: [.key("a")], offset: nil)
            return [source.byteOffset, source.byteLength, source.line, source.column]
        }
        for length in [0, 10, 2000, 5000, 100_000, 3, 70_000, 1500] {
            let before = "{\"x\":\"" + String(repeating: "é", count: length) + "\","
            #expect(
                try place(before + "\n\"a\":17}") == [13 + 2 * length, 2, 2, 5], "\(length)")
            #expect(try place(before + "\"a\":1}") == [8 + 2 * length + 4, 1, 1, 13 + length])
        }
    }

    @Test func whatKeepsMuchMemoryIsNotSmall() throws {
        let parser = try parser()
        #expect(parser.isSmall)
        _ = try parse("{\"a\":\"" + String(repeating: "x", count: 200_000) + "\"}", by: parser)
        #expect(parser.isSmall)
        // Short, and 50 times as much in memory.
        _ = try parse("{\"a\":[" + String(repeating: "1,", count: 130_000) + "1]}", by: parser)
        #expect(!parser.isSmall)
        _ = try parse("{}", by: parser)
        #expect(!parser.isSmall)
    }
}
