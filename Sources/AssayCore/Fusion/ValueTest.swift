// SPDX-License-Identifier: Apache-2.0
package import CScans

/// What proves that a value passes a rule, as data: the plan fuses the tests of neighbouring rules to one
/// look at the value.
///
/// A value that the test does not prove to pass may pass all the same; the rule itself decides then. A
/// test depends on nothing but the value. What it points to must live as long as the rule.
@usableFromInline
package struct ValueTest: @unchecked Sendable {  // what it points to never changes
    /// The kinds that can pass; the conditions below are about values of these.
    package var kinds: ValueKinds
    /// A string begins with a visible ASCII character.
    package var beginsVisibly = false
    /// The least number of bytes of a string that is known to be ASCII.
    package var leastASCII = 0
    /// The least number of bytes of any other string.
    package var leastBytes = 0
    /// The greatest number of bytes of a string.
    package var mostBytes = Int.max
    /// Scans of which each matches a string.
    package var scans: [UnsafePointer<assay_scan>] = []
    /// Functions of which each accepts a string, and what they are given with it.
    package var checks: [(function: assay_text_check, context: UnsafeRawPointer?)] = []
    /// A string is a whole number of at most 18 digits; what is joined later is about that number.
    package var readsWholeNumber = false
    /// The bounds of an integer of 64 bits.
    package var integers = Int64.min...Int64.max
    /// The bounds of the number of elements of an array, or members of an object.
    package var counts = 0...Int.max

    package init(kinds: ValueKinds) {
        self.kinds = kinds
    }
}

/// Joined tests as C runs them.
struct FusedTest: ~Copyable {
    let test: UnsafeMutablePointer<assay_value_test>
    /// What `test` has as its scan, if that is joined of several.
    private var scan: UnsafeMutablePointer<assay_scan>?
    private var readsWholeNumber = false

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

    /// Joins another test with this one.
    ///
    /// - Returns: False, with nothing joined, where there is no room for both.
    mutating func join(_ other: ValueTest) -> Bool {
        if readsWholeNumber { return joinNumber(other) }
        var more = other.checks
        if other.readsWholeNumber {
            more.append((assay_check_whole_number, UnsafeRawPointer(test)))
        }
        let checks = Int(test.pointee.check_count)
        guard checks + more.count <= Int(ASSAY_TEST_CHECKS), joinScans(other.scans) else {
            return false
        }
        for (place, check) in more.enumerated() { set(check, at: checks + place) }
        test.pointee.check_count = UInt8(checks + more.count)
        readsWholeNumber = other.readsWholeNumber
        test.pointee.kinds &= other.kinds.rawValue
        if other.beginsVisibly { test.pointee.begins_visibly = true }
        test.pointee.least_ascii = max(test.pointee.least_ascii, UInt64(other.leastASCII))
        test.pointee.least_bytes = max(test.pointee.least_bytes, UInt64(other.leastBytes))
        test.pointee.most_bytes = min(test.pointee.most_bytes, UInt64(other.mostBytes))
        narrow(to: other.integers)
        test.pointee.least_count = max(test.pointee.least_count, UInt64(other.counts.lowerBound))
        test.pointee.most_count = min(test.pointee.most_count, UInt64(other.counts.upperBound))
        return true
    }

    /// Joins a test of the number that a string was read as.
    private func joinNumber(_ other: ValueTest) -> Bool {
        guard other.kinds.contains(.integers) else { return false }
        test.pointee.kinds &= other.kinds.rawValue | ~RuleAdmission.missing
        narrow(to: other.integers)
        return true
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

    private func set(
        _ check: (function: assay_text_check, context: UnsafeRawPointer?), at place: Int
    ) {
        withUnsafeMutableBytes(of: &test.pointee.checks) {
            $0.bindMemory(to: assay_text_check?.self)[place] = check.function
        }
        withUnsafeMutableBytes(of: &test.pointee.contexts) {
            $0.bindMemory(to: UnsafeRawPointer?.self)[place] = check.context
        }
    }
}
