// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The progress of a run, and what is needed to continue from there.
struct Checkpoint {
    static let version = 5

    /// The index of the current input among the arguments.
    var input = 0
    /// The position to continue from in the input, or `nil` for its start.
    var position: StreamPosition?
    var counts = StreamCounts()
    /// The number of records that were read of the current input.
    var recordsOfInput = 0
    /// The number of malformed records of the current input.
    var malformedOfInput = 0
    /// The number of errors that may still be reported, or `nil` for no limit.
    var remainingErrors: Int?
    var isTruncated = false
    /// `true` if an input could not be read.
    var hasUnreadable = false
    var hasUncheckable = false
    /// The messages about inputs.
    var notices: [RunNotice] = []
    var seconds = 0.0
    /// Findings by code, in the order of the layout.
    var tally: [Int] = []
    /// The places of the fields that have occurred in the current input.
    var seen: [Int] = []
    /// The fields that the inputs before the current one do not have.
    var missingFields = MissingFields()
    /// The CSV inputs, with what was found out about them.
    var csvInputs: [CSVInput] = []
    /// The states of the reports, a list, and those of the page and the statistics.
    var report = Value.null
    var page = Value.null
    var statistics = Value.null
    var split = SplitState()
    /// The state of the checks across records, or null without them.
    var dataSet = Value.null
    /// The numbers of the rules with a tolerance.
    var tolerances: [Int] = []
    var toleratedWarnings = 0
    /// The byte offset at which each output ends: findings, then the files of records.
    var ends: [Int] = []
    /// The exit status of the run, or `nil` if it has not ended.
    var status: Int?
}

extension Checkpoint {
    /// The members of the file, except those of the run's identity.
    var members: [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = [
            ("input", Value(input)), ("position", Value(position?.numbers ?? [])),
            ("counts", Value(counts.numbers)), ("rules", Value(counts.findingsByRule)),
            ("recordsOfInput", Value(recordsOfInput)),
            ("malformedOfInput", Value(malformedOfInput)),
            ("remainingErrors", remainingErrors.map { Value($0) } ?? .null),
            ("isTruncated", .bool(isTruncated)), ("hasUnreadable", .bool(hasUnreadable)),
            ("hasUncheckable", .bool(hasUncheckable)),
            ("microseconds", Value(Int(seconds * 1e6))), ("tally", Value(tally)),
            ("seen", Value(seen)), ("missingFields", missingFields.saved), ("report", report),
            ("page", page), ("statistics", statistics),
            ("split", split.saved), ("ends", Value(ends)), ("tolerances", Value(tolerances)),
            ("toleratedWarnings", Value(toleratedWarnings)),
        ]
        if !csvInputs.isEmpty { members.append(("csv", .array(csvInputs.map(\.saved)))) }
        if !notices.isEmpty { members.append(("notices", .array(notices.map(\.value)))) }
        if dataSet != .null { members.append(("dataSet", dataSet)) }
        if let status { members.append(("status", Value(status))) }
        return members
    }

    /// Reads the members, or returns `nil` if one is missing or has another form.
    init?(_ file: Value) {
        guard let input = file["input"].natural, let position = file["position"].naturals,
            let counts = file["counts"].naturals, let rules = file["rules"].naturals,
            let recordsOfInput = file["recordsOfInput"].natural,
            let malformedOfInput = file["malformedOfInput"].natural,
            case .bool(let isTruncated) = file["isTruncated"],
            case .bool(let hasUnreadable) = file["hasUnreadable"],
            let microseconds = file["microseconds"].natural,
            let tally = file["tally"].naturals,
            let split = SplitState(saved: file["split"]), let ends = file["ends"].naturals,
            position.isEmpty || StreamPosition(numbers: position) != nil,
            let counts = StreamCounts(numbers: counts, findingsByRule: rules)
        else { return nil }
        self.input = input
        self.position = StreamPosition(numbers: position)
        self.counts = counts
        self.recordsOfInput = recordsOfInput
        self.malformedOfInput = malformedOfInput
        remainingErrors = file["remainingErrors"].natural
        self.isTruncated = isTruncated
        self.hasUnreadable = hasUnreadable
        hasUncheckable = file["hasUncheckable"] == true
        seconds = Double(microseconds) / 1e6
        self.tally = tally
        seen = file["seen"].naturals ?? []
        missingFields = MissingFields(saved: file["missingFields"])
        report = file["report"]
        page = file["page"]
        statistics = file["statistics"]
        self.split = split
        self.ends = ends
        if case .array(let saved) = file["notices"] {
            notices = saved.compactMap { RunNotice(saved: $0) }
        }
        if case .array(let saved) = file["csv"] {
            csvInputs = saved.compactMap { CSVInput(saved: $0) }
            for input in csvInputs { self.counts.csv += input.notes }
        }
        status = file["status"].natural
        if file["dataSet"] != .absent { dataSet = file["dataSet"] }
        tolerances = file["tolerances"].naturals ?? []
        toleratedWarnings = file["toleratedWarnings"].natural ?? 0
    }
}

extension StreamCounts {
    fileprivate var numbers: [Int] {
        [records, invalid, violations, warnings, faults, malformed, bytes]
    }

    fileprivate init?(numbers: [Int], findingsByRule: [Int]) {
        guard numbers.count == 7 else { return nil }
        self.init(ruleCount: 0)
        records = numbers[0]
        invalid = numbers[1]
        violations = numbers[2]
        warnings = numbers[3]
        faults = numbers[4]
        malformed = numbers[5]
        bytes = numbers[6]
        self.findingsByRule = findingsByRule
    }
}

extension Value {
    init(_ number: Int) {
        self = .integer(Int64(number))
    }

    init(_ numbers: [Int]) {
        self = .array(numbers.map { Value($0) })
    }

    /// The number, if it is an integer from 0 to 2⁵³.
    var natural: Int? {
        guard case .integer(let number) = self, (0...1 << 53).contains(number) else { return nil }
        return Int(number)
    }

    var naturals: [Int]? {
        guard case .array(let elements) = self else { return nil }
        let numbers = elements.compactMap(\.natural)
        return numbers.count == elements.count ? numbers : nil
    }

    /// Returns the numbers, or `nil` if there are not exactly `count` of them.
    func naturals(count: Int) -> [Int]? {
        naturals.flatMap { $0.count == count ? $0 : nil }
    }
}
