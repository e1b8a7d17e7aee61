// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

extension Pattern.Options {
    /// The same options as PCRE2 wants them.
    var pcre2Bits: UInt32 {
        var bits: UInt32 = 0
        if contains(.ignoreCase) { bits |= PCRE2_CASELESS }
        if contains(.multiline) { bits |= PCRE2_MULTILINE }
        if contains(.dotAll) { bits |= PCRE2_DOTALL }
        if contains(.extended) { bits |= PCRE2_EXTENDED }
        if contains(.noAutoCapture) { bits |= PCRE2_NO_AUTO_CAPTURE }
        return bits
    }
}
#endif
