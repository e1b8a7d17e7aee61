// SPDX-License-Identifier: Apache-2.0
#if PCRE2
import CPCRE2

/// PCRE2's compiled form of a pattern; its owner frees it once.
struct PatternCode {
    /// The code; immutable from now on, hence usable by several threads.
    let pointer: OpaquePointer
    /// The memory of the code and its machine code, in bytes.
    var memorySize: Int {
        info(PCRE2_INFO_SIZE, as: Int.self) + info(PCRE2_INFO_JITSIZE, as: Int.self)
    }
    /// True if there is machine code.
    var isJIT: Bool { info(PCRE2_INFO_JITSIZE, as: Int.self) > 0 }
    /// True if a search can start at the subject's start only.
    var isAnchored: Bool { info(PCRE2_INFO_ALLOPTIONS, as: UInt32.self) & PCRE2_ANCHORED != 0 }

    /// The number of pairs of parentheses that capture.
    var groupCount: Int { Int(info(PCRE2_INFO_CAPTURECOUNT, as: UInt32.self)) }

    /// The longest pattern, in bytes; PCRE2's compiled form is bounded as well.
    static let longestSource = 65_536

    /// Options of every pattern.
    ///
    /// The source is a Swift string, hence valid UTF-8.
    private static let commonBits =
        PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY

    /// Compiles a pattern, without machine code.
    init(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(PatternError) {
        let anchors = match == .whole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0
        let bits =
            PatternCode.commonBits | options.pcre2Bits | anchors
            | (PatternCode.canBeSplit(source: source) ? PCRE2_USE_OFFSET_LIMIT : PCRE2_AUTO_CALLOUT)
        var (number, offset): (Int32, Int) = (0, 0)
        var text = source
        let code = text.withUTF8 { bytes in
            PatternCode.compile(bytes, options: bits, error: &number, at: &offset)
        }
        guard let code else {
            throw PatternError(number: number, offset: offset, pattern: source)
        }
        pointer = code
    }

    private static func compile(
        _ source: UnsafeBufferPointer<UInt8>, options bits: UInt32, error number: inout Int32,
        at offset: inout Int
    ) -> OpaquePointer? {
        guard let context = pcre2_compile_context_create_8(nil) else { return nil }
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_max_pattern_length_8(context, longestSource)
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        var empty: UInt8 = 0
        guard let start = source.baseAddress else {
            return pcre2_compile_8(&empty, 0, bits, &number, &offset, context)
        }
        return pcre2_compile_8(start, source.count, bits, &number, &offset, context)
    }

    /// A search from a later place sees what a search from the start would see there.
    ///
    /// `\G` matches where a search begins, and two verbs say where a search goes on. A pattern with
    /// one of them reports its steps instead, which makes it slower; where the text only looks like
    /// one, as in a class or in `\Q...\E`, that is all that happens.
    private static func canBeSplit(source: String) -> Bool {
        let bytes = Array(source.utf8)
        return !["\\G", "(*COMMIT", "(*SKIP"].contains { part in
            let wanted = Array(part.utf8)
            return bytes.count >= wanted.count
                && (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
        }
    }

    /// True if a search can be done in parts, by the place where a match starts.
    var isSplittable: Bool {
        info(PCRE2_INFO_ALLOPTIONS, as: UInt32.self) & PCRE2_USE_OFFSET_LIMIT != 0 && !isAnchored
    }

    /// Adds machine code where the pattern and the system allow it; otherwise changes nothing.
    func addMachineCode() {
        _ = pcre2_jit_compile_8(pointer, PCRE2_JIT_COMPLETE)
    }

    /// Frees the code.
    func free() {
        pcre2_code_free_8(pointer)
    }

    private func info<Value: FixedWidthInteger>(_ what: Int32, as _: Value.Type) -> Value {
        var value: Value = 0
        _ = pcre2_pattern_info_8(pointer, UInt32(what), &value)
        return value
    }
}
#endif
