// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Clients that are slow, and others that need a place.
struct StreamPlaceTests {
    private static let lineType = "application/x-ndjson"

    private func post(to server: ServerProcess) throws -> Int {
        try server.request(
            "POST", "/v1/validate/member", headers: ["Content-Type": Self.lineType], body: "{}\n"
        ).status
    }

    @Test func aSlowStreamGivesItsPlaceToAnotherBody() throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(
            decisionsIn: folder, "--limit-streams", "1", "--timeout-body", "1")
        let slow = try server.begin("{}\n", type: Self.lineType)
        #expect(try slow.head().status == 200)
        #expect(try slow.chunk()?.contains(#"{"record":1,"#) == true)
        // A place is kept for the time of a body.
        #expect(try eventually { try post(to: server) == 422 })
        let end = try #require(try slow.chunk())
        #expect(end.contains(#""result":"incomplete","statusSentBefore":200}"#), "\(end)")
        #expect(
            end.hasSuffix(
                #""error":"the body was slower than 1000 bytes a second, and another one needed its "#
                    + #"place","code":"input.slow"}"# + "\n"), "\(end)")
        #expect(try slow.chunk() == nil)
        #expect(slow.isClosedByServer)
        server.terminate()
        #expect(server.exitStatus() == 0)
        let lines = DecisionTests.lines(try folder.read("decisions.ndjson"))
        #expect(
            lines.contains(
                DecisionTests.line(
                    "member", 200,
                    #""records":1,"invalid":1,"codes":{"required.missing":2},"cut":true"#)))
    }

    /// Its head has not been sent.
    @Test func aSilentStreamIsAnsweredWith408() throws {
        let server = try ServerProcess(
            sampleRuleSets, "--limit-streams", "1", "--timeout-body", "1")
        let silent = try server.begin(type: Self.lineType)
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains("assay_streams_running 1.0")
            })
        #expect(try eventually { try post(to: server) == 422 })
        let answer = try silent.answer()
        #expect(answer.status == 408)
        #expect(answer.body.contains("slower than 1000 bytes a second"))
        #expect(silent.isClosedByServer)
    }

    @Test func aRateOfZeroLetsStreamsKeepTheirPlaces() throws {
        let server = try ServerProcess(
            sampleRuleSets, "--limit-streams", "1", "--timeout-body", "0.2", "--stream-rate", "0")
        let slow = try server.begin("{}\n", type: Self.lineType)
        #expect(try slow.head().status == 200)
        Thread.sleep(forTimeInterval: 0.5)
        #expect(try post(to: server) == 503)
        slow.sendChunk("")
        while try slow.chunk() != nil {}
        #expect(slow.trailers == ["assay-result": "invalid"])
    }

    @Test func aPlaceIsKeptForBodiesThatAreReadWhole() throws {
        let server = try ServerProcess(sampleRuleSets, "--limit-streams", "8")
        let streams = try (0..<7).map { _ in try server.begin("{}\n", type: Self.lineType) }
        for stream in streams { #expect(try stream.head().status == 200) }
        let eighth = try server.begin("{}\n", type: Self.lineType)
        #expect(try eighth.head().status == 503)
        #expect(try post(to: server) == 422)
    }
}
