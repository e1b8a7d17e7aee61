// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// What observers are told.
struct ObserverTests {
    private static let ruleSet = RuleSet(
        Field("name", .required, .length(2...5)), Field("age", .integer, .range(18...)))

    private static let invalid = #"{"name":"x","age":1}"#

    @Test func everyWayOfValidationIsOneEvent() async throws {
        let recorder = EventRecorder()
        let validators = try ValidatorsManager(Self.ruleSet, registry: .standard())
        validators.observe(by: recorder, as: "member")
        let codes = ["length.tooShort": 1, "range.tooSmall": 1]
        let record: ValidationRecord = ["name": "x", "age": 1]

        func expectEvent(
            records: Int = 1, invalid: Int = 1, _ findings: [String: Int],
            _ comment: Comment
        ) {
            let events = recorder.take()
            #expect(events.count == 1, comment)
            #expect(events.first?.ruleSet == "member", comment)
            #expect(events.first?.records == records, comment)
            #expect(events.first?.invalid == invalid, comment)
            #expect(events.first?.findings == findings, comment)
            #expect(events.first?.faults == 0, comment)
            #expect(events.first?.rules.isEmpty == true, comment)
            #expect(events.first?.reports.count == records, comment)
        }
        _ = validators.validate(record)
        expectEvent(codes, "a record")
        _ = validators.validate(["name": "Ann"])
        expectEvent(invalid: 0, [:], "a valid record")
        _ = validators.validate([record, ["name": "Ann"]])
        expectEvent(records: 2, codes, "records")
        _ = validators.validate(json: Self.invalid)
        expectEvent(codes, "JSON")
        _ = validators.validate(json: "{")
        expectEvent(["record.malformed": 1], "malformed JSON")
        _ = await validators.validate(json: Self.invalid, within: .seconds(1))
        expectEvent(codes, "JSON with asynchronous rules")
        _ = validators.validate(jsonArray: "[\(Self.invalid),{\"name\":\"Ann\"}]")
        expectEvent(records: 2, codes, "an array")
        _ = validators.validate(jsonArray: "{}")
        expectEvent(["record.malformed": 1], "an array that is none")
        let short = JSONLimits(maximumBytes: 4)
        _ = validators.validate(json: Self.invalid, limits: short)
        expectEvent(["record.malformed": 1], "JSON that is too long")
        _ = validators.validate(jsonArray: "[\(Self.invalid)]", limits: short)
        expectEvent(["record.malformed": 1], "an array that is too long")
        _ = await validators.validate(record, within: .seconds(1))
        expectEvent(codes, "a record with asynchronous rules")
        _ = await validators.validate([record, ["name": "Ann"]], within: .seconds(1))
        expectEvent(records: 2, codes, "records with asynchronous rules")
        _ = try validators.validate(record, fields: ["name"])
        expectEvent(["length.tooShort": 1], "some fields of a record")
    }

    @Test func aStreamIsAnEventForEachPiece() throws {
        let recorder = EventRecorder()
        let validators = try ValidatorsManager(Self.ruleSet, registry: .standard())
        validators.observe(by: recorder, as: "member")
        var pieces = [
            Self.invalid + "\n", "{\"name\":\"Ann\"}\n" + Self.invalid.prefix(9),
            String(Self.invalid.dropFirst(9)),
        ]
        let source = ByteSource(name: "test") { buffer in
            guard !pieces.isEmpty else { return 0 }
            let piece = Array(pieces.removeFirst().utf8)
            buffer.copyBytes(from: piece)
            return piece.count
        }
        var options = ReaderOptions()
        options.format = .ndjson
        let counts = try StreamValidator(validators, options: options)
            .run(source, render: { _ in }, emit: { _, _ in true })
        #expect(counts.records == 3)
        let events = recorder.take()
        #expect(events.map(\.records) == [1, 1, 1])
        #expect(events.map(\.invalid) == [1, 0, 1])
        #expect(events.map(\.findings.count) == [2, 0, 2])
        #expect(events.map(\.reports.count) == [0, 0, 0])
    }

    @Test func rulesAreMeasuredWhenAskedFor() throws {
        let recorder = EventRecorder(measuresRules: true)
        let validators = try ValidatorsManager(Self.ruleSet, registry: .standard())
        validators.observe(by: recorder, as: "member")
        for _ in 0..<2 {
            _ = validators.validate(json: Self.invalid)
            let rules = recorder.take().first?.rules ?? []
            #expect(rules.map(\.rule) == ["required", "length", "integer", "range"])
            #expect(rules.map(\.field) == ["name", "name", "age", "age"])
            #expect(rules.map(\.checked) == [1, 1, 1, 1])
            #expect(rules.allSatisfy { $0.duration > .zero })
        }
    }

    @Test func anObserverStaysWithReplacedValidatorsAndCanGo() throws {
        let recorder = EventRecorder()
        let validators = try ValidatorsManager(Self.ruleSet, registry: .standard())
        _ = validators.validate(json: Self.invalid)
        #expect(recorder.take().isEmpty)
        validators.observe(by: recorder, as: "a")
        try validators.replaceValidators(with: RuleSet(Field("name", .required)))
        _ = validators.validate(json: "{}")
        #expect(recorder.take().map(\.ruleSet) == ["a"])
        validators.observe(by: recorder, as: "b")
        _ = validators.validate(json: "{}")
        #expect(recorder.take().map(\.ruleSet) == ["b"])
        validators.observe(by: nil, as: "")
        _ = validators.validate(json: "{}")
        #expect(recorder.take().isEmpty)
    }

    @Test func reloadsAreTold() throws {
        let folder = TemporaryRuleSets()
        try folder.write("assay: 1\nfields: { a: required }", to: "a.yaml")
        let recorder = EventRecorder()
        let watch = try RuleSetFolder(folder.path(""))
            .watch(registry: .standard(), observer: recorder)
        _ = watch["a"]?.validators.validate(json: "{}")
        #expect(recorder.take().map(\.ruleSet) == ["a"])
        try folder.write("assay: 1\nfields: { a: [rang, lengt] }", to: "a.yaml")
        try watch.reload()
        try folder.write("assay: 1\nfields: { b: required }", to: "a.yaml")
        try watch.reload()
        #expect(recorder.reloads == ["a 2", "a 0"])
        _ = watch["a"]?.validators.validate(json: #"{"b":1}"#)
        #expect(recorder.take().map(\.invalid) == [0])
    }
}
