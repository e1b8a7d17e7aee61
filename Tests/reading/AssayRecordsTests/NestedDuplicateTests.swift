// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import TestRandomness
import Testing

/// A key that repeats in an object inside a record has its whole pointer.
@Suite struct NestedDuplicateTests {
    private func pointers(
        _ record: String, _ format: InputFormat, most: Int = 100
    ) throws -> [String] {
        var options = ReaderOptions()
        options.format = format
        let plan = try InputWalk.plan(["a", "x"], most: most)
        let source = try ByteSource.of(Array(record.utf8))
        let reader = try ChunkReader(source, options: options, plan: plan)
        let parser = try RecordParser(plan, options: options)
        let chunk = reader.makeChunk()
        var issues: [RecordIssue] = []
        while try reader.next(chunk) { issues += try parser.parse(chunk).batch.issues }
        #expect(issues.allSatisfy { $0.kind == .duplicateKey })
        return issues.map(\.pointer)
    }

    @Test(
        arguments: [
            (#"{"x":{"y":{"b":1,"b":2}}}"#, ["/x/y/b"]),
            (#"{"a":1,"x":{"b":1,"b":2},"a":2}"#, ["/x/b", "/a"]),
            (
                #"{"a":[0,[],{},{"b":1,"c":[{"b":2}],"b":[1,{"b":3,"b":4}]}]}"#,
                ["/a/3/b", "/a/3/b/1/b"]
            ),
            (
                #"{ "x" : { "s~\/\"é" : { "\u0062\\" : ",}" , "b\\" : "{[\"" } } }"#,
                ["/x/s~0~1\"é/b\\"]
            ),
            (
                #"{"a":{"":{"":1,"":2,"":3}},"x":[{"q":1,"q":1},{"q":1,"q":1}]}"#,
                ["/a//", "/a//", "/x/0/q", "/x/1/q"]
            ),
            (#"{"u":{"b":1,"b":2}}"#, []),
        ] as [(String, [String])], [InputFormat.ndjson, .json])
    func pointerIsThatOfTheKey(_ example: (String, [String]), format: InputFormat) throws {
        #expect(try pointers(example.0, format) == example.1)
        let array = "[\(example.0), \(example.0)\n,{}]"
        #expect(try pointers(array, .json) == example.1 + example.1)
    }

    @Test func everyRepetitionIsFoundWhateverTheKeys() throws {
        var random = SeededNumbers(seed: 46)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...20, using: &random)
            let keys = (0..<count).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    ["a", "b", "c"].randomElement(using: &random) ?? ""
                }.joined()
            }
            let members = keys.map { "\"\($0)\":1" }.joined(separator: ",")
            let repeated = keys.enumerated().filter { keys[..<$0.offset].contains($0.element) }
            let expected = repeated.map { "/a/\($0.element)" }
            // Objects of many members give the repetitions of one key together.
            #expect(try pointers("{\"a\":{\(members)}}", .ndjson).sorted() == expected.sorted())
        }
    }

    @Test func manyDuplicatesArePlacedInOnePass() throws {
        let members = String(repeating: "{\"k\":1,\"k\":2},", count: 50_000)
        let found = try pointers("{\"a\":[\(members)1]}", .ndjson, most: 100_000)
        #expect(found == (0..<50_000).map { "/a/\($0)/k" })
    }

    @Test func pointersOfIssuesThatNoOneReadsAreNotMade() throws {
        let members = String(repeating: "\"k\":1,", count: 1_000)
        let found = try pointers("{\"a\":{\(members)\"k\":1}}", .ndjson, most: 3)
        #expect(found == Array(repeating: "/a/k", count: 3) + Array(repeating: "", count: 997))
    }

    @Test func whatLeadsToTheKeyIsCutAtAContainer() throws {
        let long = String(repeating: "é", count: 2_000)
        let fits = try pointers("{\"x\":{\"\(long)\":{\"k\":1,\"k\":2}}}", .ndjson)
        #expect(fits == ["/x/\(long)/k"])
        let longer = long + String(repeating: "y", count: 200)
        let cut = try pointers(
            "{\"x\":{\"\(longer)\":{\"k\":1,\"k\":2,\"z\":[{\"k\":1,\"k\":2}]},\"k\":{\"k\":1,\"k\":2}}}",
            .ndjson)
        #expect(cut == ["/x", "/x", "/x/k/k"])
        let own = try pointers("{\"x\":{\"\(longer)\":1,\"\(longer)\":2}}", .ndjson)
        #expect(own == ["/x/\(longer)"])
    }
}
