// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import Testing

/// Bodies that are packed, wrong ones first.
struct GzipTests {
    private static let lineType = "application/x-ndjson"

    private func post(
        _ body: [UInt8], to server: ServerProcess, type: String = "application/json",
        encoding: String = "gzip", path: String = "/v1/validate/member"
    ) throws -> Answer {
        let connection = try HTTPConnection(port: server.port)
        connection.send(
            "POST", path, headers: ["Content-Type": type, "Content-Encoding": encoding], body: body)
        return try connection.answer()
    }

    @Test(arguments: ["br", "deflate", "gzip, gzip", "zstd"])
    func anotherEncodingIsRejectedWithTheOneThatIsTaken(encoding: String) throws {
        let server = try ServerProcess()
        for (type, path) in [
            ("application/json", "/v1/validate/member"), (Self.lineType, "/v1/validate/member"),
            ("application/x-www-form-urlencoded", "/v1/validate/member"),
            ("application/json", "/v1/try"),
        ] {
            let answer = try post(
                Array("{}".utf8), to: server, type: type, encoding: encoding, path: path)
            #expect(answer.status == 415)
            #expect(answer.headers["accept-encoding"] == "gzip")
            #expect(
                answer.body.contains(
                    "A body in the encoding '\(encoding)' is not supported; send it in gzip, or "
                        + "uncompressed."), "\(answer.body)")
        }
    }

    /// Some of them contain a valid record.
    @Test func whatIsNotGzipIsRejected() throws {
        let server = try ServerProcess()
        let valid = #"{"name":"Ann","age":20}"#
        let packed = try gzipped(valid)
        var damaged = packed
        damaged[packed.count - 6] ^= 0xFF
        let cases: [(name: String, body: [UInt8], reason: String)] = [
            ("nothing", [], "it ends at byte 0, in the middle of the data"),
            ("not packed", Array(valid.utf8), "it does not begin like gzip"),
            ("cut off", Array(packed.dropLast(1)), "in the middle of the data"),
            ("a wrong checksum", damaged, "damaged after byte"),
            ("followed by text", packed + Array("text".utf8), "there is other data"),
        ]
        for (name, body, reason) in cases {
            for type in ["application/json", Self.lineType] {
                let answer = try post(body, to: server, type: type)
                #expect(answer.status == 400, "\(name): \(answer.body)")
                #expect(answer.body.contains("cannot read 'body' as gzip: "), "\(name)")
                #expect(answer.body.contains(reason), "\(name): \(answer.body)")
                #expect(answer.body.contains(#""code":"input.compression""#), "\(name)")
            }
        }
        #expect(try post(packed, to: server).status == 200)
    }

    @Test func aBodyThatUnpacksToTooMuchIsRejected() throws {
        let server = try ServerProcess()
        // A record, and lines without records.
        let record = try gzipped("{\"name\":\"\(String(repeating: " ", count: 2 << 20))\"}")
        #expect(record.count < 1 << 20)
        #expect(try post(record, to: server).status == 413)
        let lines = try gzipped(String(repeating: "\n", count: 16 << 20))
        let answer = try post(lines, to: server, type: Self.lineType)
        #expect(answer.status == 413, "\(answer.body)")
        #expect(
            answer.body.contains(
                "The body unpacks to more than 200 times its length; send it uncompressed."))
        #expect(server.peakMemory < 300 << 10)
    }

    @Test func packedBodiesAreValidated() throws {
        let server = try ServerProcess()
        let cases: [(type: String, body: String, status: Int, says: String)] = [
            ("application/json", #"{"name":"Ann","age":17}"#, 422, "range.tooSmall"),
            ("application/json", #"[{"name":"Ann","age":17}]"#, 422, "range.tooSmall"),
            (Self.lineType, "{\"name\":\"Ann\",\"age\":17}\n", 422, "range.tooSmall"),
            ("text/csv", "name,age,secret\nAnn,17,\n", 422, "range.tooSmall"),
            ("application/x-www-form-urlencoded", "name=Ann&age=17", 422, "range.tooSmall"),
            ("application/json", #"{"name":"Ann","age":20}"#, 200, #""valid":true"#),
            (Self.lineType, "{\"name\":\"Ann\",\"age\":20}\n", 200, #""records":1,"invalid":0"#),
        ]
        for test in cases {
            for encoding in ["gzip", "x-gzip", "GZIP"] {
                let answer = try post(
                    try gzipped(test.body), to: server, type: test.type, encoding: encoding)
                #expect(answer.status == test.status, "\(test.body): \(answer.body)")
                #expect(answer.body.contains(test.says), "\(answer.body)")
            }
        }
        let plain = try post(
            Array(#"{"name":"Ann","age":20}"#.utf8), to: server, encoding: "identity")
        #expect(plain.status == 200)
    }

    /// The length of the packed body is below the limit, and that of its records is not.
    @Test func aBodyThatIsLongWhenItIsUnpackedIsAStream() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-body", "4000")
        let record = #"{"name":"Ann","age":7}"#
        for (type, body) in [
            (Self.lineType, String(repeating: record + "\n", count: 1000)),
            (
                "application/json",
                "[" + Array(repeating: record, count: 1000).joined(separator: ",") + "]"
            ),
        ] {
            let packed = try gzipped(body)
            #expect(packed.count < 4000)
            let answer = try post(packed, to: server, type: type)
            #expect(answer.status == 200)
            #expect(answer.trailers == ["assay-result": "invalid"])
            #expect(answer.body.contains(#""records":1000,"invalid":1000"#))
        }
    }

    @Test func aRuleSetMayBePacked() throws {
        let server = try ServerProcess(sampleRuleSets, "--token", "s3cret")
        func put(_ body: [UInt8], encoding: String) throws -> Answer {
            let connection = try HTTPConnection(port: server.port)
            connection.send(
                "PUT", "/v1/rule-sets/new",
                headers: ["Authorization": "Bearer s3cret", "Content-Encoding": encoding],
                body: body)
            return try connection.answer()
        }
        let text = "assay: 1\nfields:\n  a: required\n"
        #expect(try put(Array(text.utf8), encoding: "br").status == 415)
        #expect(try put(Array(text.utf8), encoding: "gzip").status == 400)
        #expect(try put(try gzipped(text), encoding: "gzip").status == 201)
        #expect(try server.folder.read("new.yaml") == text)
    }
}
