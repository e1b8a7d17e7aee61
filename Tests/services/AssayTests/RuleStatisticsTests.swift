// SPDX-License-Identifier: Apache-2.0
import Synchronization
@_spi(Engine) import Assay
import Testing

/// What a session counts of its rules.
@Suite struct RuleStatisticsTests {
    private static let rules = """
        assay: 1
        fields:
          a: required, integer, range(0...10)
          b:
            policy: first
            rules: 'length(2...), regex(/^[a-z]+$/)'
          c:
            - rule: equals("x")
              when: { a: equals(1) }
          tags[*]: length(1...)
          d:
            - rule: regex(/^(a+)+\\1$/)
              onFault: pass
          e:
            - rule: regex(/^(a+)+\\1$/)
              onFault: fail
          f: sameAs(a)

        """

    private static let hard = String(repeating: "a", count: 60) + "b"

    private static let records = [
        #"{"a":1,"b":"ab","c":"x","tags":["","b"],"f":1}"#,
        #"{"a":11,"b":"A","c":"y","tags":[]}"#,
        #"{"a":"1","b":"AB","c":"z","f":2}"#,
        #"{"a":2,"d":"\#(hard)","e":"\#(hard)","f":3}"#,
        #"{"a":"#,
    ]

    /// The numbers of each rule: passed, failed, undecided, skipped.
    private func numbers(
        threads: Int = 1, chunk: Int = 1 << 18, limit: Int? = nil, selection: CodeFilter? = nil
    ) throws -> [[Int]] {
        let plan = try RuleSetLoader.load(Self.rules, registry: .standard()).plan
        var options = ReaderOptions()
        options.format = .ndjson
        options.chunkBytes = chunk
        var validator = StreamValidator(plan, options: options, threadCount: threads)
        validator.gathersStatistics = true
        validator.recordLimit = limit
        validator.filter = selection
        let text = Self.records.joined(separator: "\n")
        let total = Locked(RuleStatistics(plan))
        try validator.run(.of(text)) {
            $0.statistics
        } emit: { statistics, _ in
            total.withLock { if let statistics { $0 += statistics } }
            return true
        }
        return total.withLock {
            $0.rules.map { [$0.passed, $0.failed, $0.undecided, $0.skipped] }
        }
    }

    @Test(arguments: [(1, 1 << 18), (3, 64)])
    func everyValueIsCountedOnce(threads: Int, chunk: Int) throws {
        #expect(
            try numbers(threads: threads, chunk: chunk) == [
                [4, 0, 0, 0],  // required
                [3, 1, 0, 0],  // integer: a text is no number
                [2, 1, 0, 1],  // range: not asked about it
                [2, 1, 0, 1],  // length: one has no b
                [1, 1, 0, 2],  // regex: nor after the first failure
                [1, 0, 0, 3],  // equals: only where the condition holds
                [1, 1, 0, 0],  // elements
                [0, 0, 1, 3],  // undecided, and passed by onFault
                [0, 0, 1, 3],  // undecided, and failed by onFault
                [1, 1, 0, 2],  // sameAs: only where a is valid
                [2, 0, 0, 2],  // path: the arrays
            ])
    }

    /// A failure that is left out is counted, and keeps no other rule from running.
    @Test func findingsThatAreLeftOutAreNoPasses() throws {
        let all = try numbers()
        let some = try numbers(selection: CodeFilter(selected: ["required"]))
        for (rule, counts) in all.enumerated() {
            #expect(some[rule][1] >= counts[1] && some[rule][2] >= counts[2], "\(rule)")
            #expect(some[rule].reduce(0, +) == counts.reduce(0, +), "\(rule)")
        }
        #expect(some[2] != all[2])
    }

    @Test func recordsBeyondTheLimitAreNotCounted() throws {
        #expect(try numbers(limit: 2).prefix(3) == [[2, 0, 0, 0], [2, 0, 0, 0], [1, 1, 0, 0]])
    }

    @Test func nothingIsCountedWithoutStatistics() throws {
        let plan = try RuleSetLoader.load(Self.rules, registry: .standard()).plan
        let session = ValidationSession(plan)
        #expect(session.statistics == nil)
        #expect(RuleStatistics(plan).rules.allSatisfy { $0 == RuleStatistics.Counts() })
    }

    @Test func sumsAreThoseOfAllSessions() throws {
        let plan = try RuleSetLoader.load(Self.rules, registry: .standard()).plan
        var sum = RuleStatistics(plan)
        sum += RuleStatistics(plan)
        #expect(sum == RuleStatistics(plan))
        #expect(sum.rules.count == 11)
    }
}
