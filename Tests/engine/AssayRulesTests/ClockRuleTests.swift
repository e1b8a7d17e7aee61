// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayCore
import AssayRuleSets
import AssayRules
import Synchronization
import Testing

/// 2024-03-31T12:00:00.5Z.
private let moment: Duration = .seconds(1_711_886_400) + .milliseconds(500)

/// What a rule says of a text at that moment.
private func verdict(_ text: String, _ rule: String, at now: Duration = moment) throws -> String {
    let manager = try ValidatorsManager(
        RuleSet(Field("value", try RuleExpressionParser.parseOne(rule))),
        registry: .standard(clock: { now }))
    return manager.validate(["value": .string(text)]).violations.first?.code ?? "pass"
}

struct ClockRuleTests {
    @Test(
        arguments: [
            // A day is before or after today; today is neither.
            ("2024-03-30", "pass", "future.notFuture"), ("2024-04-01", "past.notPast", "pass"),
            ("2024-03-31", "past.notPast", "future.notFuture"),
            ("0000-01-01", "pass", "future.notFuture"), ("9999-12-31", "past.notPast", "pass"),
            // A moment has its nanoseconds and its offset.
            ("2024-03-31T12:00:00.5Z", "past.notPast", "future.notFuture"),
            ("2024-03-31T12:00:00.499999999Z", "pass", "future.notFuture"),
            ("2024-03-31T12:00:00.500000001Z", "past.notPast", "pass"),
            ("2024-03-31T12:00:00.5000000001Z", "past.notPast", "future.notFuture"),
            ("2024-03-31T13:00:00+01:00", "pass", "future.notFuture"),
            ("2024-03-31T13:00:01+01:00", "past.notPast", "pass"),
            ("2024-03-31T07:00:01-05:00", "past.notPast", "pass"),
            ("2024-03-31T12:00:00", "pass", "future.notFuture"),
            ("2024-03-31t12:00:01z", "past.notPast", "pass"),
            ("2016-12-31T23:59:60Z", "pass", "future.notFuture"),
            // What is no date, or none that exists.
            ("", "past.syntax", "future.syntax"), ("2024-02-30", "past.syntax", "future.syntax"),
            ("2024-3-1", "past.syntax", "future.syntax"),
            ("2024-03-31 12:00:00Z", "past.syntax", "future.syntax"),
            ("2024-03-31T12:00Z", "past.syntax", "future.syntax"),
            ("2024-03-31T24:00:00Z", "past.syntax", "future.syntax"),
            ("2024-03-31T11:59:60Z", "past.syntax", "future.syntax"),
            ("2024-03-31\n", "past.syntax", "future.syntax"),
            ("2024-03-31\u{0}", "past.syntax", "future.syntax"),
            ("２０２４-03-31", "past.syntax", "future.syntax"),
            ("+2024-03-31", "past.syntax", "future.syntax"),
            (" 2024-03-31", "past.syntax", "future.syntax"),
            ("now", "past.syntax", "future.syntax"),
        ])
    func datesAreComparedWithTheMoment(_ text: String, _ past: String, _ future: String) throws {
        #expect(try verdict(text, "past") == past)
        #expect(try verdict(text, "future") == future)
    }

    @Test(
        arguments: [
            ("2024-03-31T12:00:00.5Z", "PT0S", true), ("2024-03-31T12:00:00.4Z", "PT0S", false),
            ("2024-03-31", "PT0S", true), ("2024-04-01", "PT0S", false),
            ("2024-03-31T11:00:00.5Z", "PT1H", true), ("2024-03-31T11:00:00.4Z", "PT1H", false),
            ("2024-03-31T13:00:00.5Z", "PT1H", true), ("2024-03-31T13:00:00.6Z", "PT1H", false),
            ("2024-04-01", "PT12H", true), ("2024-04-02", "PT12H", false),
            ("2024-03-24", "P1W", true), ("2024-03-23", "P1W", false),
            ("2024-03-01", "P30D", true), ("2024-02-29", "P30D", false),
            // One month before 31 March is the last of February, one after it the last of April.
            ("2024-02-29", "P1M", true), ("2024-02-28", "P1M", false),
            ("2024-04-30T12:00:00.5Z", "P1M", true), ("2024-04-30T12:00:00.6Z", "P1M", false),
            ("2023-03-31", "P1Y", true), ("2023-03-30", "P1Y", false),
            ("2022-09-30", "P1Y6M", true), ("2022-09-29", "P1Y6M", false),
            ("2024-03-30T10:58:57.5Z", "P1DT1H1M3S", true),
            ("2024-03-30T10:58:57.4Z", "P1DT1H1M3S", false),
            ("0000-01-01", "P999999999Y999999999M999999999DT999999999H999999999M999999999S", true),
            ("9999-12-31T23:59:59Z", "P999999999W", true),
        ])
    func datesAreWithinADuration(_ text: String, _ duration: String, _ isWithin: Bool) throws {
        let expected = isWithin ? "pass" : "within.outside"
        #expect(try verdict(text, "within(\"\(duration)\")") == expected)
    }

    /// Moments before 1970 have negative numbers of seconds.
    @Test(
        arguments: [
            ("1969-12-31", "PT0S", true), ("1970-01-01", "PT0S", false),
            ("1969-12-31T23:59:59.75Z", "PT0S", true), ("1969-11-30", "P1M", true),
            ("1969-11-29", "P1M", false), ("1970-01-31", "P1M", true),
        ])
    func aMomentBefore1970IsOneOfItsDay(_ text: String, _ duration: String, _ isWithin: Bool) throws
    {
        let expected = isWithin ? "pass" : "within.outside"
        let found = try verdict(text, "within(\"\(duration)\")", at: .milliseconds(-250))
        #expect(found == expected)
    }

    @Test(arguments: [
        "", "P", "PT", "P1", "1D", "p1D", "P1d", "P-1D", "P1.5D", "P1DT", "P1D1Y", "PT1D", "P1H",
        "P1W1D", "P1Y1W", "PT1W", "P1WT1H", "P1D1D", "PT1M1H", "PTT1H", "P1DT1HT1M",
        "P1000000000D", "P１D",
        " P1D", "P1D ", "P1D\u{0}",
    ])
    func durationThatIsNoneIsRejected(_ text: String) throws {
        let error = try bindError("within(of=\(Value.string(text).json))")
        #expect(error?.code == "argument.invalid")
        #expect(
            error?.message
                == "within: argument 'of' is not a duration, such as P30D or PT12H: \"\(text)\"")
    }

    @Test func everyRuleAndRecordOfAValidationHasOneMoment() throws {
        let clock = CountingClock()
        let registry = RuleRegistry.standard(clock: { .seconds(clock.next()) })
        let manager = try ValidatorsManager(
            RuleSet(
                Field("a", .within("PT0S")), Field("b", .within("PT0S")),
                Field("c[*]", .within("PT0S"))),
            registry: registry)
        let first: Value = "1970-01-01T00:00:00Z"
        let record: ValidationRecord = ["a": first, "b": first, "c": .array([first, first])]
        #expect(manager.validate(record).isValid)
        // The second validation has another one, for its records of either kind.
        let text = ValidationRecord(text: [("a", "1970-01-01T00:00:01Z")])
        let second: ValidationRecord = ["b": "1970-01-01T00:00:01Z"]
        #expect(manager.validate([text, second, text]).map(\.isValid) == [true, true, true])
        #expect(clock.next() == 2)
        #expect(!manager.validate(record).isValid)
    }

    /// What asynchronous rules complete is compared with the moment of the validation, however long
    /// they take.
    @Test func completionHasTheMomentOfTheValidation() async throws {
        let clock = CountingClock()
        let registry = RuleRegistry.standard(clock: { .seconds(clock.next()) })
        enum Code: String, RuleCodes {
            case taken = "is taken"
        }
        try registry.register(
            .async("isFree", "A moment that is free", kinds: .string, codes: Code.self) { _, _ in
                .fail(Code.taken)
            })
        let rules = try RuleExpressionParser.parse("within(\"PT0S\"), isFree")
        let validator = Validator(rules: rules.map { RuleEntry($0) }, policy: .first)
        let manager = try ValidatorsManager(RuleSet(Field("a", validator)), registry: registry)
        let report = await manager.validate(
            ["a": "1970-01-01T00:00:00Z"], within: AsyncLimits(timeout: nil))
        #expect(report.violations.map(\.code) == ["isFree.taken"])
        #expect(report.pending.isEmpty)
    }

    @Test func theSystemHasAClock() throws {
        #expect(try codes("1969-07-20T20:17:40Z", "past") == [])
        #expect(try codes("9999-12-31T23:59:59Z", "future") == [])
        #expect(try codes("1969-07-20T20:17:40Z", "within(\"P1Y\")") == ["within.outside"])
    }
}

/// Says how often it was read before, from any thread.
private final class CountingClock: Sendable {
    private let count = Atomic<Int64>(0)

    func next() -> Int64 { count.add(1, ordering: .relaxed).oldValue }
}
