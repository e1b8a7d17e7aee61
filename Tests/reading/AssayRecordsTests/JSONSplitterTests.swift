// SPDX-License-Identifier: Apache-2.0

import CRecordReader
import Testing

struct Piece: Equatable {
    var text: String
    var offset: UInt64
    var line: UInt64
    var reason: UInt32
}

/// Feeds `text` in steps of `step` bytes.
func splitJSON(_ text: String, step: Int) throws -> [Piece] {
    guard let splitter = reader_json_splitter_create() else { throw ReaderFailure() }
    defer { reader_json_splitter_destroy(splitter) }
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var found = reader_extents()
    func collect(_ result: Int32) throws {
        guard result == 0 else { throw ReaderFailure() }
        for extent in UnsafeBufferPointer(start: found.items, count: Int(found.count)) {
            let range = Int(extent.offset)..<Int(extent.offset + extent.length)
            let text = String(decoding: bytes[range], as: UTF8.self)
            pieces.append(
                Piece(text: text, offset: extent.offset, line: extent.line, reason: extent.reason))
        }
    }
    for start in stride(from: 0, to: bytes.count, by: step) {
        let part = Array(bytes[start..<min(start + step, bytes.count)])
        try collect(reader_json_splitter_feed(splitter, part, UInt64(part.count), &found))
    }
    try collect(reader_json_splitter_finish(splitter, &found))
    return pieces
}

struct SplitCase: CustomTestStringConvertible {
    var text: String
    /// Elements as text, errors as "!reason@offset".
    var expected: [String]
    var testDescription: String { text }

    init(_ text: String, _ expected: [String]) {
        self.text = text
        self.expected = expected
    }
}

private func error(_ reason: UInt32, _ offset: Int) -> String { "!\(reason)@\(offset)" }

private let cases = [
    SplitCase(#"[]"#, []),
    SplitCase(#" [ ] "#, []),
    SplitCase(#"{"a":[1,{}]}"#, [#"{"a":[1,{}]}"#]),
    SplitCase(#"[{"a":1},{"b":"]}"}]"#, [#"{"a":1}"#, #"{"b":"]}"}"#]),
    SplitCase(#"[{"a":"\"}"} , {"b":"\\"}]"#, [#"{"a":"\"}"}"#, #"{"b":"\\"}"#]),
    SplitCase(#"[1,"x",null , [2]]"#, ["1", #""x""#, "null", "[2]"]),
    SplitCase(#"["a\"]",1]"#, [#""a\"]""#, "1"]),
    SplitCase("", [error(READER_EMPTY, 0)]),
    SplitCase(" \n", [error(READER_EMPTY, 2)]),
    SplitCase("x [1]", [error(READER_TEXT_BEFORE_VALUE, 0), "1"]),
    SplitCase("hello", [error(READER_TEXT_BEFORE_VALUE, 0)]),
    SplitCase("[1] x y", ["1", error(READER_TEXT_AFTER_VALUE, 4)]),
    SplitCase("{} {}", ["{}", error(READER_TEXT_AFTER_VALUE, 3)]),
    SplitCase("[{} {}]", ["{}", error(READER_MISSING_COMMA, 4), "{}"]),
    SplitCase("[{},,{}]", ["{}", error(READER_MISSING_ELEMENT, 4), "{}"]),
    SplitCase("[,{}]", [error(READER_MISSING_ELEMENT, 1), "{}"]),
    SplitCase("[{},]", ["{}", error(READER_MISSING_ELEMENT, 4)]),
    SplitCase("[{}", ["{}", error(READER_UNTERMINATED_ARRAY, 3)]),
    SplitCase("[{},", ["{}", error(READER_UNTERMINATED_ARRAY, 4)]),
    SplitCase(#"[{"a":"#, [#"{"a":"#, error(READER_UNTERMINATED_ARRAY, 6)]),
    SplitCase(#"{"a":"#, [#"{"a":"#]),
    SplitCase(#"[{"a":[1},{"b":2}]"#, [#"{"a":[1}"#, #"{"b":2}"#]),
    SplitCase(#"[{"a":1],{"b":2}]"#, [#"{"a":1"#, error(READER_TEXT_AFTER_VALUE, 8)]),
    SplitCase("[{\"a\":\"x\n},\n{\"b\":2}]", ["{\"a\":\"x\n}", #"{"b":2}"#]),
    SplitCase("[\"x\n,{}]", ["\"x", "{}"]),
    SplitCase("[tru e]", ["tru", error(READER_MISSING_COMMA, 5), "e"]),
    SplitCase("[1{}]", ["1", error(READER_MISSING_COMMA, 2), "{}"]),
]

@Suite struct JSONSplitterTests {
    @Test(arguments: cases)
    func elementsAndMistakesAreFound(_ split: SplitCase) throws {
        let pieces = try splitJSON(split.text, step: max(split.text.utf8.count, 1))
        let found = pieces.map { piece in
            piece.reason == READER_OK ? piece.text : error(piece.reason, Int(piece.offset))
        }
        #expect(found == split.expected)
    }

    @Test(arguments: cases, [1, 2, 3, 7])
    func sizeOfTheBuffersDoesNotMatter(_ split: SplitCase, step: Int) throws {
        let whole = try splitJSON(split.text, step: max(split.text.utf8.count, 1))
        #expect(try splitJSON(split.text, step: step) == whole)
    }

    @Test func elementsHaveTheirLine() throws {
        let pieces = try splitJSON("[\n  {\"a\":\n 1},\n\n  {\"b\":2} x\n]", step: 100)
        #expect(pieces.map(\.line) == [1, 4, 4, 4])
    }

    @Test func veryDeepElementsAreFound() throws {
        let deep = String(repeating: "[{\"a\":", count: 2000) + String(repeating: "}]", count: 2000)
        let pieces = try splitJSON("[\(deep),{}]", step: 333)
        #expect(pieces.map(\.text) == [deep, "{}"])
    }

    @Test func bytesBeforeTheOpenElementAreNotNeeded() throws {
        let splitter = try #require(reader_json_splitter_create())
        defer { reader_json_splitter_destroy(splitter) }
        var found = reader_extents()
        for (text, needed) in [("[{},", 4), (" {\"a\"", 5), (":1", 5), ("}", 12), ("]", 13)] {
            let bytes = Array(text.utf8)
            #expect(reader_json_splitter_feed(splitter, bytes, UInt64(bytes.count), &found) == 0)
            #expect(reader_json_splitter_needed_from(splitter) == UInt64(needed))
        }
    }
}
