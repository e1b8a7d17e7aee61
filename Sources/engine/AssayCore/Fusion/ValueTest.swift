// SPDX-License-Identifier: Apache-2.0
package import CScans

/// A test that proves that a value passes a rule, as data.
///
/// The plan fuses the tests of neighboring rules into one look at the value.
///
/// A value that the test does not prove to pass may pass all the same; the rule itself decides then. A
/// test depends on nothing but the value. What it points to must live as long as the rule.
@usableFromInline
package struct ValueTest: @unchecked Sendable {  // what it points to never changes
    /// The kinds that can pass; the conditions below are about values of these.
    package var kinds: ValueKinds
    /// `true` if a string must begin with a visible ASCII character.
    package var beginsVisibly = false
    /// The least number of bytes of a string that is known to be ASCII.
    package var leastASCII = 0
    /// The least number of bytes of any other string.
    package var leastBytes = 0
    /// The greatest number of bytes of a string.
    package var mostBytes = Int.max
    /// Scans of which each matches a string.
    package var scans: [UnsafePointer<assay_scan>] = []
    /// Functions of which each accepts a string.
    package var checks: [Check] = []
    /// `true` if a string must be a whole number of at most 18 digits; tests that are joined later
    /// are about that number.
    package var readsWholeNumber = false
    /// The bounds of an integer of 64 bits.
    package var integers = Int64.min...Int64.max
    /// The bounds of the number of elements of an array, or members of an object.
    package var counts = 0...Int.max
    /// The rule's verdict on all values of these kinds that fail a scan, a check, or a bound of
    /// numbers or counts, or `nil` if the rule has to find it out.
    package var failure: Verdict?

    package init(kinds: ValueKinds) {
        self.kinds = kinds
    }

    /// A function that accepts a string, or says which failure it is.
    package struct Check {
        let function: assay_text_check
        /// The pointer that the function gets with the string.
        let context: UnsafeRawPointer?
        /// The rule's verdicts on its failures, in the order of their numbers; if it is empty, the
        /// verdict of the test.
        let failures: [Verdict]

        package init(
            _ context: UnsafeRawPointer? = nil, failures: [Verdict] = [],
            _ function: @escaping assay_text_check
        ) {
            self.function = function
            self.context = context
            self.failures = failures
        }
    }
}

/// Joined tests as C runs them.
struct FusedTest: ~Copyable {
    let test: UnsafeMutablePointer<assay_value_test>
    /// The scan of `test`, if it is joined of several.
    private var scan: UnsafeMutablePointer<assay_scan>?
    /// The place of the check that reads a whole number, if there is one.
    private var numberCheck: Int?
    /// The conditions of the joined rules, until they are taken.
    private var conditions: [TestCondition] = []

    /// The test that every value of some kinds passes.
    init(kinds: ValueKinds) {
        test = .allocate(capacity: 1)
        var all = assay_value_test()
        all.kinds = kinds.rawValue
        all.most_bytes = .max
        (all.least_integer, all.most_integer) = (.min, .max)
        all.most_count = .max
        test.initialize(to: all)
    }

    deinit {
        test.deallocate()
        scan?.deallocate()
    }

    /// Joins the test of a rule, by its index in the validator, with this one.
    ///
    /// - Returns: `false`, with nothing joined, if there is no room for both.
    mutating func join(_ other: ValueTest, of step: Int) -> Bool {
        if let numberCheck { return joinNumber(other, of: step, at: numberCheck) }
        var more = other.checks
        if other.readsWholeNumber {
            more.append(ValueTest.Check(UnsafeRawPointer(test), assay_check_whole_number))
        }
        let checks = Int(test.pointee.check_count)
        guard checks + more.count <= Int(ASSAY_TEST_CHECKS), joinScans(other.scans) else {
            return false
        }
        // The bounds of bytes may exclude every text, such as those of `length(2...40)`: the rule decides then.
        assert(other.counts.lowerBound >= 0)
        for (place, check) in more.enumerated() { set(check, at: checks + place, of: step) }
        test.pointee.check_count = UInt8(checks + more.count)
        if other.readsWholeNumber { numberCheck = checks + more.count - 1 }
        test.pointee.kinds &= other.kinds.rawValue
        if other.beginsVisibly { test.pointee.begins_visibly = true }
        test.pointee.least_ascii = max(test.pointee.least_ascii, UInt64(other.leastASCII))
        test.pointee.least_bytes = max(test.pointee.least_bytes, UInt64(other.leastBytes))
        test.pointee.most_bytes = min(test.pointee.most_bytes, UInt64(other.mostBytes))
        narrow(to: other.integers)
        test.pointee.least_count = max(test.pointee.least_count, UInt64(other.counts.lowerBound))
        test.pointee.most_count = min(test.pointee.most_count, UInt64(other.counts.upperBound))
        note(other, of: step, checks: checks..<checks + more.count)
        return true
    }

    /// Returns the conditions of the joined rules, and removes them.
    mutating func takeConditions() -> [TestCondition] {
        defer { conditions = [] }
        return conditions
    }

    /// Notes the conditions of a test whose outcomes say more than that it failed.
    private mutating func note(_ other: ValueTest, of step: Int, checks: Range<Int>) {
        func demand(_ outcome: assay_test_outcome, plus place: Int = 0, by failure: Verdict? = nil)
        {
            let outcome = outcome.rawValue + UInt32(place)
            conditions.append(
                TestCondition(step: step, outcome: outcome, place: outcome, failure: failure))
        }
        if other.kinds.rawValue & (1 << ASSAY_ABSENT) == 0 { demand(ASSAY_TEST_ABSENT) }
        if other.mostBytes < .max { demand(ASSAY_TEST_LONG) }
        if !other.scans.isEmpty { demand(ASSAY_TEST_NO_MATCH, by: other.failure) }
        for place in checks { demand(ASSAY_TEST_CHECK, plus: place, by: other.failure) }
        if other.integers.lowerBound > .min { demand(ASSAY_TEST_LESS, by: other.failure) }
        if other.integers.upperBound < .max { demand(ASSAY_TEST_MORE, by: other.failure) }
        if other.counts.lowerBound > 0 { demand(ASSAY_TEST_FEW, by: other.failure) }
        if other.counts.upperBound < .max { demand(ASSAY_TEST_MANY, by: other.failure) }
    }

    /// Joins a test of the number that a string was read as, which the check that reads it looks at.
    private mutating func joinNumber(_ other: ValueTest, of step: Int, at check: Int) -> Bool {
        guard other.kinds.contains(.integers) else { return false }
        note(ValueTest(kinds: .all), of: step, checks: check..<check + 1)
        test.pointee.kinds &= other.kinds.rawValue | ~RuleAdmission.missing
        narrow(to: other.integers)
        return true
    }

    /// Makes the test distinguish the failures of a check.
    private mutating func tell(_ failures: some Collection<Verdict>, at place: Int, of step: Int) {
        assert(test.pointee.told_failures == 0, "the failures of one check are told apart")
        assert(failures.count <= Int(ASSAY_TEST_FAILURES))
        test.pointee.told_check = UInt8(place)
        test.pointee.told_failures = UInt8(failures.count)
        for (number, failure) in failures.enumerated() {
            conditions.append(
                TestCondition(
                    step: step, outcome: ASSAY_TEST_FAILURE.rawValue + UInt32(number),
                    place: ASSAY_TEST_CHECK.rawValue + UInt32(place), failure: failure))
        }
    }

    private func narrow(to integers: ClosedRange<Int64>) {
        test.pointee.least_integer = max(test.pointee.least_integer, integers.lowerBound)
        test.pointee.most_integer = min(test.pointee.most_integer, integers.upperBound)
    }

    private mutating func joinScans(_ scans: [UnsafePointer<assay_scan>]) -> Bool {
        guard let first = scans.first else { return true }
        guard scans.count > 1 || test.pointee.scan != nil else {
            // Fields with one pattern share its scan.
            test.pointee.scan = first
            return true
        }
        var joined = test.pointee.scan?.pointee ?? assay_scan()
        for other in scans {
            guard assay_scan_join(&joined, other) else { return false }
        }
        assay_scan_find_places(&joined)
        let place = scan ?? .allocate(capacity: 1)
        place.initialize(to: joined)
        scan = place
        test.pointee.scan = UnsafePointer(place)
        return true
    }

    private mutating func set(_ check: ValueTest.Check, at place: Int, of step: Int) {
        assert(place >= 0 && place < Int(ASSAY_TEST_CHECKS), "there is no room for a check")
        if !check.failures.isEmpty, test.pointee.told_failures == 0 {
            tell(check.failures.prefix(Int(ASSAY_TEST_FAILURES)), at: place, of: step)
        }
        withUnsafeMutableBytes(of: &test.pointee.checks) {
            $0.bindMemory(to: assay_text_check?.self)[place] = check.function
        }
        withUnsafeMutableBytes(of: &test.pointee.contexts) {
            $0.bindMemory(to: UnsafeRawPointer?.self)[place] = check.context
        }
    }
}
