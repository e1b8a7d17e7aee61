// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for AssayRegex: compiles the first line of the input as a pattern, searches the
// rest, and stops where the automaton and PCRE2 give different answers. From the project's root, for
// 60 seconds:
//
//     .ci/fuzz 60 FuzzPattern

@testable import AssayRegex

/// Reads one input: a byte of options, a line with a pattern, and the subject.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPattern(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let first = input.first else { return 0 }
    let parts = input.dropFirst().split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let line = parts.first, let text = parts.last, parts.count == 2 else { return 0 }
    compareEngines(
        String(decoding: line, as: UTF8.self), on: String(decoding: text, as: UTF8.self),
        options: Pattern.Options(rawValue: first & 31), match: first & 32 == 0 ? .search : .whole)
    return 0
}

private func compareEngines(
    _ source: String, on subject: String, options: Pattern.Options, match: Pattern.MatchMode
) {
    let limits = PatternLimits(match: 2_000, depth: 2_000, heapKiB: 1_024, steps: 20_000)
    let scratch = PatternScratch(limits: limits)
    do throws(PatternError) {
        let fast = try Pattern(source, options: options, match: match)
        let slow = try Pattern(source, options: options, match: match, fastest: .interpreter)
        let found = fast.matches(subject, using: scratch)
        let expected = slow.matches(subject, using: scratch)
        if fast.engine == .automaton && !expected.isUndecided && found != expected {
            fatalError("\(source.debugDescription) on \(subject.debugDescription): \(found)")
        }
    } catch {
        precondition(error.offset <= source.utf8.count)
        precondition(!error.caretDiagram().isEmpty)
    }
}
