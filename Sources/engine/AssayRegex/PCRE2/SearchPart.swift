// SPDX-License-Identifier: Apache-2.0

/// A part of a search: the places where a match may start, and the steps from each of them.
///
/// A part takes at most about `starts × steps × length` looks at a byte, which is kept below a bound:
/// wide parts have few steps, narrow ones more.
struct SearchPart {
    /// Shorter subjects are searched in one piece.
    static let unsplitLength = 4096

    /// The first place.
    private(set) var first = 0
    /// The most steps from each place.
    private(set) var steps: UInt32
    private var starts: Int
    private let length: Int
    private let mostSteps: UInt32
    private let widest: (starts: Int, steps: UInt32)

    /// Looks at bytes in one part, about: a fraction of a second.
    private static let mostLooks = 1 << 30

    /// - Parameters:
    ///   - length: That of the subject, in bytes.
    ///   - mostSteps: The steps that the whole search has from each place.
    init(length: Int, mostSteps: UInt32) {
        self.length = length
        self.mostSteps = mostSteps
        let steps = min(mostSteps, 4)
        let starts = min(length / 16, Self.mostLooks / max(1, length) / 4)
        widest = (max(1, starts), steps)
        (self.starts, self.steps) = widest
    }

    /// The last place, at the start of a character; beyond the end of the subject for its last part.
    func last(in subject: UnsafePointer<UInt8>) -> Int {
        var last = first + starts - 1
        guard last < length else { return length }
        while last > first, subject[last] & 0xC0 == 0x80 { last -= 1 }
        return last
    }

    /// Allows more steps from fewer places.
    mutating func narrow() {
        starts = max(1, starts / 4)
        let (more, overflows) = steps.multipliedReportingOverflow(by: 4)
        steps = overflows || starts == 1 ? mostSteps : min(more, mostSteps)
    }

    /// Goes to the places after `last`, and back to wide parts step by step.
    mutating func goOn(after last: Int, in subject: UnsafePointer<UInt8>) {
        first = last + 1
        while first < length, subject[first] & 0xC0 == 0x80 { first += 1 }
        guard starts < widest.starts else { return }
        starts = min(widest.starts, starts * 4)
        steps = max(widest.steps, steps / 4)
    }
}
