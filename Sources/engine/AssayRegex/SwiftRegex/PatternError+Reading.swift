// SPDX-License-Identifier: Apache-2.0

extension PatternError {
    /// A kind of error that PCRE2 finds in a pattern, with PCRE2's number as its raw value.
    enum Reason: Int32 {
        case finalBackslash = 101
        case finalControl = 102
        case unknownEscape = 103
        case countsOutOfOrder = 104
        case largeCount = 105
        case openClass = 106
        case escapeInClass = 107
        case rangeOutOfOrder = 108
        case nothingToRepeat = 109
        case unknownGroup = 111
        case posixOutside = 112
        case collation = 113
        case openGroup = 114
        case noSuchGroup = 115
        case openComment = 118
        case deepNesting = 119
        case largePattern = 120
        case unmatchedParenthesis = 122
        case unknownPosixName = 130
        case largeCodePoint = 134
        case unsupportedEscape = 137
        case openName = 142
        case repeatedName = 143
        case digitInName = 144
        case wrongProperty = 146
        case longName = 148
        case wrongRange = 150
        case noOctalBrace = 155
        case wrongReference = 157
        case zeroReference = 158
        case noName = 162
        case wrongOctal = 164
        case wrongHexadecimal = 167
        case wrongControl = 168
        case noReferenceName = 169
        case notLineFeedInClass = 171
        case surrogate = 173
        case noDigits = 178
        case byteEscape = 183

        fileprivate var text: String {
            switch self {
            case .finalBackslash: "\\ at end of pattern"
            case .finalControl: "\\c at end of pattern"
            case .unknownEscape: "unrecognized character follows \\"
            case .countsOutOfOrder: "numbers out of order in {} quantifier"
            case .largeCount: "number too big in {} quantifier"
            case .openClass: "missing terminating ] for character class"
            case .escapeInClass: "escape sequence is invalid in character class"
            case .rangeOutOfOrder: "range out of order in character class"
            case .nothingToRepeat: "quantifier does not follow a repeatable item"
            case .unknownGroup: "unrecognized character after (? or (?-"
            case .posixOutside: "POSIX named classes are supported only within a class"
            case .collation: "POSIX collating elements are not supported"
            case .openGroup: "missing closing parenthesis"
            case .noSuchGroup: "reference to non-existent subpattern"
            case .openComment: "missing ) after (?# comment"
            case .deepNesting: "parentheses are too deeply nested"
            case .largePattern: "regular expression is too large"
            case .unmatchedParenthesis: "unmatched closing parenthesis"
            case .unknownPosixName: "unknown POSIX class name"
            case .largeCodePoint: "character code point value in \\x{} or \\o{} is too large"
            case .unsupportedEscape: "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u"
            case .openName: "syntax error in subpattern name (missing terminator?)"
            case .repeatedName: "two named subpatterns have the same name (PCRE2_DUPNAMES not set)"
            case .digitInName: "subpattern name must start with a non-digit"
            case .wrongProperty: "malformed \\P or \\p sequence"
            case .longName: "subpattern name is too long (maximum 32 code units)"
            case .wrongRange: "invalid range in character class"
            case .noOctalBrace: "missing opening brace after \\o"
            case .wrongReference: "\\g is not followed by a name or a number"
            case .zeroReference: "(?R, \\g, or a reference to group 0 is not possible here"
            case .noName: "subpattern name expected"
            case .wrongOctal: "non-octal character in \\o{} (closing brace missing?)"
            case .wrongHexadecimal: "non-hex character in \\x{} (closing brace missing?)"
            case .wrongControl: "\\c must be followed by a printable ASCII character"
            case .noReferenceName:
                "\\k is not followed by a braced, angle-bracketed, or quoted name"
            case .notLineFeedInClass: "\\N is not supported in a class"
            case .surrogate: "disallowed Unicode code point (>= 0xd800 && <= 0xdfff)"
            case .noDigits: "digits missing in \\x{} or \\o{} or \\N{U+}"
            case .byteEscape: "using \\C is disabled by the application"
            }
        }
    }

    /// An error that PCRE2 would report too.
    init(_ reason: Reason, offset: Int, pattern: String) {
        self.init(
            code: reason == .largePattern ? "pattern.tooLarge" : "pattern.syntax",
            number: reason.rawValue, message: reason.text, offset: offset, pattern: pattern)
    }

    /// An error for a construct that only PCRE2 can search for: `pattern.unsupported`.
    init(unsupported what: String, offset: Int, pattern: String) {
        self.init(
            code: "pattern.unsupported", number: 0,
            message: "without PCRE2 there is no support for \(what)", offset: offset,
            pattern: pattern)
    }

    /// A search that could take too long, with nothing to end it: `pattern.unbounded`.
    init(unboundedAt offset: Int, pattern: String) {
        self.init(
            code: "pattern.unbounded", number: 0,
            message: "without PCRE2 nothing would bound the search for this pattern, which can "
                + "read one text in too many ways; write it without repetition inside of repetition",
            offset: offset, pattern: pattern)
    }
}
