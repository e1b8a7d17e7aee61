// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
import AssayJSONRuleSets
import AssayPluginABI
import AssayRules
import AssaySystem

/// Records as columns, kept alive by this object.
final class TestColumns {
    private let arena = ValueArena()
    private var columns: [UnsafeMutablePointer<assay_value>] = []
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    let batch: RecordBatch

    init(_ fields: [String], _ records: ArraySlice<Value>, isText: Bool = false) {
        pointers = .allocate(capacity: max(1, fields.count))
        for (index, field) in fields.enumerated() {
            let column = UnsafeMutablePointer<assay_value>.allocate(capacity: max(1, records.count))
            for (row, record) in records.enumerated() {
                (column + row).initialize(to: arena.store(record[field]))
            }
            columns.append(column)
            pointers[index] = UnsafePointer(column)
        }
        batch = RecordBatch(
            count: records.count, columns: UnsafePointer(pointers), isText: isText)
    }

    deinit {
        for column in columns { column.deallocate() }
        pointers.deallocate()
    }
}

/// A rule set about records, and how its checks are run.
struct TestRun {
    let plan: ValidationPlan
    var settings = DataSetSettings()
    /// The number of workers, which take chunks in turn.
    var workers = 1
    /// The records are from text.
    var isText = false

    /// - Parameters:
    ///   - records: The list under `records`, in JSON.
    ///   - fields: The object under `fields`, in JSON.
    ///   - sources: The object under `sources`, in JSON.
    ///   - now: The time since 1970.
    /// - Throws: The issues of the rule set.
    init(
        _ records: String, fields: String = "{}", sources: String = "{}",
        now: Duration = .seconds(0)
    ) throws {
        let ruleSet = try RuleSet(
            parsingJSON: """
                {"assay": 1, "fields": \(fields), "sources": \(sources), "records": \(records)}
                """)
        plan = try ValidationPlan(ruleSet, registry: .standard(clock: { now }))
    }

    /// What was found: a line for each finding, with the numbers of records from 1.
    struct Outcome: Equatable {
        var lines: [String] = []
        var totals: [DataSetOutcome.Totals] = []
        var invalid: [Int] = []
        var strictlyInvalid: [Int] = []
        var newlyInvalidCount = 0
    }

    /// Runs the checks.
    ///
    /// - Parameters:
    ///   - records: The records as JSON, one a line.
    ///   - sources: The records of the source of each rule.
    ///   - chunk: The number of records of a chunk.
    /// - Returns: What was found.
    /// - Throws: The error of the data set.
    func outcome(
        _ records: [String], sources: [Int: [String]] = [:], chunk: Int = .max
    ) throws -> Outcome {
        try outcome(
            of: records.map { try Value(json: $0) },
            sources: try sources.mapValues { try $0.map { try Value(json: $0) } },
            ends: Array(stride(from: chunk, to: records.count, by: max(1, chunk))))
    }

    /// Runs the checks, with chunks that end at places.
    func outcome(
        of records: [Value], sources: [Int: [Value]] = [:], ends: [Int] = []
    ) throws -> Outcome {
        let dataSet = DataSet(plan: plan, settings: settings)
        try add(sources, to: dataSet)
        try add(records, ends: ends, to: dataSet)
        return try Self.read(try dataSet.finish())
    }

    /// Adds the records of sources.
    func add(_ sources: [Int: [Value]], to dataSet: DataSet) throws {
        for (rule, records) in sources.sorted(by: { $0.key < $1.key }) {
            guard let plan = plan.sourcePlan(of: plan.recordsRules[rule]) else { continue }
            let session = ValidationSession(plan)
            let columns = TestColumns(plan.fields, records[...], isText: isText)
            let report = session.validate(columns.batch)
            let worker = dataSet.makeWorker()
            try worker.addSource(report, keys: plan.recordsRules[0], for: rule)
            withExtendedLifetime(columns) {}
        }
    }

    /// Adds chunks of records, from a place on.
    func add(
        _ records: [Value], ends: [Int], from first: Int = 0, to dataSet: DataSet,
        accepting isAccepted: (Int) -> Bool = { _ in true }
    ) throws {
        let session = ValidationSession(plan)
        let threads = (0..<max(1, workers)).map { _ in dataSet.makeWorker() }
        let bounds =
            [0] + ends.filter { (1..<max(1, records.count)).contains($0) }.sorted() + [
                records.count
            ]
        for (index, bound) in zip(bounds, bounds.dropFirst()).enumerated() where index >= first {
            let rows = records[bound.0..<bound.1]
            let columns = TestColumns(plan.fields, rows, isText: isText)
            let report = session.validate(columns.batch)
            let part = try threads[index % threads.count].add(report, chunk: UInt32(index))
            guard isAccepted(index) else { continue }
            dataSet.accept(part)
            try dataSet.note(
                chunk: UInt32(index),
                place: ChunkPlace(input: 0, recordsBefore: bound.0, linesBefore: bound.0))
        }
    }

    static func read(_ outcome: DataSetOutcome) throws -> Outcome {
        func number(_ place: RecordPlace) throws -> Int {
            let location = try outcome.location(of: place)
            return location.record
        }
        var result = Outcome(
            totals: outcome.totals, newlyInvalidCount: outcome.newlyInvalidCount)
        let reader = outcome.makeReader()
        while let finding = try reader.next() {
            var line = "\(finding.rule) \(finding.code)"
            if let place = finding.place { line += " \(try number(place))" }
            if let element = finding.element { line += "[\(element)]" }
            if let first = finding.first { line += " as \(try number(first))" }
            if let element = finding.firstElement { line += "[\(element)]" }
            result.lines.append(line + (finding.isTolerated ? " tolerated" : ""))
        }
        precondition(result.lines.count == outcome.placedCount)
        for finding in outcome.findings {
            let values = finding.parameters.map { "\($0.name)=\($0.value.json)" }
            result.lines.append(
                (["\(finding.rule) \(finding.code)"] + values).joined(separator: " "))
        }
        let invalid = outcome.makeInvalidRecordReader()
        while let record = try invalid.next() { result.invalid.append(try number(record.place)) }
        let strict = outcome.makeInvalidRecordReader(strictly: true)
        while let record = try strict.next() {
            result.strictlyInvalid.append(try number(record.place))
        }
        return result
    }
}

/// An empty directory, which ends with this object.
final class TestDirectory {
    let path: String

    init() throws {
        let name = "assay-data-sets-" + String(UInt64.random(in: .min ... .max), radix: 36)
        path = FileSystem.path(of: name, in: CurrentProcess.variable("TMPDIR") ?? "/tmp")
        try FileSystem.makeDirectory(path, mode: 0o700)
    }

    deinit {
        for name in (try? FileSystem.names(inDirectory: path)) ?? [] {
            try? FileSystem.remove(FileSystem.path(of: name, in: path))
        }
        try? FileSystem.removeDirectory(path)
    }
}
