// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayRegex
import Synchronization

/// All records of a file, validated as `validate` does it, for an answer at the prompt.
struct FileValidation {
    private let path: String
    private let layout: FindingLayout
    private let rules: [(field: String, rule: String)]
    private let state: State
    /// The warnings about the file as a whole.
    let notices: [RunNotice]

    /// The sums over the chunks of the file.
    private struct State: Sendable {
        var totals: RunTotals
        var tally: FindingTally
        /// The findings of the first invalid records, as `validate` shows them.
        var excerpts: [[UInt8]] = []
    }

    /// The parts of a chunk that the answer may show.
    private struct Part: Sendable {
        let tally: FindingTally
        let excerpts: [[UInt8]]
    }

    /// The invalid records whose findings are shown.
    static let mostShown = 5

    /// Validates a file.
    ///
    /// - Parameters:
    ///   - file: The open file, whose place for `:next` stays as it is.
    ///   - format: The format of the findings.
    ///   - interruption: The interruption that ends the validation.
    /// - Throws: An error if the file cannot be read to its end.
    init(
        _ file: DataFile, format: FullFormat, interruption: PromptInterruption
    ) throws(InputError) {
        let (plan, layout) = (file.plan, FindingLayout(plan: file.plan))
        let input = InputName(file.path)
        let state = Locked(
            State(
                totals: RunTotals(ruleCount: plan.ruleCount),
                tally: FindingTally(count: layout.slots.count)))
        if file.isPartial { state.withLock { $0.totals.isPartial = true } }
        let presence = FieldPresence(plan)
        var validator = StreamValidator(
            plan, options: file.options, threadCount: LimitOptions.defaultJobs)
        validator.presence = presence
        validator.isPartial = file.isPartial
        if let limits = file.patternLimits {
            validator.prepareSession = { $0.setPatternLimits(limits) }
        }
        let source = try ByteSource(path: file.path, compression: .auto)
        try validator.run(source) { report in
            Part(
                tally: layout.tally(of: report),
                excerpts: Self.excerpts(of: report, format: format, input: input))
        } emit: { part, counts in
            state.withLock { state in
                state.totals.counts += counts
                state.tally += part.tally
                let missing = Self.mostShown - state.excerpts.count
                state.excerpts += part.excerpts.prefix(missing)
                state.totals.isInterrupted = interruption.wasRequested
                return !state.totals.isInterrupted
            }
        }
        path = file.path
        self.layout = layout
        rules = plan.rules.map { (field: $0.key, rule: $0.rule) }
        self.state = state.withLock { $0 }
        let missing = file.missingColumns.map {
            RunNotice(Diagnostic($0.code, $0.message), isError: false)
        }
        let ofAll =
            self.state.totals.isInterrupted
            ? [] : Self.notices(of: self.state.totals, presence: presence, path: file.path)
        notices = (missing.map { [$0] } ?? []) + ofAll
    }

    /// Returns the findings of the first invalid records of a chunk, and of its errors outside of
    /// records.
    private static func excerpts(
        of report: ChunkReport, format: FullFormat, input: InputName
    ) -> [[UInt8]] {
        var origin = FindingOrigin(input: input, locator: report.locator)
        origin.isText = report.delimiter != nil
        let errors = report.inputViolations.filter { $0.severity == .error }
        var found = errors.prefix(mostShown).map { violation -> [UInt8] in
            var bytes: [UInt8] = []
            format.append(
                ShownFinding(.violation(violation), in: format), from: origin, to: &bytes)
            return bytes
        }
        var last: Int?
        for index in 0..<report.findings.count {
            let row = report.findings.row(at: index)
            guard report.findings.isInvalid(row: row) else { continue }
            if row != last {
                guard found.count < mostShown else { break }
                found.append([])
                last = row
            }
            origin.rule = RulePlace(report.findings.validatorAndStep(at: index))
            format.append(
                ShownFinding(
                    report.findings.finding(at: index), in: format, of: origin.rule),
                from: origin, to: &found[found.count - 1])
        }
        return found
    }

    private static func notices(
        of totals: RunTotals, presence: FieldPresence, path: String
    ) -> [RunNotice] {
        let counts = totals.counts
        var missing = MissingFields()
        // Malformed records have no fields.
        let tellsMissing = counts.records - counts.malformed > 1 && !totals.isPartial
        missing.add(path, presence: presence, tellsMissing: tellsMissing)
        let cells = counts.csv.warnings(isWhole: true).map {
            RunNotice(Diagnostic($0.code, $0.message), isError: false)
        }
        let shortage = RecordMinimum().notice(for: counts.records).map {
            RunNotice(Diagnostic($0.code, $0.message), isError: false)
        }
        return (shortage.map { [$0] } ?? []) + cells + missing.notices(tellsMissing: tellsMissing)
    }

    // MARK: - Answers

    /// The findings of the first invalid records.
    var excerpts: String { String(decoding: state.excerpts.joined(), as: UTF8.self) }

    /// The findings by rule and field, with their numbers.
    var summary: FindingSummary {
        FindingSummary(tally: state.tally, layout: layout, totals: state.totals)
    }

    /// The numbers as `validate` has them.
    private var totals: Summary {
        Summary(totals: state.totals, rules: rules, notices: notices)
    }

    /// One JSON object, as `validate --summary` writes it, without a line feed.
    var json: String { totals.json }

    /// One line: `people.csv: 4 records: 1 valid, 3 invalid; 3 violations`.
    func line(with paint: Paint) -> String {
        let line = SafeText.line("\(SafeText.path(path)): \(totals.words)")
        return paint.text(line, in: .init(isGood: !state.totals.hasFindings)) + "\n"
    }

    /// The number of invalid records whose findings are not shown.
    var hiddenCount: Int { max(0, state.totals.counts.invalid - state.excerpts.count) }
}
