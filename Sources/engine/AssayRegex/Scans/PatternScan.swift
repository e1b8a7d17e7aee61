// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// The scan of a pattern made of runs of character classes: decides a short subject as a whole, on
/// the processor's vectors, and a longer one 64 bytes at a time.
///
/// Its answers are those of the automaton; subjects longer than `longestSubject` are left to that one. The
/// owner frees the memory once, with `free`.
struct PatternScan {
    /// The longest subject that is decided as a whole, in bytes.
    static let longestWhole = Int(ASSAY_SCAN_LONGEST)
    /// The memory that a scan takes, in bytes.
    static let memorySize = MemoryLayout<assay_scan>.size

    let program: UnsafeMutablePointer<assay_scan>
    private let run: assay_scan_function
    private let runRows: assay_row_scan_function

    /// Compiles the branches of a pattern; nil if they are no such pattern, or if the processor
    /// has no vectors.
    init?(_ branches: [AutomatonBranch], level: assay_simd_level = assay_simd_chosen_level()) {
        let functions = assay_simd_functions_of(level).pointee
        guard let run = functions.scan, let runRows = functions.scan_rows,
            let program = ScanCompiler.program(of: branches)
        else { return nil }
        self.run = run
        self.runRows = runRows
        self.program = .allocate(capacity: 1)
        self.program.initialize(to: program)
    }

    /// Frees the program.
    func free() {
        program.deallocate()
    }

    /// The longest subject, in bytes: any, unless the pattern repeats more than one set, or has large numbers.
    @inline(__always)
    var longestSubject: Int { program.pointee.is_short ? Self.longestWhole : .max }

    /// Tells whether a subject of valid UTF-8, at most `longestSubject` bytes long, matches.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool {
        // Without an address there is nothing to read, so any address will do.
        let start =
            subject ?? UnsafeRawPointer(program).assumingMemoryBound(to: UInt8.self)
        return run(program, start, length)
    }

    /// Goes over rows of a column; see `Pattern.firstUnmatched`.
    @inline(__always)
    func firstUnmatched(
        in column: UnsafePointer<assay_value>, rows: UnsafePointer<UInt32>, from first: Int,
        count: Int
    ) -> (index: Int, isKnown: Bool) {
        var outcome = ASSAY_SCAN_ALL_MATCH
        let index = runRows(program, column, rows, first, count, &outcome)
        return (index, outcome != ASSAY_SCAN_NOT_SCANNED)
    }
}
