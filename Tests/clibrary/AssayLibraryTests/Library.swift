// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import CAssay

/// A rule set in a session, as a program in C has it.
final class Library {
    private var engine: OpaquePointer?
    private var rules: OpaquePointer?
    private(set) var session: OpaquePointer?
    /// `true` if the rules belong to another library.
    private var isShared = false
    /// Memory that a check inside of a check may use too.
    let error: UnsafeMutablePointer<assay_error>

    /// - Parameters:
    ///   - ruleSet: The rule set.
    ///   - flags: The flags of the session.
    ///   - select: The only codes to report.
    ///   - ignore: The codes to leave out.
    ///   - own: Rules of the caller, by their ids with the prefix `own`.
    ///   - name: The name of the rule set, or an empty text for none.
    ///   - compileFlags: The flags of its compilation.
    init(
        _ ruleSet: String, flags: UInt32 = 0, select: [String] = [], ignore: [String] = [],
        rules own: [String: CallerRule] = [:], name: String = "", compileFlags: UInt32 = 0
    ) {
        error = Self.emptyError()
        _ = assay_engine_create(nil, &engine, error)
        for (id, rule) in own { rule.add(id, to: engine, error) }
        withText(ruleSet) { ruleSet in
            withText(name) { name in
                var options = assay_compile_options()
                options.struct_size = UInt32(MemoryLayout<assay_compile_options>.size)
                options.flags = compileFlags
                options.name = name
                _ = assay_rules_compile(engine, ruleSet, &options, &rules, error)
            }
        }
        guard rules != nil else { return }
        withTexts(select) { select in
            withTexts(ignore) { ignore in
                var options = assay_session_options()
                options.struct_size = UInt32(MemoryLayout<assay_session_options>.size)
                options.flags = flags
                options.select = select.baseAddress
                options.select_count = UInt32(select.count)
                options.ignore = ignore.baseAddress
                options.ignore_count = UInt32(ignore.count)
                _ = assay_session_create(rules, &options, &session, error)
            }
        }
    }

    /// Makes a library with the rules of another one and a session of its own.
    private init(sharing other: Library) {
        rules = other.rules
        error = Self.emptyError()
        _ = assay_session_create(rules, nil, &session, error)
        isShared = true
    }

    private static func emptyError() -> UnsafeMutablePointer<assay_error> {
        let error = UnsafeMutablePointer<assay_error>.allocate(capacity: 1)
        error.initialize(
            to: assay_error(
                struct_size: UInt32(MemoryLayout<assay_error>.size), rc: 0, json: nil,
                json_length: 0))
        return error
    }

    func another() -> Library { Library(sharing: self) }

    /// Adds a rule of the caller to the engine.
    func add(_ id: String, _ rule: CallerRule) { rule.add(id, to: engine, error) }

    deinit {
        assay_session_release(session)
        if isShared { rules = nil }
        assay_rules_release(rules)
        assay_engine_release(engine)
        assay_error_release(error)
        error.deallocate()
    }

    /// The invalid rows of the last input or batch, and how many there are as the results say.
    private(set) var invalid: (rows: [Int], count: Int) = ([], 0)

    private func note(_ result: assay_result, after rows: Int = 0) {
        for row in 0..<Int(result.record_count) {
            let byte = result.invalid_rows?[row / 8] ?? 0
            if byte >> UInt8(row % 8) & 1 == 1 { invalid.rows.append(rows + row) }
        }
        invalid.count += Int(result.invalid_count)
    }

    /// What the last function that failed said.
    var errorText: String { error.pointee.json.map { String(cString: $0) } ?? "" }

    static var emptyResult: assay_result {
        var result = assay_result()
        result.struct_size = UInt32(MemoryLayout<assay_result>.size)
        return result
    }

    func check(json: String) -> (rc: assay_rc, result: assay_result) {
        var result = Self.emptyResult
        let bytes = Array(json.utf8)
        let rc = assay_check_json(session, bytes, UInt64(bytes.count), &result, error)
        return (rc, result)
    }

    /// The findings of all parts of an input as `record pointer code`.
    ///
    /// - Parameters:
    ///   - text: The input.
    ///   - format: Its format.
    ///   - flags: The flags of `assay_lines`.
    ///   - least: The number of records that it must have.
    ///   - set: Sets further members of `assay_lines`.
    /// - Returns: The findings.
    func check(
        lines text: String, format: UInt32, flags: UInt32 = 0, least: UInt64 = 0,
        _ set: (inout assay_lines) -> Void = { _ in }
    ) -> [String] {
        var found: [String] = []
        total = assay_result()
        end = ASSAY_OK
        withText(text) { text in
            var input = assay_lines()
            input.struct_size = UInt32(MemoryLayout<assay_lines>.size)
            input.format = format
            input.flags = flags
            input.minimum_records = least
            input.descriptor = -1
            input.bytes = text
            set(&input)
            end = assay_lines_open(session, &input, error)
            var result = Self.emptyResult
            invalid = ([], 0)
            while end == ASSAY_OK {
                end = assay_lines_next(session, &result, error)
                guard end == ASSAY_OK else { break }
                found += findings
                if splits { addRecords() }
                note(result, after: Int(result.first_record))
                total.record_count += result.record_count
                total.invalid_count += result.invalid_count
                total.undecided_count += result.undecided_count
                total.malformed_record_count += result.malformed_record_count
                total.issue_counts.1 += result.issue_counts.1
                total.issue_counts.2 += result.issue_counts.2
                total.issue_counts.3 += result.issue_counts.3
            }
            if splits, end == ASSAY_END { addRecords() }
        }
        return found
    }

    /// Opens an input of lines.
    func open(_ input: inout assay_lines) -> assay_rc {
        assay_lines_open(session, &input, error)
    }

    /// Compiles the rule set in a file.
    func compile(file path: assay_str) -> assay_rc {
        var options = assay_compile_options()
        options.struct_size = UInt32(MemoryLayout<assay_compile_options>.size)
        options.flags = UInt32(ASSAY_COMPILE_FILE)
        var rules: OpaquePointer?
        defer { assay_rules_release(rules) }
        return assay_rules_compile(engine, path, &options, &rules, error)
    }

    /// `true` to gather the records of lines in `split`.
    var splits = false
    private(set) var split = (valid: "", invalid: "")

    private func addRecords() {
        split.valid += records(ASSAY_RECORDS_VALID)
        split.invalid += records(ASSAY_RECORDS_INVALID)
    }

    /// The valid or the invalid records of the last part, or an empty text if they cannot be read.
    func records(_ which: UInt32) -> String {
        var text = assay_str()
        guard assay_records(session, which, &text, error) == ASSAY_OK else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
    }

    func loadPlugin(_ path: assay_str) -> assay_rc {
        assay_engine_load_plugin(engine, path, assay_str(), error)
    }

    /// The numbers of all parts of the last input of lines.
    private(set) var total = assay_result()
    /// The code with which the last input of lines ended.
    private(set) var end: assay_rc = 0

    /// What `assay_input_notes` says, or an empty text if it fails.
    var notes: String {
        var text = assay_str()
        guard assay_input_notes(session, &text, error) == ASSAY_OK else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
    }

    /// What `assay_never_seen` says, or an empty text if it fails.
    var neverSeen: String {
        var text = assay_str()
        guard assay_never_seen(session, &text, error) == ASSAY_OK else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
    }

    func check(_ values: inout assay_values) -> (rc: assay_rc, result: assay_result) {
        var result = Self.emptyResult
        let rc = assay_check_values(session, &values, &result, error)
        return (rc, result)
    }

    func check(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>?, first: UInt64
    ) -> assay_rc {
        var result = Self.emptyResult
        return assay_check_arrow(session, schema, array, first, &result, error)
    }

    func check(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>?
    ) -> (rc: assay_rc, result: assay_result) {
        var result = Self.emptyResult
        let rc = assay_check_arrow(session, schema, array, 0, &result, error)
        invalid = ([], 0)
        note(result)
        return (rc, result)
    }

    /// The findings of the last check as `record pointer code message`.
    var messages: [String] {
        var found = Array(repeating: assay_finding(), count: 100)
        var count: UInt64 = 0
        guard assay_findings(session, 0, 100, 0, &found, &count, error) == ASSAY_OK else {
            return []
        }
        return found.prefix(Int(count)).map {
            let record = $0.record == ASSAY_NO_RECORD ? "-" : "\($0.record)"
            return "\(record) \($0.pointer.string) \($0.code.string) \($0.message.string)"
        }
    }

    /// The findings of the last check as `record pointer code`.
    var findings: [String] {
        var found = Array(repeating: assay_finding(), count: 100)
        var count: UInt64 = 0
        guard assay_findings(session, 0, 100, 0, &found, &count, error) == ASSAY_OK else {
            return []
        }
        return found.prefix(Int(count)).map {
            let record = $0.record == ASSAY_NO_RECORD ? "-" : "\($0.record)"
            return "\(record) \($0.pointer.string) \($0.code.string)"
        }
    }

    func json(_ format: UInt32) -> String {
        var text = assay_str()
        guard assay_findings_json(session, format, 0, &text, error) == ASSAY_OK else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
    }

    /// The first finding as it is.
    var firstFinding: assay_finding {
        var finding = assay_finding()
        var count: UInt64 = 0
        _ = assay_findings(session, 0, 1, 0, &finding, &count, error)
        return finding
    }
}

/// A rule of the caller, which a closure decides.
final class CallerRule {
    typealias Decide = (_ batch: assay_batch, _ verdicts: UnsafeMutablePointer<assay_verdict>) ->
        assay_rc

    private let flags: UInt32
    private let decide: Decide

    init(flags: UInt32 = 0, _ decide: @escaping Decide) {
        self.flags = flags
        self.decide = decide
    }

    /// A rule that passes the values that a closure accepts.
    convenience init(flags: UInt32 = 0, passes: @escaping (Int64) -> Bool) {
        self.init(flags: flags) { batch, verdicts in
            for row in 0..<Int(batch.count) {
                let passed = batch.columns[0].map { passes($0[row].as.i64) } ?? false
                verdicts[row].status = UInt32(passed ? ASSAY_PASS : ASSAY_FAIL)
            }
            return ASSAY_OK
        }
    }

    func add(_ id: String, to engine: OpaquePointer?, _ error: UnsafeMutablePointer<assay_error>) {
        let state = Unmanaged.passRetained(self).toOpaque()
        let code = "\(id).no"
        withText(id) { id in
            withText(code) { code in
                withText("must pass") { message in
                    withText("own") { prefix in
                        var described = assay_code()
                        described.struct_size = UInt32(MemoryLayout<assay_code>.size)
                        described.id = code
                        described.message = message
                        withUnsafePointer(to: described) { described in
                            var first: UnsafePointer<assay_code>? = described
                            withUnsafePointer(to: &first) { codes in
                                var rule = assay_rule()
                                rule.struct_size = UInt32(MemoryLayout<assay_rule>.size)
                                rule.flags = flags
                                rule.id = id
                                rule.summary = message
                                rule.codes = codes
                                rule.code_count = 1
                                rule.evaluate = { state, _, batch, verdicts in
                                    guard let state, let batch, let verdicts else {
                                        return ASSAY_E_INTERNAL
                                    }
                                    return Unmanaged<CallerRule>.fromOpaque(state)
                                        .takeUnretainedValue().decide(batch.pointee, verdicts)
                                }
                                _ = assay_engine_add_rule(
                                    engine, prefix, &rule, state,
                                    { $0.map { Unmanaged<CallerRule>.fromOpaque($0).release() } },
                                    error)
                            }
                        }
                    }
                }
            }
        }
    }
}

func withTexts(_ texts: [String], _ body: (UnsafeBufferPointer<assay_str>) -> Void) {
    let copies = texts.map { Array($0.utf8) }
    let memory = copies.map { bytes -> UnsafeMutableBufferPointer<UInt8> in
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return copy
    }
    defer { for copy in memory { copy.deallocate() } }
    let strings = memory.map { assay_str(ptr: $0.baseAddress, len: UInt64($0.count)) }
    strings.withUnsafeBufferPointer(body)
}

func withText<Result>(_ text: String, _ body: (assay_str) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(assay_str(ptr: $0.baseAddress, len: UInt64($0.count))) }
}

extension assay_text {
    var string: String {
        String(decoding: UnsafeBufferPointer(start: ptr, count: Int(len)), as: UTF8.self)
    }
}
