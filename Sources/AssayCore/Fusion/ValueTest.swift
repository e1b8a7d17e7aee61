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
    /// What `test` has as its scan.
    private var scan: UnsafeMutablePointer<assay_scan>?

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
        guard joinScans(other.scans) else { return false }
        let checks = Int(test.pointee.check_count)
        guard checks + other.checks.count <= Int(ASSAY_TEST_CHECKS) else { return false }
        for (place, check) in other.checks.enumerated() { set(check, at: checks + place) }
        test.pointee.check_count = UInt8(checks + other.checks.count)
        test.pointee.kinds &= other.kinds.rawValue
        if other.beginsVisibly { test.pointee.begins_visibly = true }
        test.pointee.least_ascii = max(test.pointee.least_ascii, UInt64(other.leastASCII))
        test.pointee.least_bytes = max(test.pointee.least_bytes, UInt64(other.leastBytes))
        test.pointee.most_bytes = min(test.pointee.most_bytes, UInt64(other.mostBytes))
        test.pointee.least_integer = max(test.pointee.least_integer, other.integers.lowerBound)
        test.pointee.most_integer = min(test.pointee.most_integer, other.integers.upperBound)
        test.pointee.least_count = max(test.pointee.least_count, UInt64(other.counts.lowerBound))
        test.pointee.most_count = min(test.pointee.most_count, UInt64(other.counts.upperBound))
        return true
    }

    private mutating func joinScans(_ scans: [UnsafePointer<assay_scan>]) -> Bool {
        guard !scans.isEmpty else { return true }
        var joined = scan?.pointee ?? assay_scan()
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
