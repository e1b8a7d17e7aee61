// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2
#endif

extension MatchResult.UndecidedReason {
    /// Names a PCRE2 error number.
    init(pcre2Error: Int32) {
        switch pcre2Error {
        #if PCRE2
        case PCRE2_ERROR_MATCHLIMIT: self = .matchLimit
        case PCRE2_ERROR_DEPTHLIMIT: self = .depthLimit
        case PCRE2_ERROR_HEAPLIMIT: self = .heapLimit
        case PCRE2_ERROR_JIT_STACKLIMIT: self = .jitStackLimit
        #endif
        case MatchResult.subjectLimit.rawValue: self = .subjectLimit
        case MatchResult.deadline.rawValue: self = .deadline
        case MatchResult.cancelled.rawValue: self = .cancelled
        default: self = .other(pcre2Error)
        }
    }
}

extension MatchResult.UndecidedReason: CustomStringConvertible {
    /// The reason as a clause, such as "the match limit was reached".
    package var description: String {
        switch self {
        case .matchLimit: "the match limit was reached"
        case .depthLimit: "the depth limit was reached"
        case .heapLimit: "the heap limit was reached"
        case .jitStackLimit: "the matcher's stack was used up"
        case .subjectLimit: "the subject is longer than the subject limit"
        case .deadline: "the deadline passed"
        case .cancelled: "the search was cancelled"
        case .other(let number): "PCRE2 reported error \(number)"
        }
    }
}
