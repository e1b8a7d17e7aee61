// SPDX-License-Identifier: Apache-2.0
package import AssayCore
#if PCRE2
import CPCRE2
#endif

/// The working memory of searches: one for each thread, used again for every search.
///
/// A search changes it, so it must never be used by two threads at a time; it is not `Sendable`.
/// Nothing of a search is left in it that a later search could see.
package final class PatternScratch {
    /// The limits of every search that uses this memory.
    package let limits: PatternLimits
    /// The limits that end searches early, or `nil` if there are none.
    @exclusivity(unchecked) package var executionLimits: ExecutionLimits? {
        didSet {
            unwatchedLength = executionLimits == nil ? limits.subject : -1
            #if PCRE2
            watchSteps(isOn: executionLimits != nil)
            #endif
        }
    }
    /// Subjects up to this length are searched without a look at the clock.
    @exclusivity(unchecked) private(set) var unwatchedLength: Int
    /// The work since the last look at the clock; see `interruption`.
    @exclusivity(unchecked) private var work: UInt64 = 0

    #if PCRE2
    /// The memory that a search writes to.
    ///
    /// It has room for the match alone, unless `withGroups` makes more.
    @exclusivity(unchecked) private(set) var matchData: OpaquePointer
    private var groupData: OpaquePointer?
    let context: OpaquePointer
    private let stack: OpaquePointer
    private var currentLimit: UInt32 = 0
    #endif

    /// Allocates working memory.
    ///
    /// - Parameters:
    ///   - limits: the work that one search may cost.
    ///   - stackKiB: the most stack that machine code may use; at least 32. It is taken from the
    ///     system as it is needed.
    package init(limits: PatternLimits = PatternLimits(), stackKiB: Int = 1_024) {
        self.limits = limits
        unwatchedLength = limits.subject
        #if PCRE2
        let most = max(stackKiB, 32) * 1_024
        matchData = allocated(pcre2_match_data_create_8(1, nil))
        context = allocated(pcre2_match_context_create_8(nil))
        stack = allocated(pcre2_jit_stack_create_8(32 * 1_024, most, nil))
        pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
        pcre2_set_depth_limit_8(context, limits.depth)
        pcre2_set_heap_limit_8(context, limits.heapKiB)
        #endif
    }

    #if PCRE2
    deinit {
        pcre2_match_data_free_8(matchData)
        if let groupData { pcre2_match_data_free_8(groupData) }
        pcre2_match_context_free_8(context)
        pcre2_jit_stack_free_8(stack)
    }

    /// Has the searches of `body` write the positions of up to 64 groups.
    func withGroups<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        let single = matchData
        let groups = groupData ?? allocated(pcre2_match_data_create_8(64, nil))
        (groupData, matchData) = (groups, groups)
        defer { matchData = single }
        return body(groups)
    }

    /// Sets the match limit for the next search.
    @inline(__always)
    func prepare(length: Int, isAnchored: Bool) {
        let limit = limits.matchLimit(length: length, isAnchored: isAnchored)
        set(matchLimit: limit)
    }

    @inline(__always)
    func set(matchLimit limit: UInt32) {
        guard limit != currentLimit else { return }
        currentLimit = limit
        pcre2_set_match_limit_8(context, limit)
    }
    #endif

    /// Checks whether the search has to end, with a look at the clock after a bounded amount of
    /// work.
    ///
    /// - Parameter length: The length of the subject that comes next: a search can take time that
    ///   grows with its square.
    /// - Returns: The result of the search if it has to end now, or `nil`.
    func interruption(before length: Int) -> MatchResult? {
        let bytes = UInt64(clamping: min(length, 1 << 30))
        work &+= 64 &+ (bytes &* bytes) >> 10
        return work < 1 << 16 ? nil : interruption()
    }

    #if PCRE2
    /// Looks at the clock during searches for patterns that are compiled to report their steps.
    private func watchSteps(isOn: Bool) {
        guard isOn else { return _ = pcre2_set_callout_8(context, nil, nil) }
        let own = Unmanaged.passUnretained(self).toOpaque()
        pcre2_set_callout_8(
            context,
            { step, own in
                guard let step, let own else { return 0 }
                return Unmanaged<PatternScratch>.fromOpaque(own).takeUnretainedValue()
                    .interruption(atStepIn: step.pointee.subject_length)
            }, own)
    }

    /// Looks at the clock at a step of a search.
    ///
    /// - Parameter length: The length of the subject, all of which one step can look at.
    /// - Returns: Zero to go on, or the result that the search ends with.
    private func interruption(atStepIn length: Int) -> Int32 {
        work &+= 16 &+ UInt64(length) >> 4
        return work < 1 << 16 ? 0 : interruption()?.rawValue ?? 0
    }
    #endif

    /// Returns the result of a search that has to end now, or `nil`.
    func interruption() -> MatchResult? {
        work = 0
        guard let reason = executionLimits?.reached else { return nil }
        return reason == .cancelled ? .cancelled : .deadline
    }
}

extension PatternScratch: LimitedScratch {}

#if PCRE2
/// Allocated memory; ends the process where there is none, as Swift's own allocations do.
private func allocated(_ memory: OpaquePointer?) -> OpaquePointer {
    guard let memory else { fatalError("out of memory") }
    return memory
}
#endif
