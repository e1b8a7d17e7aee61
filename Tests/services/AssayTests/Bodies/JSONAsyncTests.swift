// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Testing

/// Bodies whose fields have asynchronous rules.
struct JSONAsyncTests {
    private let rules: FarRules

    init() throws {
        rules = try FarRules()
    }

    private static func lines(_ report: ValidationReport) -> [String] {
        report.violations.map {
            "\($0.pointer) \($0.code) \($0.source?.byteOffset ?? -1)"
        } + report.faults.map { "\($0.pointer) \($0.code) \($0.source?.byteOffset ?? -1)" }
    }

    @Test(arguments: [
        ("", [" record.malformed 0"]),
        ("{\"a\":", [" record.malformed 5"]),
        (#"{"a":"x","b":["y","z"]}"#, ["/a far.no 5", "/b/0/0 far.hint 14", "/b/1/0 far.hint 18"]),
        (#"{"a":7,"b":[]}"#, ["/a string.kind 5"]),
        (#"{"b":[1]}"#, ["/b/0/0 far.hint 6"]),
    ])
    func rulesRunOnTheValuesOfTheDocument(_ text: String, _ lines: [String]) async throws {
        let manager = try rules.manager(
            "a: { rules: [string, far(no)], policy: first }\n\"b[*]\": far(hint)")
        let report = await manager.validate(json: text, within: .untimed)
        #expect(Self.lines(report) == lines)
        #expect(report.pending == [])
        let bytes = await manager.validate(json: Array(text.utf8), within: .untimed)
        #expect(bytes == report)
    }

    @Test func theReportIsThatOfTheRecord() async throws {
        let manager = try rules.manager("a: far(no)\nb: [far(pass), string]\nc: required")
        let text = #"{"a":"x","b":1}"#
        var report = await manager.validate(json: text, within: .seconds(60))
        for index in report.violations.indices { report.violations[index].source = nil }
        let record = try #require(ValidationRecord(try Value(json: text)))
        #expect(report == (await manager.validate(record, within: .untimed)))
        #expect(report.violations.count == 3)
    }

    @Test func limitsHoldBeforeRulesRun() async throws {
        let manager = try rules.manager("a: far(no)")
        let report = await manager.validate(
            json: #"{"a":"x"}"#, limits: JSONLimits(maximumBytes: 5), within: .untimed)
        #expect(report.violations.map(\.code) == ["record.malformed"])
    }

    struct Body: Codable, Sendable, Equatable {
        var a: String
        var b: Int
    }

    @Test func decodingWaitsForTheRules() async throws {
        let text = #"{"a":"x","b":1}"#
        let passing = try rules.manager("a: far(pass)")
        let body = try await passing.decode(Body.self, from: Array(text.utf8), within: .untimed)
        #expect(body == Body(a: "x", b: 1))
        #expect(try await passing.decode(Body.self, from: text, within: .untimed) == body)
        // Without them nothing is known.
        let pending = #expect(throws: ValidationError.self) {
            try passing.decode(Body.self, from: text)
        }
        #expect(pending?.report.pending.map(\.pointer) == ["/a"])
        #expect(pending?.description.hasPrefix("/a could not be checked by far") == true)
        let failing = try rules.manager("a: far(no)")
        let wrong = Array(#"{"a":"x","b":"y"}"#.utf8)
        let error = await #expect(throws: ValidationError.self) {
            try await failing.decode(Body.self, from: wrong, within: .untimed)
        }
        #expect(
            error?.report.violations.map(\.code).sorted() == ["decoding.typeMismatch", "far.no"])
        let ofText = await #expect(throws: ValidationError.self) {
            try await failing.decode(
                Body.self, from: String(decoding: wrong, as: UTF8.self), within: .untimed)
        }
        #expect(ofText == error)
    }
}
