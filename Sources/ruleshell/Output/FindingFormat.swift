// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The formats of `validate`, by the names of its option.
enum FormatName: String, CaseIterable, ExpressibleByArgument {
    case full
    case concise
    case ndjson
    case json
    case sarif
    case junit
    case github
    case summary
}

/// Writes findings in one format, on any thread.
protocol FindingFormat: Sendable {
    /// Appends one finding.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - origin: Where it was found.
    ///   - bytes: The output of the chunk so far.
    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8])

    /// Writes what findings of one rule and code have in common, which `append` finds in them.
    func write(_ text: FindingText) -> WrittenText

    /// Whether the value of a finding is shown, beside in messages that name it.
    var showsValues: Bool { get }
    /// How many findings it takes; nil: all.
    var quota: FindingQuota? { get }
    /// Single findings are not shown at all.
    var showsTotalsOnly: Bool { get }
}

extension FindingFormat {
    func write(_ text: FindingText) -> WrittenText { WrittenText(text, before: [], behind: []) }

    var showsValues: Bool { false }
    var quota: FindingQuota? { nil }
    var showsTotalsOnly: Bool { false }
}

/// What a format can ask about a finding's origin.
struct FindingOrigin {
    let input: InputName
    /// Shows lines of the input.
    let locator: ChunkLocator
    /// The place of the rule in the rule set; nil for findings about the record itself.
    let rule: (validator: Int, step: Int)?
}

/// How many findings a report takes, so that it has an end however many there are.
struct FindingQuota: Sendable {
    /// Findings of each bucket.
    let limit: Int
    let bucketCount: Int
    /// The bucket of a finding, by its kind and by its rule in the plan.
    let bucket: @Sendable (FindingKind, Int?) -> Int
}

/// Which buckets of a quota are full: what nobody takes need not be rendered.
final class FindingRoom: Sendable {
    private let full: Locked<[Bool]>

    init(bucketCount: Int) {
        full = Locked(Array(repeating: false, count: bucketCount))
    }

    /// For each bucket whether it is full.
    var snapshot: [Bool] { full.withLock { $0 } }

    func close(_ bucket: Int) {
        full.withLock { $0[bucket] = true }
    }

    func reopen() {
        full.withLock { $0 = Array(repeating: false, count: $0.count) }
    }
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(_ number: Int) {
        guard number >= 0 else { return append(contentsOf: String(number).utf8) }
        // From the last digit to the first, into as much room as any number takes.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var left = number
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(left % 10)
                left /= 10
            } while left > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
