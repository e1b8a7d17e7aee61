// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
import AssayPluginHost
@_spi(Engine) import AssayRecords
import AssaySystem
public import CAssay

/// The reason that a function of the library fails, as `assay_error` reports it.
struct LibraryError: Error {
    let rc: assay_rc
    let code: String
    let message: String
    var members: [(key: String, value: Value)] = []

    static func argument(_ message: String) -> LibraryError {
        LibraryError(rc: ASSAY_E_ARGUMENT, code: "call.argument", message: message)
    }

    static func state(_ message: String) -> LibraryError {
        LibraryError(rc: ASSAY_E_STATE, code: "call.state", message: message)
    }

    static func arrow(_ path: String, _ message: String) -> LibraryError {
        LibraryError(
            rc: ASSAY_E_ARROW, code: "arrow.malformed",
            message: path.isEmpty ? message : "column '\(path)': \(message)",
            members: [("column", .string(path))])
    }

    /// The error about fields of the rules that a table or a CSV has no column for.
    ///
    /// - Parameters:
    ///   - missing: The fields.
    ///   - input: The table or the CSV, in words.
    ///   - help: The columns that there are, in words.
    /// - Returns: The error.
    static func missingColumns(
        _ missing: MissingColumns, of input: String, help: String
    ) -> LibraryError {
        let all = missing.columns.count == 1 ? "which is all" : "which are all"
        return LibraryError(
            rc: ASSAY_E_INPUT, code: missing.areAll ? "column.noneThere" : "column.missing",
            message: "\(input) has \(missing.words)"
                + (missing.areAll ? ", \(all) that the rules must have" : ""),
            members: [("help", .string(help))])
    }

    /// Throws an error if the rules have some about the records of a data set, which the library does not check.
    static func checkRecordsRules(of plan: ValidationPlan) throws(LibraryError) {
        guard plan.unchecked.isEmpty else {
            throw LibraryError(InputError(.uncheckedRecords(plan.unchecked)))
        }
    }

    /// The error about a data set that takes no more records.
    static let finished = LibraryError.state(
        "the data set is finished; make another one for further records")

    /// The error about a rule of the caller that adds to the data set whose records it is checking.
    static let usedInRule = LibraryError(
        rc: ASSAY_E_BUSY, code: "call.busy",
        message: "a rule must not use the data set whose records it is checking")

    /// The error about an input that ended with fewer records than the caller expects.
    static func tooFewRecords(_ count: Int, least: UInt64) -> LibraryError {
        let found = count == 1 ? "1 record was" : "\(count) records were"
        return LibraryError(
            rc: ASSAY_E_INPUT, code: "input.tooFewRecords",
            message: "\(found) read, but at least \(least) must be there")
    }

    static let busy = LibraryError(
        rc: ASSAY_E_BUSY, code: "call.busy",
        message:
            "the session is in use, by another thread or by the check that this call is made in; "
            + "make a session for each of them")

    /// The error about functions of the caller that check or compile without an end.
    static func nested(_ depth: Int) -> LibraryError {
        .state(
            "\(depth) checks are open on this thread, one inside of the other; a rule must not check records "
                + "by rules that lead back to it")
    }

    static let cancelled = LibraryError(
        rc: ASSAY_E_CANCELLED, code: "call.cancelled", message: "the check was cancelled")

    var json: String {
        let head: [(key: String, value: Value)] = [
            ("code", .string(code)), ("message", .string(message)),
        ]
        return Value.object(Value.Object(head + members)).json
    }
}

extension LibraryError {
    init(_ error: RuleSetError) {
        let count = error.issues.count + error.omittedCount
        var members: [(key: String, value: Value)] = [
            ("issues", .array(error.issues.map(\.object)))
        ]
        if error.omittedCount > 0 {
            members.append(("omitted", .integer(Int64(error.omittedCount))))
        }
        self.init(
            rc: ASSAY_E_RULES, code: "rules.issues",
            message: "the rule set has \(count == 1 ? "1 issue" : "\(count) issues"): "
                + (error.issues.first.map(\.description) ?? "none is listed"),
            members: members)
    }

    init(_ error: PluginError) {
        self.init(
            rc: ASSAY_E_PLUGIN, code: error.code, message: error.description,
            members: [
                ("stage", .string(error.stage.rawValue)), ("found", .string(error.found)),
                ("expected", .string(error.expected)), ("remedy", .string(error.remedy)),
            ])
    }

    init(_ error: InputError) {
        switch error.reason {
        case .outOfMemory:
            self.init(rc: ASSAY_E_NOMEM, code: "memory", message: error.description)
        case .missingColumns(let name, let missing):
            self = .missingColumns(missing, of: "'\(name)'", help: missing.headerWords)
        case .unreadText(_, let issues), .unreadColumns(_, let issues):
            self.init(
                rc: ASSAY_E_INPUT, code: issues.first?.code ?? "field.unread",
                message: error.description, members: [("issues", .array(issues.map(\.object)))])
        case .badArrow(_, _, let remedy):
            self.init(
                rc: ASSAY_E_INPUT, code: "input.arrow", message: error.description,
                members: remedy.map { [("help", .string($0))] } ?? [])
        case .uncheckedRecords:
            self.init(rc: ASSAY_E_INPUT, code: error.code, message: error.description)
        default:
            self.init(rc: ASSAY_E_INPUT, code: "input.unreadable", message: error.description)
        }
    }
}

extension LibraryError {
    init(_ error: SourceError) {
        let issue = error.issue
        self.init(
            rc: ASSAY_E_INPUT, code: issue.code, message: issue.message,
            members: issue.help.map { [("help", .string($0))] } ?? [])
    }

    init(_ error: DataSetError) {
        let help =
            switch error.reason {
            case .limit:
                "raise 'scratch_limit', or raise 'scratch_memory' to keep more in memory"
            case .system(.noSpace), .system(.quotaExceeded):
                "free space there, or name another directory in 'scratch'"
            case .system, .changed, .checkpoint:
                "name another directory in 'scratch', which only this program writes"
            }
        self.init(
            rc: ASSAY_E_SCRATCH, code: error.code, message: error.description,
            members: [("help", .string(help))])
    }
}

extension RuleSetIssue {
    fileprivate var object: Value {
        var members: [(key: String, value: Value)] = [
            ("code", .string(code)), ("message", .string(message)),
        ]
        if let help { members.append(("help", .string(help))) }
        if let field { members.append(("field", .string(field))) }
        if let location {
            members.append(("file", .string(location.file)))
            members.append(("line", .integer(Int64(location.line))))
            members.append(("column", .integer(Int64(location.column))))
        }
        return .object(Value.Object(members))
    }
}

/// Does the work of a function, and reports its error to the caller.
///
/// - Parameters:
///   - place: The memory for the error, or `nil` if the caller does not read it.
///   - body: The work.
/// - Returns: The result of `body`, or the code of its error.
@inline(__always)
func perform(
    _ place: UnsafeMutablePointer<assay_error>?,
    _ body: () throws(LibraryError) -> assay_rc
) -> assay_rc {
    do throws(LibraryError) {
        return try body()
    } catch {
        place?.take(error)
        return error.rc
    }
}

extension UnsafeMutablePointer where Pointee == assay_error {
    /// The size of the struct in the first version.
    private static var leastSize: UInt32 { 24 }

    fileprivate func take(_ error: LibraryError) {
        guard pointee.struct_size >= Self.leastSize else { return }
        clear()
        let text = Array(error.json.utf8)
        let copy = Swift.UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
        for (index, byte) in text.enumerated() {
            (copy + index).initialize(to: CChar(bitPattern: byte))
        }
        (copy + text.count).initialize(to: 0)
        pointee.rc = error.rc
        pointee.json = UnsafePointer(copy)
        pointee.json_length = UInt64(text.count)
    }

    fileprivate func clear() {
        if let json = pointee.json { json.deallocate() }
        pointee.json = nil
        pointee.json_length = 0
        pointee.rc = 0
    }
}

@c @implementation
public func assay_error_release(_ error: UnsafeMutablePointer<assay_error>?) {
    guard let error, error.pointee.struct_size >= 24 else { return }
    error.clear()
}

/// The number of functions and members that were added at the end since the first version.
private let additions: UInt32 = 7

@c @implementation
public func assay_abi_version() -> UInt32 { ASSAY_LIBRARY_ABI << 16 | additions }
