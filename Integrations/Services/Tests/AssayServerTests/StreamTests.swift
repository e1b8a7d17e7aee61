// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Streams: answered while they come, with back pressure, in constant memory.
struct StreamTests {
    private static let lineType = "application/x-ndjson"

    @Test func eachRecordIsAnsweredBeforeTheNextIsSent() throws {
        let server = try ServerProcess()
        let connection = try server.begin(type: Self.lineType)
        for number in 1...20 {
            connection.sendChunk("{\"name\":\"Ann\",\"age\":\(number % 10)}\n")
            if number == 1 { #expect(try connection.head().status == 200) }
            let line = try connection.chunk()
            #expect(line?.hasPrefix("{\"record\":\(number),\"valid\":false") == true)
        }
        connection.sendChunk("")
        #expect(try connection.chunk()?.contains("\"records\":20,\"invalid\":20") == true)
        #expect(try connection.chunk() == nil)
    }

    @Test func aClientThatDoesNotReadIsNotReadFrom() throws {
        let server = try ServerProcess()
        let connection = try server.begin(type: Self.lineType)
        let piece = String(repeating: "{\"name\":\"A\",\"age\":1}\n", count: 1000)
        connection.setSendTimeout(seconds: 2)
        var sent = 0
        // What the buffers of the system and of the server take, and then nothing more.
        while sent < 32 << 20, connection.sendChunk(piece) { sent += piece.utf8.count }
        #expect(sent < 32 << 20)
        #expect(server.peakMemory < 300 << 10)
    }

    @Test func aLongStreamTakesConstantMemory() throws {
        let server = try ServerProcess()
        func validate(_ count: Int) throws -> Answer {
            let connection = try server.begin(type: Self.lineType)
            let piece = String(repeating: "{\"name\":\"Ann\",\"age\":20}\n", count: 1000)
            for _ in 0..<count { connection.sendChunk(piece) }
            connection.sendChunk("")
            return try connection.answer()
        }
        #expect(try validate(10).body.contains("\"records\":10000,\"invalid\":0"))
        let before = server.peakMemory
        #expect(try validate(300).body.contains("\"records\":300000,\"invalid\":0"))
        #expect(server.peakMemory - before < 16 << 10)
    }

    @Test func anArrayOfAnyLengthIsAStream() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-body", "1000")
        let records = Array(repeating: #"{"name":"Ann","age":20}"#, count: 5000)
        let body = "[" + records.joined(separator: ",") + "]"
        let answer = try server.request("POST", "/v1/validate/member", body: body)
        #expect(answer.status == 200)
        #expect(answer.body.contains("\"records\":5000,\"invalid\":0"))
    }

    /// The chunks have one byte each, so that the server sees parts of the mark.
    @Test func anArrayThatComesByteForByteAfterAByteOrderMarkIsAStream() throws {
        let server = try ServerProcess()
        let connection = try server.begin()
        for byte in "\u{FEFF} [{\"name\":\"Ann\",\"age\":20}]".utf8 {
            connection.send(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8))
        }
        connection.sendChunk("")
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(answer.body.contains("\"records\":1,\"invalid\":0"))
    }

    @Test func anArrayMayTakeLongerThanTheBodyOfOneRecord() throws {
        let server = try ServerProcess(sampleRuleSets, "--timeout-body", "1")
        let connection = try server.begin("[{\"name\":\"Ann\",\"age\":20}")
        Thread.sleep(forTimeInterval: 1.5)
        connection.sendChunk(",{\"name\":\"Ann\",\"age\":7}]")
        connection.sendChunk("")
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(answer.body.contains("\"records\":2,\"invalid\":1"))
    }

    @Test func aRecordThatIsTooLongIsOneFinding() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-body", "1000")
        let long = #"{"name":""# + String(repeating: "x", count: 5000) + #"","age":20}"#
        let answer = try server.request(
            "POST", "/v1/validate/member", headers: ["Content-Type": "application/x-ndjson"],
            body: "\(long)\n{\"name\":\"Ann\",\"age\":20}\n")
        #expect(answer.body.contains("longer than 1000 bytes"))
        #expect(answer.body.contains("\"records\":2,\"invalid\":1"))
    }

    @Test func moreStreamsThanThereMayBeAreRejected() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-streams", "1")
        let first = try server.begin("x\n", type: Self.lineType)
        #expect(try first.head().status == 200)
        let second = try server.request(
            "POST", "/v1/validate/member", headers: ["Content-Type": "application/x-ndjson"],
            body: "x\n")
        #expect(second.status == 503)
        #expect(second.headers["retry-after"] == "1")
        first.sendChunk("")
        while try first.chunk() != nil {}
        // The place is free a moment after the last chunk has been sent.
        #expect(
            try eventually {
                try server.request(
                    "POST", "/v1/validate/member",
                    headers: ["Content-Type": "application/x-ndjson"], body: "x\n"
                ).status == 400
            })
    }
}
