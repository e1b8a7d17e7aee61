// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRegex

/// `assay.pattern/1`: the patterns of the rule `regex`.
enum PatternService {
    static let table = assay_pattern_service(
        struct_size: .size(of: assay_pattern_service.self), reserved: 0,
        compile: { PatternCompilation.compile($0, $1, $2, $3, $4) },
        release: { pattern in
            if PatternTable.shared.release(pattern.number) { return ASSAY_OK }
            ServiceUse.note("an unknown or released pattern was released")
            return ASSAY_E_PARAM
        },
        match: { match($0, $1, $2) },
        match_values: { match($0, $1, $2, count: $3, into: $4) },
        search: { search($0, $1, $2, $3, count: $4) },
        reason: { PatternOutcome.text($0) })

    private static let mostGroups: UInt32 = 64

    /// Calls `body` with a pattern and memory to search for it in; nil if there is no such pattern.
    @inline(__always)
    private static func with<Result>(
        _ handle: assay_pattern, _ call: UnsafePointer<assay_call>?,
        _ body: (Pattern, PatternScratch) -> Result
    ) -> Result? {
        let result = PatternTable.shared.with(handle.number) { pattern in
            SearchMemory.with(call) { body(pattern, $0) }
        }
        if result == nil { ServiceUse.note("an unknown or released pattern was used") }
        return result
    }

    private static func match(
        _ handle: assay_pattern, _ call: UnsafePointer<assay_call>?, _ subject: assay_str
    ) -> Int32 {
        with(handle, call) { match($0, subject, $1) } ?? ASSAY_E_PARAM
    }

    /// A text that is too long for the pattern is not looked at.
    private static func match(
        _ pattern: Pattern, _ subject: assay_str, _ scratch: PatternScratch
    ) -> Int32 {
        guard let bytes = ServiceText.bytes(subject) else { return ASSAY_E_PARAM }
        let isSearched = pattern.engine == .automaton || bytes.count <= scratch.limits.subject
        guard isSearched else { return ASSAY_MATCH_LENGTH }
        guard ServiceText.isValid(bytes) else { return ASSAY_E_PARAM }
        return PatternOutcome.number(pattern.matches(bytes, using: scratch))
    }

    private static func match(
        _ handle: assay_pattern, _ call: UnsafePointer<assay_call>?,
        _ values: UnsafePointer<assay_value>?, count: UInt32,
        into outcomes: UnsafeMutablePointer<Int32>?
    ) -> assay_rc {
        guard count > 0 else { return ASSAY_OK }
        guard let values, let outcomes else { return ASSAY_E_PARAM }
        return with(handle, call) { pattern, scratch in
            for row in 0..<Int(count) {
                let value = values[row]
                outcomes[row] =
                    value.kind == ASSAY_STR
                    ? match(pattern, assay_str(ptr: value.as.ptr, len: value.len), scratch)
                    : ASSAY_E_PARAM
            }
            return ASSAY_OK
        } ?? ASSAY_E_PARAM
    }

    private static func search(
        _ handle: assay_pattern, _ call: UnsafePointer<assay_call>?, _ subject: assay_str,
        _ groups: UnsafeMutablePointer<assay_range>?, count: UInt32
    ) -> Int32 {
        guard let groups, (1...mostGroups).contains(count), let bytes = ServiceText.bytes(subject)
        else { return ASSAY_E_PARAM }
        return with(handle, call) { pattern, scratch in
            guard bytes.count <= scratch.limits.subject else { return ASSAY_MATCH_LENGTH }
            guard ServiceText.isValid(bytes) else { return ASSAY_E_PARAM }
            let result = pattern.groups(in: bytes, using: scratch, count: Int(count)) {
                groups[$0] = assay_range(
                    start: $1.map { UInt64($0.lowerBound) } ?? .max,
                    end: $1.map { UInt64($0.upperBound) } ?? .max)
            }
            return PatternOutcome.number(result)
        } ?? ASSAY_E_PARAM
    }
}
