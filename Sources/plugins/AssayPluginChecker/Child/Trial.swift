// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayPluginHost
import CPluginChecker
import AssayCLibrary

/// A plugin under one check: every call goes through here, so that the parent can say which one did
/// not return.
final class Trial {
    let rules: [TrialRule]
    let isQuick: Bool
    var random: SeededRandom
    private let plugin: StartedPlugin
    private let request: CheckRequest
    private let channel: CheckChannel
    private let registry: RuleRegistry
    private var calls = 0
    private(set) var answer = CheckAnswer()

    init(of plugin: StartedPlugin, request: CheckRequest, channel: CheckChannel) {
        self.plugin = plugin
        self.request = request
        self.channel = channel
        isQuick = request.isQuick
        random = SeededRandom(seed: request.seed)
        let all = TrialRule.all(of: plugin)
        rules = all.filter { $0.id == request.rule ?? $0.id }
        registry = TrialRule.registry(of: all)
        answer.id = plugin.id
        answer.version = plugin.version
        channel.write(answer)
    }

    /// Calls `shutdown` and hands over the answer.
    func shutDown() {
        step(.shutdown) { plugin.shutDown() }
        finish()
    }

    private func finish() {
        answer.isComplete = true
        channel.write(answer)
    }

    // MARK: - Reporting

    /// Reports a defect; the first one of each rule is enough.
    func report(_ finding: CheckFinding) {
        if answer.findings.contains(where: { $0.place.rule == finding.place.rule }) { return }
        answer.findings.append(finding)
    }

    func warn(_ finding: CheckFinding) {
        answer.warnings.append(finding)
    }

    func measured(_ figure: CheckFigure) {
        answer.figures.append(figure)
    }

    /// The settings of the examples to check, or absent for the examples that use the defaults.
    var exampleSettings: Value { request.exampleSettings }

    /// Asks for a process with settings under which examples hold.
    func needs(exampleSettings settings: Value) {
        if !answer.exampleSettings.contains(settings) { answer.exampleSettings.append(settings) }
    }

    /// Notes that there is nothing to check, unless there are findings.
    func skip(because reason: String) {
        answer.reason = reason
    }

    // MARK: - Calling

    /// A rule with its arguments; nil if the host rejects them.
    func bind(_ expression: RuleExpression) -> BoundRule? {
        try? registry.bind(expression)
    }

    /// Calls `create`.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - bound: Its arguments.
    ///   - memory: Where the arguments live.
    ///   - call: What the function is offered.
    /// - Returns: The instance, or why there is none.
    func create(
        _ rule: TrialRule, with bound: BoundRule, in memory: (any InputMemory)? = nil,
        offering call: TrialCall = TrialCall()
    ) -> Creation {
        let arguments = PreparedArguments(of: bound, in: memory ?? ValueArena())
        return step(.create, at: place(of: rule, with: bound)) {
            rule.create(with: arguments, state: plugin.state, offering: call)
        }
    }

    /// Calls `create` and does not tell the parent, which has to know the place already.
    func createQuietly(_ rule: TrialRule, with bound: BoundRule, offering call: TrialCall)
        -> TrialInstance?
    {
        let arguments = PreparedArguments(of: bound, in: ValueArena())
        return rule.create(with: arguments, state: plugin.state, offering: call).instance
    }

    func destroy(_ instance: TrialInstance) {
        step(.destroy, at: instance.place) { instance.destroy() }
    }

    /// Calls `evaluate`.
    ///
    /// - Parameters:
    ///   - instance: The rule with its arguments.
    ///   - rows: The batch.
    ///   - memory: Where the batch lives.
    ///   - verdicts: Makes the place for so many verdicts.
    ///   - call: What the function is offered.
    /// - Returns: The verdicts.
    func evaluate(
        _ instance: TrialInstance, on rows: Rows, in memory: any InputMemory = ValueArena(),
        into verdicts: (Int) -> VerdictMemory = { VerdictMemory(count: $0) },
        offering call: TrialCall = TrialCall()
    ) -> Evaluation {
        calls += 1
        let focus = request.focus.flatMap { $0.call == calls ? $0.rows : nil }
        let rows = focus.map { rows.slice($0) } ?? rows
        let batch = PreparedBatch(of: rows, columnCount: instance.columnCount, in: memory)
        let place = verdicts(rows.count)
        memory.seal()
        let evaluation = step(.evaluate, at: self.place(of: instance, on: rows), rows: rows.count) {
            batch.evaluate(instance, offering: call, into: place)
        }
        guard focus == nil else {
            finish()
            _exit(0)
        }
        return evaluation
    }

    /// Tells the parent of a call, and limits its time.
    ///
    /// - Parameters:
    ///   - step: Which function.
    ///   - place: The rule, its arguments and rows.
    ///   - rows: How many rows it checks in all; each has a tenth of a millisecond.
    ///   - body: The call.
    /// - Returns: What the body returns.
    @discardableResult
    func step<Result>(
        _ step: CheckActivity.Step, at place: CheckPlace = CheckPlace(), rows: Int = 0,
        do body: () -> Result
    ) -> Result {
        let limit = request.milliseconds == 0 ? 0 : request.milliseconds + Int64(rows / 10)
        channel.write(CheckActivity(step, call: calls, milliseconds: limit, at: place))
        assay_time_limit(UInt64(clamping: limit))
        defer {
            assay_time_limit(0)
            channel.write(CheckActivity(.rest, call: calls, at: place))
        }
        return body()
    }

    /// A rule with its arguments.
    func place(of rule: TrialRule, with bound: BoundRule) -> CheckPlace {
        CheckPlace(rule: rule.id, expression: CheckPlace.cut(bound.expression.description))
    }

    /// The only row, or how many there are.
    func place(of instance: TrialInstance, on rows: Rows) -> CheckPlace {
        var place = instance.place
        place.rows = rows.count
        if rows.count == 1 { place.value = CheckPlace.text(rows[0].value) }
        return place
    }

    /// One row of a batch.
    func place(of instance: TrialInstance, on rows: Rows, row: Int) -> CheckPlace {
        var place = instance.place
        place.value = CheckPlace.text(rows[row].value)
        place.row = row
        place.rows = rows.count
        return place
    }
}
