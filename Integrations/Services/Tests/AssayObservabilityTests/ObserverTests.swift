// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayObservability
import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Testing
import Tracing

/// Tests of the logs, metrics and traces of validations.
struct ObserverTests {
    private func validators(_ observer: any ValidationObserver) throws -> ValidatorsManager {
        let validators = try ValidatorsManager(
            RuleSet(
                Field("name", .required, .length(2...5)),
                Field("secret", .length(8...20), isSensitive: true)),
            registry: .standard())
        validators.observe(by: observer, as: "member")
        return validators
    }

    private let invalid = #"{"name":"far-too-long","secret":"hidden"}"#

    @Test func aLineIsWrittenForWhatIsNotValidAndShowsNoValue() throws {
        let handler = InMemoryLogHandler()
        let logger = Logger(label: "test") { _ in handler }
        let validators = try validators(LoggingObserver(logger))
        #expect(validators.validate(json: #"{"name":"Ann"}"#).isValid)
        #expect(handler.entries.isEmpty)
        _ = validators.validate(json: invalid)
        let entry = try #require(handler.entries.first)
        #expect(handler.entries.count == 1)
        #expect(entry.message == "invalid records")
        #expect(entry.level == .info)
        #expect(entry.metadata["assay.rule_set"] == "member")
        #expect(entry.metadata["assay.invalid"] == "1")
        #expect(entry.metadata["assay.codes"] == ["length.tooLong": "1", "length.tooShort": "1"])
        #expect(
            entry.metadata["assay.findings"]
                == ["length.tooLong /name", "length.tooShort /secret"])
        #expect(!"\(entry)".contains("hidden"))
        #expect(!"\(entry)".contains("far-too-long"))
    }

    private enum FreeCode: String, RuleCodes {
        case taken = "is taken"
    }

    /// An asynchronous rule that fails, in validators that are observed.
    private func waiting(_ observer: any ValidationObserver) throws -> ValidatorsManager {
        let registry = RuleRegistry.standard()
        try registry.register(
            .async("free", "A name that is free", codes: FreeCode.self) { _, _ in
                .pass(if: false, else: FreeCode.taken)
            })
        let validators = try ValidatorsManager(
            RuleSet(Field("name", .required, try RuleExpression(parsing: "free"))),
            registry: registry)
        validators.observe(by: observer, as: "member")
        return validators
    }

    @Test func whatAnAsynchronousRuleFindsIsOneLineAndCountedOnce() async throws {
        let (handler, metrics) = (InMemoryLogHandler(), TestMetrics())
        let validators = try waiting(
            ObserverGroup([
                LoggingObserver(Logger(label: "test") { _ in handler }), MetricsObserver(metrics),
            ]))
        _ = await validators.validate(json: #"{"name":"Ann"}"#, within: .seconds(60))
        #expect(
            handler.entries.map { $0.metadata["assay.findings"] } == [["free.taken /name"]])
        let counts = try metrics.expectCounter(
            "assay_findings_total", [("rule_set", "member"), ("code", "free.taken")])
        #expect(counts.totalValue == 1)
        #expect(metrics.counters.count == 4, "three of the rule set and one of its one code")
    }

    @Test func whatCompletionFindsIsALineAndNoFurtherRecord() async throws {
        let (handler, metrics) = (InMemoryLogHandler(), TestMetrics())
        let validators = try waiting(
            ObserverGroup([
                LoggingObserver(Logger(label: "test") { _ in handler }), MetricsObserver(metrics),
            ]))
        let record: ValidationRecord = ["name": "Ann"]
        let report = validators.validate(record)
        #expect(await validators.complete(report, of: record).isValid == false)
        #expect(
            handler.entries.map { $0.metadata["assay.findings"] }
                == [["fault.deferred /name"], ["free.taken /name"]])
        let records = try metrics.expectCounter(
            "assay_records_total", [("rule_set", "member"), ("outcome", "invalid")])
        #expect(records.totalValue == 1)
    }

    @Test func linesOfALevelThatIsOffCostNothing() throws {
        let handler = InMemoryLogHandler()
        let logger = Logger(label: "test") { _ in handler }
        _ = try validators(LoggingObserver(logger, level: .debug)).validate(json: invalid)
        #expect(handler.entries.isEmpty)
    }

    @Test func reloadsAreLines() throws {
        let handler = InMemoryLogHandler()
        let observer = LoggingObserver(Logger(label: "test") { _ in handler })
        observer.didReload(ruleSet: "member", error: nil)
        do {
            _ = try RuleSet(parsing: "assay: 2\nfilds: 1", file: "member.yaml")
        } catch {
            observer.didReload(ruleSet: "member", error: error)
        }
        #expect(handler.entries.map(\.level) == [.notice, .error])
        #expect("\(handler.entries[1].metadata)".contains("member.yaml:1:"))
    }

    @Test func seriesHaveABoundAndAnExposition() {
        let metrics = PrometheusMetrics(maximumSeries: 2)
        for name in ["a", "b", "a", "c"] {
            Counter(label: "hits_total", dimensions: [("name", name)], factory: metrics).increment()
        }
        #expect(
            metrics.exposition == """
                # TYPE hits_total counter
                hits_total{name="a"} 2
                hits_total{name="b"} 1
                # TYPE assay_series_dropped_total counter
                assay_series_dropped_total 1

                """)
    }

    @Test func recordsAndFindingsAreCounted() throws {
        let metrics = TestMetrics()
        let validators = try validators(MetricsObserver(metrics, measuresRules: true))
        _ = validators.validate(json: invalid)
        _ = validators.validate(json: #"{"name":"Ann"}"#)
        _ = validators.validate(jsonArray: "[\(invalid),{\"name\":\"Bob\"},{}]")
        func count(_ label: String, _ dimensions: [(String, String)]) throws -> Int64 {
            try metrics.expectCounter(label, dimensions).totalValue
        }
        let ruleSet = ("rule_set", "member")
        #expect(try count("assay_records_total", [ruleSet, ("outcome", "valid")]) == 2)
        #expect(try count("assay_records_total", [ruleSet, ("outcome", "invalid")]) == 3)
        #expect(try count("assay_findings_total", [ruleSet, ("code", "length.tooLong")]) == 2)
        #expect(try count("assay_findings_total", [ruleSet, ("code", "required.missing")]) == 1)
        let time = try metrics.expectTimer("assay_validation_seconds", [ruleSet])
        #expect(time.values.count == 3)
        let rule = try metrics.expectTimer(
            "assay_rule_seconds", [ruleSet, ("field", "name"), ("rule", "length")])
        #expect(rule.values.count == 3)
    }

    @Test func aSpanIsMadeOfEachCall() throws {
        let tracer = InMemoryTracer()
        _ = try validators(TracingObserver(tracer)).validate(json: invalid)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "assay.validate")
        #expect(span.attributes.get("assay.rule_set") == .string("member"))
        #expect(span.attributes.get("assay.invalid") == .int64(1))
        #expect(
            span.attributes.get("assay.codes")
                == .stringArray(["length.tooLong", "length.tooShort"]))
        #expect(
            span.startInstant.nanosecondsSinceEpoch <= span.endInstant.nanosecondsSinceEpoch)
    }

    @Test func aGroupTellsAllOfThem() throws {
        let handler = InMemoryLogHandler()
        let metrics = TestMetrics()
        let group = ObserverGroup([
            LoggingObserver(Logger(label: "test") { _ in handler }),
            MetricsObserver(metrics, measuresRules: true),
        ])
        #expect(group.measuresRules)
        _ = try validators(group).validate(json: invalid)
        #expect(handler.entries.count == 1)
        #expect(metrics.counters.isEmpty == false)
    }
}
