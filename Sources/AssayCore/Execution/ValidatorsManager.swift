// SPDX-License-Identifier: Apache-2.0

/// Holds the validators by key, runs all of them over records and aggregates one report.
///
/// Every validator runs, whatever failed before it. The manager is shared by threads, and its
/// validators can be replaced while others validate: a call sees the old set or the new one, never
/// a mixture.
public final class ValidatorsManager: Sendable {
    private struct State {
        var ruleSet: RuleSet
        var plan: ValidationPlan
        /// Sessions of the current plan that no call uses right now.
        var idle: [IdleSession] = []
    }

    /// A session on its way from one thread to another; used by one at a time.
    private final class IdleSession: @unchecked Sendable {  // handed over under the mutex
        let session: ValidationSession
        let columns: RecordColumns

        init(_ plan: ValidationPlan) {
            session = ValidationSession(plan)
            columns = RecordColumns(fields: plan.fields)
        }
    }

    private static let maximumIdleSessions = 16

    public let registry: RuleRegistry
    private let state: Locked<State>

    /// Compiles the validators of a rule set.
    ///
    /// - Throws: `RuleSetError` with every mistake.
    public init(_ ruleSet: RuleSet = RuleSet(), registry: RuleRegistry) throws(RuleSetError) {
        self.registry = registry
        state = Locked(
            State(ruleSet: ruleSet, plan: try ValidationPlan(ruleSet, registry: registry)))
    }

    /// The compiled form of the current validators; readers take the columns from it.
    public var plan: ValidationPlan { state.withLock { $0.plan } }

    /// The current validators.
    public var ruleSet: RuleSet { state.withLock { $0.ruleSet } }

    /// The keys of the validators in order.
    public var keys: [String] { plan.keys }

    /// Adds a validator behind the others.
    ///
    /// - Parameters:
    ///   - key: The field's path, such as `address.zip`.
    ///   - validator: The rules of the field.
    /// - Returns: False, and nothing changes, if there is a validator for the key already.
    /// - Throws: `RuleSetError` for a key that is no path and for rules that cannot be resolved;
    ///   nothing changes then.
    @discardableResult
    public func addValidator(for key: String, _ validator: Validator) throws(RuleSetError) -> Bool {
        let path: FieldPath
        do throws(FieldPathError) {
            path = try FieldPath(key)
        } catch {
            throw RuleSetError([
                RuleSetIssue(code: "field.syntax", message: error.description, field: key)
            ])
        }
        while true {
            let current = ruleSet
            if current.fields.contains(where: { $0.path == path }) { return false }
            var next = current
            next.fields.append(Field(path, validator))
            if try replace(current, by: next) { return true }
        }
    }

    /// Replaces all validators at once.
    ///
    /// - Throws: `RuleSetError` with every mistake; the old validators stay then.
    public func replaceValidators(with ruleSet: RuleSet) throws(RuleSetError) {
        let plan = try ValidationPlan(ruleSet, registry: registry)
        state.withLock { $0 = State(ruleSet: ruleSet, plan: plan) }
    }

    /// Compiles outside the lock; false if somebody else was faster.
    private func replace(_ old: RuleSet, by new: RuleSet) throws(RuleSetError) -> Bool {
        let plan = try ValidationPlan(new, registry: registry)
        return state.withLock { state in
            guard state.ruleSet == old else { return false }
            state = State(ruleSet: new, plan: plan)
            return true
        }
    }

    /// Runs every validator over a record.
    public func validate(_ record: Record) -> ValidationReport {
        validate([record], validators: nil).first ?? ValidationReport()
    }

    /// Runs the validators of some keys over a record; keys without a validator are ignored.
    public func validate(_ record: Record, fields keys: some Sequence<String>) -> ValidationReport {
        validate([record], validators: Set(keys)).first ?? ValidationReport()
    }

    /// Runs every validator over each record, a column at a time.
    ///
    /// - Parameters:
    ///   - records: Records from text and others are validated as what they are.
    ///   - limits: When to end; nil: never.
    /// - Returns: One report for each record, in their order.
    public func validate(
        _ records: [Record], limits: ExecutionLimits? = nil
    ) -> [ValidationReport] {
        validate(records, validators: nil, limits: limits)
    }

    private func validate(
        _ records: [Record], validators: Set<String>?, limits: ExecutionLimits? = nil
    ) -> [ValidationReport] {
        let worker = takeSession()
        worker.session.limits = limits
        defer { giveBack(worker) }
        let plan = worker.session.plan
        let indexes = validators.map { keys in
            Set(plan.keys.indices.filter { keys.contains(plan.keys[$0]) })
        }
        var reports: [ValidationReport] = []
        reports.reserveCapacity(records.count)
        var rest = records[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isText == first.isText }
            let batch = worker.columns.batch(
                run, reportsUnknownFields: validators == nil && plan.unknownFields != .allow)
            reports += worker.session.validate(batch, validators: indexes).reports()
            rest = rest[run.endIndex...]
        }
        return reports
    }

    private func takeSession() -> IdleSession {
        let (plan, idle) = state.withLock { ($0.plan, $0.idle.popLast()) }
        return idle ?? IdleSession(plan)
    }

    private func giveBack(_ worker: IdleSession) {
        state.withLock { state in
            guard state.plan === worker.session.plan,
                state.idle.count < Self.maximumIdleSessions
            else { return }
            state.idle.append(worker)
        }
    }
}
