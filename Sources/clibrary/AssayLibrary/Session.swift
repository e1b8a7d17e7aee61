// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
public import CAssay
import Synchronization

/// Checks records, one thread at a time, and shows what it found until the next check.
final class Session: @unchecked Sendable {  // guarded by `isInUse`
    let rules: CompiledRules
    let session: ValidationSession
    let limits: SessionLimits
    let texts: NumberedTexts
    /// The result of the last check, or `nil` before the first one and after one that failed.
    var outcome: Outcome?
    let counts: RuleCounts
    let bitmap = RowBitmap()
    var documents: DocumentParser?
    var lines: LinesInput?
    var columns: ArrowBatches?
    /// The collector that adds the records of checks to a data set, or `nil` if they are in none.
    var collector: Collector?
    /// The records that the current check adds to the data set, once it has succeeded.
    var addition: Collector.Addition?
    /// The fields that the last input has had so far, or `nil` before the first one.
    var presence: InputPresence?
    /// The memory of what the functions that read findings lend to the caller.
    let lent = ValueArena()
    var text: ZeroEndedText?
    /// The notes about the last lines, or `nil` before the first ones.
    var notes: CSVNotes?
    /// The records of the last lines, or `nil` before the first ones.
    var split: SplitRecords?
    /// The bytes that `assay_records` lends to the caller.
    var recordsText: ZeroEndedText?
    /// The text that `assay_input_notes` lends to the caller.
    var notesText: ZeroEndedText?
    /// The text that `assay_never_seen` lends to the caller.
    var neverSeenText: ZeroEndedText?

    private let isInUse = Atomic<Bool>(false)
    private let cancelFlag: UnsafeMutablePointer<Atomic<UInt32>>
    private let token: CancellationToken

    init(_ rules: CompiledRules, _ limits: SessionLimits) {
        self.rules = rules
        self.limits = limits
        session = ValidationSession(rules.plan)
        session.isPartial = limits.isPartial
        session.codeFilter = limits.filter
        let registry = rules.engine.registry
        texts = NumberedTexts(
            rules.slots, records: rules.plan.recordsRules,
            messages: limits.language.map { registry.messages(in: $0) })
        counts = RuleCounts(rules.slots.rules.count)
        cancelFlag = .allocate(capacity: 1)
        cancelFlag.initialize(to: Atomic(0))
        token = CancellationToken(
            borrowing: UnsafeRawPointer(cancelFlag).assumingMemoryBound(to: UInt32.self))
    }

    deinit {
        cancelFlag.deinitialize(count: 1)
        cancelFlag.deallocate()
    }

    /// Does something with the session, unless another thread, or a check that is not at its end, is doing so.
    @inline(__always)
    func use<Result>(_ body: () throws(LibraryError) -> Result) throws(LibraryError) -> Result {
        guard
            isInUse.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else { throw .busy }
        defer { isInUse.store(false, ordering: .releasing) }
        return try body()
    }

    /// Checks something: what was found before is gone.
    ///
    /// - Throws: What `body` throws, and that the check was cancelled.
    @inline(__always)
    func check(
        _ result: UnsafeMutablePointer<assay_result>?,
        _ body: () throws(LibraryError) -> assay_rc
    ) throws(LibraryError) -> assay_rc {
        try rules.engine.nest { () throws(LibraryError) in
            try use { () throws(LibraryError) in try checkAlone(result, body) }
        }
    }

    @inline(__always)
    private func checkAlone(
        _ result: UnsafeMutablePointer<assay_result>?,
        _ body: () throws(LibraryError) -> assay_rc
    ) throws(LibraryError) -> assay_rc {
        let size = try resultSize(result)
        cancelFlag.pointee.store(0, ordering: .relaxed)
        outcome = nil
        let rc: assay_rc
        do throws(LibraryError) {
            rc = try body()
            guard !token.isCancelled else { throw .cancelled }
            if let collector, let added = addition {
                addition = nil
                try collector.add(added)
            }
        } catch {
            outcome = nil
            addition = nil
            collector?.note(error)
            throw error
        }
        if let result { write(to: result, size: size) }
        return rc
    }

    private func resultSize(
        _ result: UnsafeMutablePointer<assay_result>?
    ) throws(LibraryError) -> Int {
        guard let result else { throw .argument("'result' is NULL") }
        let size = Int(result.pointee.struct_size)
        guard size >= assay_result.sizeInFirstVersion, size <= 1 << 16 else {
            throw .argument(
                "'result->struct_size' is \(size), expected \(assay_result.expectedSize)")
        }
        return min(size, MemoryLayout<assay_result>.size)
    }

    private func write(to result: UnsafeMutablePointer<assay_result>, size: Int) {
        var made = outcome?.numbers ?? assay_result()
        made.struct_size = result.pointee.struct_size
        made.rule_counts = UnsafePointer(counts.start)
        made.rule_count = UInt64(counts.count)
        made.invalid_rows = made.record_count == 0 ? nil : bitmap.start
        UnsafeMutableRawPointer(result).copyMemory(from: &made, byteCount: size)
    }

    /// The limits that end the checks of long inputs: the timeout from now on, and `cancel`.
    var executionLimits: ExecutionLimits {
        ExecutionLimits(timeout: limits.timeout, cancellation: token)
    }

    var isCancelled: Bool { token.isCancelled }

    /// Ends the check that runs now; from any thread and from signal handlers.
    func cancel() {
        if isInUse.load(ordering: .relaxed) { cancelFlag.pointee.store(1, ordering: .releasing) }
    }
}

/// The limits of a session.
struct SessionLimits {
    var language: String?
    var timeout: Duration?
    var recordBytes = 16 << 20
    var depth = 64
    /// `true` if a table may lack columns for fields of the rules.
    var allowsMissingColumns = false
    /// `true` if records have a part of the fields.
    var isPartial = false

    /// The options for what a table may lack.
    var reading: ReaderOptions {
        var options = ReaderOptions()
        options.allowsMissingColumns = allowsMissingColumns
        options.allowsPartialRecords = isPartial
        return options
    }

    /// The filter of findings, or `nil` if all findings count.
    var filter: CodeFilter?

    init(_ options: assay_session_options, for plan: ValidationPlan) throws(LibraryError) {
        filter = try options.filter(codesOf: plan)
        try checkFlags(
            options.flags, known: ASSAY_SESSION_ALLOW_MISSING_COLUMNS | ASSAY_SESSION_PARTIAL,
            "options->flags")
        allowsMissingColumns = options.flags & ASSAY_SESSION_ALLOW_MISSING_COLUMNS != 0
        isPartial = options.flags & ASSAY_SESSION_PARTIAL != 0
        let tag = try options.language.text("options->language", limit: 256)
        if !tag.isEmpty { language = tag }
        if options.timeout_ns > 0 {
            timeout = .nanoseconds(Int64(clamping: options.timeout_ns))
        }
        guard options.maximum_record_bytes <= 1 << 31 else {
            throw .argument("'options->maximum_record_bytes' is above 2 GiB")
        }
        if options.maximum_record_bytes > 0 { recordBytes = Int(options.maximum_record_bytes) }
        guard options.maximum_depth <= 1000 else {
            throw .argument("'options->maximum_depth' is above 1,000")
        }
        if options.maximum_depth > 0 { depth = Int(options.maximum_depth) }
    }
}

extension assay_session_options {
    fileprivate func filter(codesOf plan: ValidationPlan) throws(LibraryError) -> CodeFilter? {
        let selected = try texts(select, select_count, "options->select")
        let ignored = try texts(ignore, ignore_count, "options->ignore")
        guard !selected.isEmpty || !ignored.isEmpty else { return nil }
        let known = KnownCodes(plan: plan)
        for (name, codes) in [("select", selected), ("ignore", ignored)] {
            for code in codes {
                if name == "ignore", let problem = CodeFilter.problem(ignoring: code) {
                    throw .argument("'ignore': \(problem)")
                }
                guard !known.covers(code) else { continue }
                let help = known.nearest(to: code).map { "; did you mean '\($0)'?" } ?? ""
                throw .argument("'\(name)': no rule of the rule set has the code '\(code)'\(help)")
            }
        }
        return CodeFilter(selected: selected, ignored: ignored)
    }
}

@c @implementation
public func assay_session_create(
    _ rules: OpaquePointer?, _ options: UnsafePointer<assay_session_options>?,
    _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let rules: CompiledRules = try object(rules, "rules")
        guard let session else { throw .argument("'session' is NULL") }
        let limits = try SessionLimits(
            assay_session_options.given(options, "options"), for: rules.plan)
        session.pointee = retained(Session(rules, limits))
        return ASSAY_OK
    }
}

@c @implementation
public func assay_session_cancel(_ session: OpaquePointer?) {
    guard let session else { return }
    Unmanaged<Session>.fromOpaque(UnsafeRawPointer(session))._withUnsafeGuaranteedRef {
        $0.cancel()
    }
}

@c @implementation
public func assay_session_release(_ session: OpaquePointer?) {
    release(session, as: Session.self)
}
