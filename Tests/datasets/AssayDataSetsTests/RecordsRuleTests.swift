// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayDataSets
import Testing

/// What each rule about records finds.
@Suite struct RecordsRuleTests {
    @Test func repeatedKeysAreFoundWithTheFirstRecord() throws {
        let run = try TestRun(#"["unique(id)"]"#)
        let outcome = try run.outcome(
            [
                #"{"id": "a"}"#, #"{"id": "b"}"#, #"{"id": "a"}"#, "{}", #"{"id": "b"}"#,
                #"{"id": "a"}"#,
            ])
        #expect(
            outcome.lines == [
                "0 unique.repeated 3 as 1", "0 unique.repeated 5 as 2", "0 unique.repeated 6 as 1",
            ])
        #expect(outcome.invalid == [3, 5, 6])
        #expect(outcome.newlyInvalidCount == 3)
        let totals = outcome.totals[0]
        #expect(totals.repeatedKeys == 2)
        #expect(totals.surplusRecords == 3)
        #expect(totals.concernedRecords == 5)
        #expect(totals.missing == 1)
        #expect(totals.decided == 5)
        #expect(totals.failed == 3)
    }

    /// Pairs of records, and whether their keys are one.
    @Test(arguments: [
        ("1", "1.0", true), ("1", "1e0", true), ("100", "1e2", true), ("0", "-0.0", true),
        ("1", "\"1\"", false), ("\"\\u00e9\"", "\"e\\u0301\"", false), ("\"\"", "\"\"", true),
        ("\"\"", "\" \"", false), ("true", "1", false), ("\"true\"", "true", false),
        ("[1, 2]", "[1.0, 2]", true), ("[1, 2]", "[2, 1]", false), ("[]", "{}", false),
        (#"{"a": 1, "b": [2]}"#, #"{"b": [2e0], "a": 1}"#, true),
        (#"{"a": 1, "a": 2}"#, #"{"a": 2}"#, true), (#"{"a": null}"#, "{}", false),
        ("0.1", "1e-1", true), ("1e400", "10e399", true), ("1e400", "1e401", false),
        ("123456789012345678901", "123456789012345678902", false),
    ])
    func keysAreEqualAsJSON(_ left: String, _ right: String, isOne: Bool) throws {
        let run = try TestRun(#"["unique(id)"]"#)
        let lines = try run.outcome([#"{"id": \#(left)}"#, #"{"id": \#(right)}"#]).lines
        #expect(lines == (isOne ? ["0 unique.repeated 2 as 1"] : []), "\(left) \(right)")
    }

    /// Parts that are read are compared by what they stand for.
    @Test(arguments: [
        ("dateTime", "2024-03-01T12:00:00Z", "2024-03-01T13:00:00+01:00", true),
        ("dateTime", "2024-03-01T12:00:00Z", "2024-03-01T12:00:01Z", false),
        ("ip", "2001:db8::1", "2001:0DB8:0:0::1", true), ("ip", "::1", "::2", false),
        ("date", "2024-03-01", "2024-03-02", false),
        ("semver", "1.0.0", "1.0.0+build", false), ("length(1...)", "1", "1.0", false),
    ])
    func textsAreReadBeforeTheyAreKeys(
        _ rule: String, _ left: String, _ right: String, isOne: Bool
    ) throws {
        let run = try TestRun(#"["unique(id)"]"#, fields: #"{"id": "\#(rule)"}"#)
        let lines = try run.outcome([#"{"id": "\#(left)"}"#, #"{"id": "\#(right)"}"#]).lines
        #expect(lines == (isOne ? ["0 unique.repeated 2 as 1"] : []), "\(left) \(right)")
    }

    @Test func missingPartsAreSkippedOrEqualOrViolations() throws {
        let run = try TestRun(
            #"["unique(a, b)", "unique(a, b, missing=equal)", "unique(a, b, missing=fail)"]"#)
        let outcome = try run.outcome(
            [#"{"a": 1}"#, #"{"a": 1, "b": null}"#, "{}", #"{"a": 1, "b": 2}"#, "{}"])
        #expect(
            outcome.lines == [
                "2 unique.missing 1", "1 unique.repeated 2 as 1", "2 unique.missing 2",
                "2 unique.missing 3", "1 unique.repeated 5 as 3", "2 unique.missing 5",
            ])
        #expect(outcome.totals.map(\.missing) == [4, 0, 0])
        #expect(outcome.totals.map(\.decided) == [1, 5, 5])
        #expect(outcome.totals.map(\.failed) == [0, 2, 4])
    }

    @Test func partsOfAKeyDoNotRunIntoEachOther() throws {
        let run = try TestRun(#"["unique(a, b)"]"#)
        let lines = try run.outcome([
            #"{"a": "ab", "b": "c"}"#, #"{"a": "a", "b": "bc"}"#, #"{"a": "c", "b": "ab"}"#,
        ]).lines
        #expect(lines == [])
    }

    @Test func elementsAreKeysWithTheirPlaces() throws {
        let run = try TestRun(#"["unique(items[*].sku)", "unique(shop, items[*].sku)"]"#)
        let outcome = try run.outcome([
            #"{"shop": 1, "items": [{"sku": "a"}, {"sku": "b"}, {"sku": "a"}]}"#,
            #"{"shop": 2, "items": [{}, {"sku": "b"}]}"#,
        ])
        #expect(
            outcome.lines == [
                "0 unique.repeated 1[2] as 1[0]", "1 unique.repeated 1[2] as 1[0]",
                "0 unique.repeated 2[1] as 1[1]",
            ])
        #expect(outcome.invalid == [1, 2])
    }

    @Test func referencesAreLookedForInTheSource() throws {
        let run = try TestRun(
            #"["references(customer, customers)", "references(a, b, pairs, match=full)"]"#,
            fields: #"{"customer": "integer"}"#,
            sources: """
                {"customers": {"key": ["id"]},
                 "pairs": {"key": ["x", "y"]}}
                """)
        let sources = [
            0: [#"{"id": 7}"#, #"{"id": 8.0}"#, "{}", #"{"id": 7}"#], 1: [#"{"x": 1, "y": 2}"#],
        ]
        let outcome = try run.outcome(
            [
                #"{"customer": 7, "a": 1, "b": 2}"#, #"{"customer": 9}"#,
                #"{"customer": 8, "a": 1}"#, #"{"customer": "7", "a": 2, "b": 1}"#, "{}",
            ], sources: sources)
        #expect(
            outcome.lines == [
                "0 references.missing 2", "1 references.partial 3", "0 references.missing 4",
                "1 references.missing 4",
            ])
        #expect(outcome.totals[0].repeatedSourceKeys == 1)
        #expect(outcome.totals.map(\.failed) == [2, 2])
        #expect(outcome.totals.map(\.decided) == [4, 3])
        #expect(outcome.totals.map(\.missing) == [1, 2])
    }

    @Test func referencesToAnEmptySourceAllFail() throws {
        let run = try TestRun(
            #"["references(c, customers)"]"#,
            sources: #"{"customers": {"key": ["id"]}}"#)
        #expect(try run.outcome([#"{"c": 1}"#]).lines == ["0 references.missing 1"])
    }

    @Test func aDataSetRefersToItself() throws {
        let run = try TestRun(
            #"["references(parent, nodes)"]"#,
            sources: #"{"nodes": {"self": true, "key": ["id"]}}"#)
        let records = [
            #"{"id": 1, "parent": 3}"#, #"{"id": 2, "parent": 4}"#, #"{"id": 3}"#,
        ]
        #expect(try run.outcome(records, chunk: 1).lines == ["0 references.missing 2"])
    }

    @Test func recordsAreCounted() throws {
        let run = try TestRun(
            #"["count(2...3)", {"rule": "count(max=1)", "when": {"a": "equals(1)"}}]"#)
        #expect(try run.outcome([]).lines == ["0 count.tooFew count=0"])
        #expect(try run.outcome(["{}", "{}"]).lines == [])
        #expect(
            try run.outcome(Array(repeating: #"{"a": 1}"#, count: 4)).lines == [
                "0 count.tooMany count=4", "1 count.tooMany count=4",
            ])
    }

    @Test func sumsAreExact() throws {
        let run = try TestRun(#"["sum(n, 0.3...0.3)"]"#)
        let outcome = try run.outcome([#"{"n": 0.1}"#, #"{"n": 0.2}"#, #"{"n": null}"#, "{}"])
        #expect(outcome.lines == [])
        #expect(outcome.totals[0].result == "0.3")
        #expect(try run.outcome([]).lines == ["0 sum.tooSmall sum=0"])
        #expect(
            try run.outcome([#"{"n": 0.30000000000000000000000000001}"#]).lines == [
                "0 sum.tooLarge sum=0.30000000000000000000000000001"
            ])
        #expect(try run.outcome([#"{"n": 1e38}"#, #"{"n": -1e38}"#]).lines == ["0 fault.range"])
    }

    @Test func averagesAreComparedExactly() throws {
        let run = try TestRun(#"["average(n, 1...2)"]"#)
        #expect(try run.outcome([]).lines == ["0 average.none"])
        #expect(try run.outcome([#"{"n": 1}"#, #"{"n": 3}"#]).lines == [])
        #expect(
            try run.outcome([#"{"n": 1}"#, #"{"n": 1}"#, #"{"n": 0.999999999}"#]).lines == [
                "0 average.tooSmall average=0.999999999666666"
            ])
        #expect(
            try run.outcome([#"{"n": 2}"#, #"{"n": 2.1}"#]).lines == [
                "0 average.tooLarge average=2.05"
            ])
    }

    @Test func stepsAgainstAnOrderAreFound() throws {
        let run = try TestRun(#"["sorted(n)", "sorted(n, descending)"]"#)
        let records = ["1", "2", "2.0", "null", "1.5", "3"].map { #"{"n": \#($0)}"# }
        for chunk in 1...6 {
            let outcome = try run.outcome(records, chunk: chunk)
            #expect(
                outcome.lines == [
                    "1 sorted.order 2", "0 sorted.order 5", "1 sorted.order 6",
                ], "chunks of \(chunk)")
            #expect(outcome.totals.map(\.failed) == [1, 2])
        }
    }

    @Test func furtherStepsAreCounted() throws {
        let run = try TestRun(#"["sorted(n)"]"#)
        let outcome = try run.outcome((0..<2_500).map { #"{"n": \#(-$0)}"# }, chunk: 700)
        #expect(outcome.lines.count == 1_000)
        #expect(outcome.totals[0].failed == 2_499)
        #expect(outcome.totals[0].counted == 1_499)
    }

    @Test func valuesWithoutAnOrderAreAFault() throws {
        let run = try TestRun(#"["sorted(a)"]"#, fields: #"{"a": "ip"}"#)
        #expect(
            try run.outcome([#"{"a": "1.2.3.4"}"#, #"{"a": "::1"}"#]).lines == [
                "0 fault.incomplete count=1"
            ])
    }

    @Test func theLatestDateIsNotTooOld() throws {
        let fields = #"{"t": "dateTime", "d": "date"}"#
        let now = Duration.seconds(1_709_294_400)  // 2024-03-01T12:00:00Z
        let run = try TestRun(
            #"["fresh(t, within=\"PT24H\")", "fresh(d, within=\"P1D\")"]"#, fields: fields, now: now
        )
        #expect(try run.outcome([]).lines == ["0 fresh.none", "1 fresh.none"])
        #expect(
            try run.outcome([
                #"{"t": "2024-02-29T12:00:00Z", "d": "2024-03-01"}"#,
                #"{"t": "2023-01-01T00:00:00Z", "d": "2020-01-01"}"#,
            ]).lines == [])
        #expect(
            try run.outcome([#"{"t": "2024-02-29T11:59:59Z", "d": "2024-02-29"}"#]).lines == [
                "0 fresh.stale latest=\"2024-02-29T11:59:59Z\"",
                "1 fresh.stale latest=\"2024-02-29T00:00:00Z\"",
            ])
    }

    @Test func moreFailuresThanToleratedAreOneViolation() throws {
        let run = try TestRun(#"[{"rule": "unique(id)", "tolerance": "25 %"}]"#)
        let within = try run.outcome(["1", "1", "2", "3"].map { #"{"id": \#($0)}"# })
        #expect(within.lines == ["0 unique.repeated 2 as 1 tolerated"])
        #expect(within.invalid == [])
        #expect(within.strictlyInvalid == [2])
        #expect(within.newlyInvalidCount == 0)
        let beyond = try run.outcome(["1", "1", "2", "2"].map { #"{"id": \#($0)}"# })
        #expect(
            Array(beyond.lines.prefix(2)) == [
                "0 unique.repeated 2 as 1 tolerated", "0 unique.repeated 4 as 3 tolerated",
            ])
        #expect(beyond.lines.last?.hasPrefix("0 unique.tolerance failed=2 decided=4") == true)
        #expect(beyond.invalid == [])
    }

    @Test func warningsMakeNoRecordInvalid() throws {
        let run = try TestRun(#"[{"rule": "unique(id)", "severity": "warning"}]"#)
        let outcome = try run.outcome([#"{"id": 1}"#, #"{"id": 1}"#])
        #expect(outcome.lines == ["0 unique.repeated 2 as 1"])
        #expect(outcome.invalid == [])
        #expect(outcome.newlyInvalidCount == 0)
    }

    @Test func recordsThatWereInvalidAreNotCountedAgain() throws {
        let run = try TestRun(#"["unique(id)"]"#, fields: #"{"n": "required"}"#)
        let outcome = try run.outcome([
            #"{"id": 1, "n": 1}"#, #"{"id": 1}"#, #"{"id": 1, "n": 1}"#,
        ])
        #expect(outcome.invalid == [2, 3])
        #expect(outcome.newlyInvalidCount == 1)
    }

    @Test func recordsWithErrorsAreLeftOut() throws {
        let run = try TestRun(
            #"[{"rule": "unique(id)", "onlyValid": true}]"#, fields: #"{"n": "required"}"#)
        let records = [#"{"id": 1}"#, #"{"id": 1, "n": 1}"#, #"{"id": 1, "n": 1}"#]
        #expect(try run.outcome(records).lines == ["0 unique.repeated 3 as 2"])
    }

    @Test func skippedRulesSayNothing() throws {
        var run = try TestRun(#"["unique(id)", "count(max=0)"]"#)
        run.settings.skippedRules = [0]
        #expect(
            try run.outcome([#"{"id": 1}"#, #"{"id": 1}"#]).lines == ["1 count.tooMany count=2"])
    }

    @Test func anIncompleteDataSetIsAFaultOfEachRule() throws {
        let run = try TestRun(
            #"["unique(id)", "count(9...)", "references(p, all)", "sorted(id)"]"#,
            sources: #"{"all": {"self": true, "key": ["id"]}}"#)
        let records = try ["2", "1", "1", "2"].map { try Value(json: #"{"id": \#($0), "p": 7}"#) }
        let dataSet = DataSet(plan: run.plan)
        try run.add(records, ends: [2], to: dataSet)
        let outcome = try TestRun.read(
            try dataSet.finish(before: RecordPlace(chunk: 1, row: 1)))
        #expect(
            outcome.lines == [
                "3 sorted.order 2", "0 unique.repeated 3 as 2", "0 fault.recordsIncomplete",
                "1 fault.recordsIncomplete", "2 fault.recordsIncomplete",
                "3 fault.recordsIncomplete",
            ])
        #expect(outcome.invalid == [2, 3])
    }

    @Test func valuesThatNothingReadsAreAFault() throws {
        let run = try TestRun(#"["sum(n, 0...)"]"#)
        #expect(try run.outcome([#"{"n": "5"}"#]).lines == ["0 fault.incomplete count=1"])
    }
}
