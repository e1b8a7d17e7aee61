// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
package import AssayRegex

extension ValidationSession {
    /// Sets what one search of a pattern may cost in this session, from its next batch on.
    package func setPatternLimits(_ limits: PatternLimits) {
        state.setScratch(PatternScratch(limits: limits), for: PatternArgument.scratch)
    }
}
