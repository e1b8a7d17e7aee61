// SPDX-License-Identifier: Apache-2.0
public import AssayCore
public import AssayRegex

extension ValidationSession {
    /// Sets what one search of a pattern may cost in this session, from its next batch on.
    public func setPatternLimits(_ limits: PatternLimits) {
        state.setScratch(PatternScratch(limits: limits), for: RegexScratch.key)
    }
}
