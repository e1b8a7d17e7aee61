// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import CAssay
import Foundation
import Testing

/// Rules about records, across the records that sessions check.
struct DataSetTests {
    private static let ids = #"{"assay":1,"fields":{"id":"required"},"records":["unique(id)"]}"#

    private func ndjson(_ ids: [Int]) -> String {
        ids.map { #"{"id":\#($0)}"# + "\n" }.joined()
    }

    @Test func `Without a data set, lines are not checked`() {
        let library = Library(Self.ids)
        #expect(library.check(lines: ndjson([1]), format: ASSAY_FORMAT_NDJSON).isEmpty)
        #expect(library.end == ASSAY_E_INPUT)
        #expect(library.errorText.contains("rules about records are not checked here"))
    }

    @Test func `Wrong uses are errors`() {
        let plain = Library(#"{"assay":1,"fields":{"id":"required"}}"#)
        #expect(CollectedDataSet(plain).rc == ASSAY_E_ARGUMENT)
        #expect(plain.errorText.contains("no rules under 'records'"))

        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        #expect(data.rc == ASSAY_OK)
        #expect(data.next(library) == ASSAY_E_STATE)
        #expect(library.errorText.contains("is not finished"))
        #expect(CollectedDataSet(library).rc == ASSAY_E_STATE)
        #expect(data.attach(library) == ASSAY_E_STATE)
        #expect(data.attach(Library(Self.ids)) == ASSAY_E_ARGUMENT)

        let other = library.another()
        #expect(data.next(other) == ASSAY_E_STATE)
        #expect(data.attach(other) == ASSAY_OK)
        #expect(data.finish(flags: 2) == ASSAY_E_ARGUMENT)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.finish() == ASSAY_E_STATE)
        #expect(library.check(json: #"{"id":1}"#).rc == ASSAY_E_STATE)
        #expect(library.errorText.contains("the data set is finished"))
        _ = library.check(lines: ndjson([1]), format: ASSAY_FORMAT_NDJSON)
        #expect(library.end == ASSAY_E_STATE)
    }

    @Test func `A session with another filter is rejected`() {
        let library = Library(Self.ids, select: ["unique"])
        let data = CollectedDataSet(library)
        #expect(data.rc == ASSAY_OK)
        #expect(data.attach(library.another()) == ASSAY_E_ARGUMENT)
        #expect(library.errorText.contains("another 'select' or 'ignore'"))
    }

    @Test(arguments: [
        ("", "the scratch files need more than 1 byte"),
        ("/no/such/directory", "cannot be created in '/no/such/directory'"),
    ])
    func `Scratch files that cannot be written are an error`(directory: String, message: String) {
        let library = Library(Self.ids)
        // No scratch file has one byte.
        let data = CollectedDataSet(
            library, scratch: directory, memory: 4 << 10, limit: directory.isEmpty ? 1 : 0)
        #expect(data.rc == ASSAY_OK)
        _ = library.check(lines: ndjson(Array(0..<20_000)), format: ASSAY_FORMAT_NDJSON)
        #expect(library.end == ASSAY_E_SCRATCH)
        #expect(library.errorText.contains(message))
        // The keys that are lost make the data set undecided for good.
        #expect(data.finish() == ASSAY_E_SCRATCH)
        #expect(data.next(library) == ASSAY_E_SCRATCH)
    }

    @Test func `Each record after the first with its key is a violation`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        let found = library.check(
            lines: ndjson([1, 2, 1]) + "{}\n" + ndjson([2, 1]), format: ASSAY_FORMAT_NDJSON)
        #expect(found == ["3 /id required.missing"])
        #expect(data.finish() == ASSAY_OK)
        #expect(
            data.summary
                == #"{"complete":true,"rules":[{"rule":"unique","expression":"unique(id)","#
                + #""severity":"error","repeatedKeys":2,"surplusRecords":3,"concernedRecords":5,"#
                + #""decided":5,"failed":3,"missing":1,"undecided":0,"malformed":0}]}"#)
        #expect(
            data.findings(library) == [
                "0: 2 /id unique.repeated is the same as in line 1",
                "0: 4 /id unique.repeated is the same as in line 2",
                "0: 5 /id unique.repeated is the same as in line 1",
            ])
        #expect(data.numbers.error_count == 3)
        #expect(data.numbers.invalid_count == 3)
        #expect(data.numbers.record_count == 0)
        #expect(data.next(library) == ASSAY_END)
    }

    @Test func `Findings are read in all forms`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        _ = library.check(lines: ndjson([1, 1]), format: ASSAY_FORMAT_NDJSON)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.next(library) == ASSAY_OK)
        #expect(library.findings == ["1 /id unique.repeated"])
        #expect(library.firstFinding.rule_index == ASSAY_NO_RULE)
        #expect(library.firstFinding.rule.string == "unique")
        let line = library.json(ASSAY_JSON_LINES)
        #expect(line.contains(#""record":2"#))
        #expect(line.contains(#""code":"unique.repeated""#))
        #expect(line.contains(#""message":"is the same as in line 1""#))
        let problem = library.json(ASSAY_JSON_PROBLEM)
        #expect(problem.contains(#""code":"unique.repeated""#))
        #expect(!problem.contains("unchecked"))
        var (schema, array) = (ArrowSchema(), ArrowArray())
        #expect(assay_findings_arrow(library.session, 0, &schema, &array, nil) == ASSAY_OK)
        #expect(array.length == 1)
        schema.release?(&schema)
        array.release?(&array)
    }

    @Test func `Several inputs and sessions are one data set`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        _ = library.check(lines: ndjson([1, 2]), format: ASSAY_FORMAT_NDJSON)
        let other = library.another()
        #expect(data.attach(other) == ASSAY_OK)
        _ = other.check(lines: ndjson([3, 2]), format: ASSAY_FORMAT_NDJSON)
        #expect(other.check(json: #"{"id":3}"#).rc == ASSAY_OK)
        #expect(other.check(json: #"{"id":4}"#).rc == ASSAY_OK)
        #expect(other.check(json: "{").rc == ASSAY_OK)
        #expect(other.check(json: #"{"id":4}"#).rc == ASSAY_OK)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.summary.contains(#""malformed":1"#))
        #expect(
            data.findings(library) == [
                "1: 1 /id unique.repeated is the same as in line 2 of input 1",
                "2: 0 /id unique.repeated is the same as in line 1 of input 2",
                "2: 3 /id unique.repeated is the same as in record 2",
            ])
    }

    @Test func `Findings come in parts, whatever the memory`() {
        for memory in [4 << 10, 16 << 20] as [UInt64] {
            let library = Library(Self.ids)
            let data = CollectedDataSet(library, memory: memory)
            _ = library.check(
                lines: ndjson(Array(0..<10_000) + Array(0..<10_000)), format: ASSAY_FORMAT_NDJSON)
            #expect(library.end == ASSAY_END)
            #expect(data.finish() == ASSAY_OK)
            var counts: [UInt64] = []
            while data.next(library) == ASSAY_OK { counts.append(data.part.finding_count) }
            #expect(counts == [4096, 4096, 1808])
        }
    }

    // MARK: - Records that are not added

    @Test func `Lines that are not read to their end are not whole`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        let other = library.another()
        #expect(data.attach(other) == ASSAY_OK)
        let text = Array(ndjson([1, 1]).utf8)
        text.withUnsafeBufferPointer { text in
            var input = assay_lines()
            input.struct_size = UInt32(MemoryLayout<assay_lines>.size)
            input.format = ASSAY_FORMAT_NDJSON
            input.descriptor = -1
            input.bytes = assay_str(ptr: text.baseAddress, len: UInt64(text.count))
            #expect(other.open(&input) == ASSAY_OK)
            var result = Library.emptyResult
            #expect(assay_lines_next(other.session, &result, nil) == ASSAY_OK)
            #expect(data.finish() == ASSAY_OK)
        }
        #expect(data.summary.hasPrefix(#"{"complete":false,"#))
        #expect(data.codes(library) == ["unique.repeated", "fault.recordsIncomplete"])
        #expect(data.numbers.fault_count == 1)
    }

    @Test func `An input that cannot be read makes the data set incomplete`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        withText("/no/such/file") { path in
            var input = assay_lines()
            input.struct_size = UInt32(MemoryLayout<assay_lines>.size)
            input.descriptor = -1
            input.path = path
            #expect(library.open(&input) == ASSAY_E_INPUT)
        }
        #expect(data.finish() == ASSAY_OK)
        #expect(data.codes(library) == ["fault.recordsIncomplete"])
    }

    @Test func `The caller can say that records are not there`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        #expect(data.finish(flags: ASSAY_DATASET_INCOMPLETE) == ASSAY_OK)
        #expect(data.codes(library) == ["fault.recordsIncomplete"])
    }

    @Test func `A data set ends with its sessions, and the other way round`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        data.release()
        _ = library.check(lines: ndjson([1, 1]), format: ASSAY_FORMAT_NDJSON)
        #expect(library.end == ASSAY_END)
        let other = Library(Self.ids)
        let kept = CollectedDataSet(other)
        var session = other.another() as Library?
        #expect(session.map { kept.attach($0) } == ASSAY_OK)
        session = nil
        #expect(kept.finish() == ASSAY_OK)
        #expect(kept.summary.hasPrefix(#"{"complete":true"#))
    }

    @Test func `A rule that no filter includes does not run`() {
        let library = Library(Self.ids, ignore: ["unique"])
        let data = CollectedDataSet(library)
        _ = library.check(lines: ndjson([1, 1]), format: ASSAY_FORMAT_NDJSON)
        #expect(data.finish(flags: ASSAY_DATASET_INCOMPLETE) == ASSAY_OK)
        #expect(data.findings(library).isEmpty)
        #expect(!data.summary.contains("decided"))
    }

    // MARK: - Tables and values

    @Test func `Batches of tables are added once, also if they are checked again`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        #expect(IDTable([]).check(library, first: 0, columnsOnly: true) == ASSAY_OK)
        #expect(IDTable([7, 8]).check(library, first: 0) == ASSAY_OK)
        #expect(IDTable([9, 8]).check(library, first: 2) == ASSAY_OK)
        #expect(IDTable([]).check(library, first: 0, columnsOnly: true) == ASSAY_OK)
        #expect(IDTable([]).check(library, first: 0, columnsOnly: true) == ASSAY_OK)
        #expect(IDTable([9]).check(library, first: 0) == ASSAY_OK)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.summary.hasPrefix(#"{"complete":true"#))
        #expect(
            data.findings(library) == [
                "0: 3 /id unique.repeated is the same as in record 2",
                "2: 0 /id unique.repeated is the same as in record 3 of input 1",
            ])
    }

    @Test(arguments: [true, false])
    func `A batch that is cancelled is added once it is checked again`(isRetried: Bool) {
        let cancelling = Cancelling()
        let library = Library(
            #"{"assay":1,"fields":{"id":"required, own.slow"},"records":["unique(id)"]}"#,
            rules: ["slow": CallerRule(passes: { cancelling.pass($0) })])
        cancelling.session = library.session
        let data = CollectedDataSet(library)
        // The first part of the batch is added, and the check of the second one is cancelled.
        let table = IDTable(Array(0..<9_000) + [5])
        #expect(table.check(library, first: 0) == ASSAY_E_CANCELLED)
        // Another batch in its place is not the same records.
        let next = isRetried ? table : IDTable([9_000])
        #expect(next.check(library, first: 0) == ASSAY_OK)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.summary.hasPrefix(#"{"complete":\#(isRetried)"#))
        #expect(
            data.codes(library) == [isRetried ? "unique.repeated" : "fault.recordsIncomplete"])
    }

    @Test func `Values are records by their numbers`() {
        let library = Library(Self.ids)
        let data = CollectedDataSet(library)
        for (first, id) in [(0, 5), (1, 6), (2, 5)] as [(UInt64, Int64)] {
            var value = assay_value()
            value.kind = UInt32(ASSAY_I64)
            value.as.i64 = id
            withUnsafePointer(to: value) { value in
                var column: UnsafePointer<assay_value>? = value
                withUnsafePointer(to: &column) { columns in
                    var values = assay_values()
                    values.struct_size = UInt32(MemoryLayout<assay_values>.size)
                    values.row_count = 1
                    values.column_count = 1
                    values.columns = columns
                    values.first_record = first
                    #expect(library.check(&values).rc == ASSAY_OK)
                }
            }
        }
        #expect(data.finish() == ASSAY_OK)
        #expect(
            data.findings(library) == ["0: 2 /id unique.repeated is the same as in record 1"])
    }

    // MARK: - Sources

    private static func orders(file: String? = nil) -> String {
        let member = file.map { #","file":"\#($0)""# } ?? ""
        return #"""
            {"assay":1,"fields":{"customer":"integer"},
             "sources":{"customers":{"key":["id"]\#(member)},"parents":{"self":true,"key":["customer"]}},
             "records":["references(customer, customers)"]}
            """#
    }

    @Test(arguments: [nil, "customers.csv"])
    func `A source needs a file, which a text cannot name`(file: String?) {
        let library = Library(Self.orders(file: file))
        if file != nil {
            #expect(library.session == nil)
            let message = "only a rule set that is read from a file can name files"
            #expect(library.errorText.contains(message))
        } else {
            #expect(CollectedDataSet(library).rc == ASSAY_E_INPUT)
            #expect(library.errorText.contains("the source 'customers' has no file"))
        }
        #expect(library.errorText.contains("source.file"))
    }

    @Test(arguments: [
        ("clients", "x.csv", "has no source 'clients'; its sources are customers"),
        ("parents", "x.csv", "the source 'parents' is the data set itself"),
        ("customers", "", "has an empty path"),
        ("customers", "/no/such.csv", "No such file"),
    ])
    func `Sources that are wrong are errors`(name: String, path: String, message: String) {
        let library = Library(Self.orders())
        #expect(CollectedDataSet(library, sources: [(name, path)]).rc < 0)
        #expect(library.errorText.contains(message))
    }

    @Test(arguments: [
        ("id\n1\n\"", "source.malformed"), ("id\n", "source.empty"), ("key\n1\n", "column"),
    ])
    func `A source that may lack keys is an error`(text: String, code: String) throws {
        let file = try TemporaryFile("customers.csv", text)
        let library = Library(Self.orders())
        #expect(CollectedDataSet(library, sources: [("customers", file.path)]).rc < 0)
        #expect(library.errorText.contains(code))
    }

    @Test func `Keys that a source does not have are violations`() throws {
        let file = try TemporaryFile("customers.csv", "id,name\n1,Ann\n2,Bo\n")
        let library = Library(Self.orders())
        let data = CollectedDataSet(library, sources: [("customers", file.path)])
        #expect(data.rc == ASSAY_OK)
        _ = library.check(
            lines: #"{"customer":1}"# + "\n" + #"{"customer":3}"# + "\n",
            format: ASSAY_FORMAT_NDJSON)
        #expect(data.finish() == ASSAY_OK)
        #expect(
            data.findings(library) == ["0: 1 /customer references.missing is not in customers"])
    }

    @Test func `A source that is an input is an error`() throws {
        let file = try TemporaryFile("customers.csv", "id,customer\n1,1\n")
        let library = Library(Self.orders())
        let data = CollectedDataSet(library, sources: [("customers", file.path)])
        withText(file.path) { path in
            var input = assay_lines()
            input.struct_size = UInt32(MemoryLayout<assay_lines>.size)
            input.descriptor = -1
            input.path = path
            #expect(library.open(&input) == ASSAY_E_INPUT)
        }
        #expect(library.errorText.contains("the source 'customers' is the input"))
        #expect(data.finish() == ASSAY_OK)
        #expect(data.codes(library) == ["fault.recordsIncomplete"])
    }

    @Test func `A text that is named after its file finds sources beside it`() throws {
        let file = try TemporaryFile("customers.csv", "id\n1\n")
        let library = Library(
            Self.orders(file: "customers.csv"), name: file.folder + "/orders.json",
            compileFlags: UInt32(ASSAY_COMPILE_NAMED_FILE))
        let data = CollectedDataSet(library)
        #expect(data.rc == ASSAY_OK)
        _ = library.check(lines: #"{"customer":2}"# + "\n", format: ASSAY_FORMAT_NDJSON)
        #expect(data.finish() == ASSAY_OK)
        #expect(data.codes(library) == ["references.missing"])
    }
}

/// Cancels the check of a session once, at its 5,000th value.
private final class Cancelling {
    var session: OpaquePointer?
    private var hasCancelled = false

    func pass(_ value: Int64) -> Bool {
        if value >= 5_000, !hasCancelled {
            hasCancelled = true
            assay_session_cancel(session)
        }
        return true
    }
}

/// A data set as a program in C has it.
private final class CollectedDataSet {
    private var dataSet: OpaquePointer?
    /// The code of its creation.
    let rc: assay_rc
    private let library: Library
    private(set) var summary = ""
    /// The numbers of all findings.
    private(set) var numbers = assay_result()
    /// The numbers of the last part.
    private(set) var part = Library.emptyResult
    private var input: UInt64 = 0

    init(
        _ library: Library, scratch: String = "", memory: UInt64 = 0, limit: UInt64 = 0,
        sources: [(name: String, path: String)] = []
    ) {
        self.library = library
        var (made, rc): (OpaquePointer?, assay_rc) = (nil, ASSAY_OK)
        withTexts(sources.flatMap { [$0.name, $0.path] } + [scratch]) { texts in
            let given = stride(from: 0, to: texts.count - 1, by: 2).map {
                assay_source(name: texts[$0], path: texts[$0 + 1])
            }
            given.withUnsafeBufferPointer { given in
                var options = assay_dataset_options()
                options.struct_size = UInt32(MemoryLayout<assay_dataset_options>.size)
                options.scratch = texts[texts.count - 1]
                options.scratch_memory = memory
                options.scratch_limit = limit
                options.sources = given.baseAddress
                options.source_count = UInt32(given.count)
                rc = assay_dataset_create(library.session, &options, &made, library.error)
            }
        }
        dataSet = made
        self.rc = rc
    }

    deinit { release() }

    func release() {
        assay_dataset_release(dataSet)
        dataSet = nil
    }

    func attach(_ other: Library) -> assay_rc {
        assay_dataset_attach(dataSet, other.session, library.error)
    }

    func finish(flags: UInt32 = 0) -> assay_rc {
        var text = assay_str()
        let rc = assay_dataset_finish(dataSet, flags, &text, library.error)
        if rc == ASSAY_OK {
            summary = String(
                decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)),
                as: UTF8.self)
        }
        return rc
    }

    func next(_ library: Library) -> assay_rc {
        assay_dataset_next(dataSet, library.session, &input, &part, library.error)
    }

    /// All findings as `input: record pointer code message`.
    func findings(_ library: Library) -> [String] {
        var found: [String] = []
        while next(library) == ASSAY_OK {
            let input = input == ASSAY_NO_INPUT ? "-" : "\(input)"
            numbers.error_count += part.error_count
            numbers.fault_count += part.fault_count
            numbers.invalid_count += part.invalid_count
            numbers.record_count += part.record_count
            found += library.messages.map { "\(input): \($0)" }
        }
        return found
    }

    /// The codes of all findings.
    func codes(_ library: Library) -> [String] {
        var found: [String] = []
        while next(library) == ASSAY_OK {
            numbers.fault_count += part.fault_count
            found += library.findings.compactMap {
                $0.split(separator: " ").last.map { String($0) }
            }
        }
        return found
    }
}

/// A table with one column of integers, `id`.
private struct IDTable {
    private let ids: [Int64]

    init(_ ids: [Int]) { self.ids = ids.map { Int64($0) } }

    func check(_ library: Library, first: UInt64, columnsOnly: Bool = false) -> assay_rc {
        let names = ["l", "id", "+s"].map { name in
            let bytes = Array(name.utf8) + [0]
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (index, byte) in bytes.enumerated() {
                (copy + index).initialize(to: CChar(bitPattern: byte))
            }
            return copy
        }
        defer { for name in names { name.deallocate() } }
        var column = ArrowSchema()
        column.format = UnsafePointer(names[0])
        column.name = UnsafePointer(names[1])
        column.release = { _ in }
        return ids.withUnsafeBytes { bytes in
            var buffers: [UnsafeRawPointer?] = [nil, bytes.baseAddress]
            return buffers.withUnsafeMutableBufferPointer { buffers in
                var values = ArrowArray()
                values.length = Int64(ids.count)
                values.n_buffers = 2
                values.buffers = buffers.baseAddress
                values.release = { _ in }
                return withUnsafeMutablePointer(to: &column) { column in
                    withUnsafeMutablePointer(to: &values) { values in
                        check(
                            library, column, values, format: names[2],
                            first: first, columnsOnly: columnsOnly)
                    }
                }
            }
        }
    }

    private func check(
        _ library: Library, _ column: UnsafeMutablePointer<ArrowSchema>,
        _ values: UnsafeMutablePointer<ArrowArray>, format: UnsafeMutablePointer<CChar>,
        first: UInt64, columnsOnly: Bool
    ) -> assay_rc {
        var columns: [UnsafeMutablePointer<ArrowSchema>?] = [column]
        var arrays: [UnsafeMutablePointer<ArrowArray>?] = [values]
        var none: [UnsafeRawPointer?] = [nil]
        return columns.withUnsafeMutableBufferPointer { columns in
            arrays.withUnsafeMutableBufferPointer { arrays in
                none.withUnsafeMutableBufferPointer { none in
                    var table = ArrowSchema()
                    table.format = UnsafePointer(format)
                    table.n_children = 1
                    table.children = columns.baseAddress
                    table.release = { _ in }
                    var batch = ArrowArray()
                    batch.length = Int64(ids.count)
                    batch.n_buffers = 1
                    batch.buffers = none.baseAddress
                    batch.n_children = 1
                    batch.children = arrays.baseAddress
                    batch.release = { _ in }
                    return columnsOnly
                        ? library.check(&table, nil, first: first)
                        : library.check(&table, &batch, first: first)
                }
            }
        }
    }
}

/// A file in a folder of its own, which is removed.
private final class TemporaryFile {
    let folder = NSTemporaryDirectory() + "assay-data-set-\(UUID().uuidString)"
    let path: String

    init(_ name: String, _ text: String) throws {
        path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
