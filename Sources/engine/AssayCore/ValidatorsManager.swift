// SPDX-License-Identifier: Apache-2.0

import Synchronization
/// Holds the validators by key, runs all of them over records and aggregates one report.
///
/// Every validator runs, whatever failed before it. The manager is shared by threads, and its
/// validators can be replaced while others validate, and so can the rules of a plugin (see
/// `RuleRegistry.replaceRules`): a call sees the old set or the new one, never a mixture.
public final class ValidatorsManager: Sendable {
    private struct State: Sendable {
        var ruleSet: RuleSet
        var plan: Versioned<ValidationPlan>
        /// Sessions of the current plan that no call uses right now.
        var idle = IdleSessions()
        /// The observer of validations and its name for the manager, or `nil` if there is none.
        var observation: ValidationObservation?

        init(
            _ ruleSet: RuleSet, _ plan: ValidationPlan, observation: ValidationObservation? = nil
        ) {
            self.ruleSet = ruleSet
            self.plan = Versioned(plan)
            self.observation = observation
        }

        /// A session of the current plan, if there is one and no other plan waits to take over.
        mutating func takeIdle() -> IdleSession? { plan.isSettled ? idle.take() : nil }

        /// Lets a prepared plan take over if it is time; the old sessions go to the caller, to end
        /// outside of the lock.
        mutating func settle(at generation: @autoclosure () -> UInt64) -> IdleSessions {
            guard plan.settle(at: generation()) else { return IdleSessions() }
            return idle.takeAll()
        }
    }

    /// A manager with a plan or sessions that it used, kept alive until a caller releases them.
    struct Retired: Sendable {
        fileprivate var manager: ValidatorsManager
        fileprivate var plan: ValidationPlan?
        fileprivate var idle = IdleSessions()
    }

    /// Sessions that no call uses right now.
    fileprivate struct IdleSessions: Sendable {
        private static let most = 16

        /// The session for a caller that is alone: taking it and giving it back needs no array.
        private var first: IdleSession?
        private var others: [IdleSession] = []

        mutating func take() -> IdleSession? { first.take() ?? others.popLast() }

        mutating func takeAll() -> IdleSessions {
            defer { self = IdleSessions() }
            return self
        }

        /// Keeps a session, unless there are many already.
        ///
        /// - Parameter session: The session to keep; `nil` after the call if it is kept.
        mutating func keep(_ session: inout IdleSession?) {
            if first == nil {
                swap(&first, &session)
            } else if others.count < Self.most - 1, let given = session.take() {
                others.append(given)
            }
        }
    }

    /// A session on its way from one thread to another; used by one at a time.
    package final class IdleSession: @unchecked Sendable {  // handed over under the mutex
        package let session: ValidationSession
        fileprivate let columns: RecordColumns
        /// The reader of records that an earlier call left, or `nil` if there is none.
        ///
        /// The last batch may be its memory, so that setting `nil` also drops the batch.
        package var reader: AnyObject? {
            get { keptReader }
            set {
                keptReader = newValue
                if newValue == nil { session.batch = nil }
            }
        }
        /// The same without a reference that is counted: valid until the next one is set.
        package var borrowedReader: Unmanaged<AnyObject>? {
            keptReader.map(Unmanaged.passUnretained)
        }
        // Other modules check every access to a stored property, whatever it is marked with.
        @exclusivity(unchecked) private var keptReader: AnyObject?

        fileprivate init(_ plan: ValidationPlan, observation: ValidationObservation?) {
            session = ValidationSession(plan)
            session.observation = observation
            if observation?.observer.measuresRules == true {
                session.statistics = RuleStatistics(plan)
            }
            columns = RecordColumns(fields: plan.fields)
        }
    }

    /// A session that no call uses, or what to make one of, outside of the lock.
    private enum NextSession {
        case idle(IdleSession)
        case new(ValidationPlan, ValidationObservation?)

        init(of state: inout State) {
            if let session = state.idle.take() {
                self = .idle(session)
            } else {
                self = .new(state.plan.current, state.observation)
            }
        }
    }

    /// The rules that the validators are made of, with their messages.
    public let registry: RuleRegistry
    private let state: Locked<State>
    /// `true` if all records are texts, so that rules that cannot decide about texts are errors.
    private let isForText: Bool

    /// Compiles the validators of a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: The fields with their rules.
    ///   - registry: The rules that they name; `.standard()` has the built-in ones.
    /// - Throws: `RuleSetError` with every issue.
    public convenience init(
        _ ruleSet: RuleSet = RuleSet(), registry: RuleRegistry
    ) throws(RuleSetError) {
        try self.init(ruleSet, registry: registry, isForText: false)
    }

    /// Compiles the validators of a rule set, for records of any kind or for texts alone.
    ///
    /// - Throws: `RuleSetError` with every issue; for texts, with the rules that cannot decide about them.
    package init(
        _ ruleSet: RuleSet = RuleSet(), registry: RuleRegistry, isForText: Bool
    ) throws(RuleSetError) {
        self.registry = registry
        self.isForText = isForText
        state = Locked(State(RuleSet(), try ValidationPlan(RuleSet(), registry: registry)))
        registry.adopt(self)
        try replaceValidators(with: ruleSet)
    }

    /// The compiled form of the current validators; readers take the columns from it.
    ///
    /// A plan keeps its rules, whatever is replaced later.
    @_spi(Engine) public var plan: ValidationPlan {
        let (plan, retired) = state.withLock { state in
            let retired = state.settle(at: self.registry.generation)
            return (state.plan.current, retired)
        }
        withExtendedLifetime(retired) {}
        return plan
    }

    /// The current validators.
    public var ruleSet: RuleSet { state.withLock { $0.ruleSet } }

    /// The keys of the validators in order.
    package var keys: [String] { plan.keys }

    /// Reports every validation to an observer from now on, in place of the one before.
    ///
    /// - Parameters:
    ///   - observer: The observer, or `nil` to remove the current one.
    ///   - name: The name of these validators in events.
    public func observe(by observer: (any ValidationObserver)?, as name: String) {
        let observation = observer.map { ValidationObservation($0, name: name) }
        let idle = state.withLock { state in
            state.observation = observation
            return state.idle.takeAll()
        }
        withExtendedLifetime(idle) {}
    }

    package var observation: ValidationObservation? { state.withLock { $0.observation } }

    /// Adds a validator after the others.
    ///
    /// - Parameters:
    ///   - key: The field's path, such as `address.zip`.
    ///   - validator: The rules of the field.
    ///   - label: The field's name in messages, or `nil` for its label in `RuleSet.labels`, or else
    ///     its path.
    /// - Returns: `false`, and nothing changes, if there is a validator for the key already.
    /// - Throws: `RuleSetError` for a key that is not a path and for rules that cannot be resolved;
    ///   nothing changes then.
    @discardableResult
    public func addValidator(
        for key: String, _ validator: Validator, label: FieldLabel? = nil
    ) throws(RuleSetError) -> Bool {
        let path: FieldPath
        do throws(FieldPathError) {
            path = try FieldPath(key)
        } catch {
            throw RuleSetError([
                RuleSetIssue(code: error.code, message: error.description, field: key)
            ])
        }
        while true {
            let current = ruleSet
            if current.fields.contains(where: { $0.path == path }) { return false }
            var next = current
            next.fields.append(Field(path, validator, label: label))
            if try replace(current, by: next) { return true }
        }
    }

    /// Replaces all validators at once.
    ///
    /// - Throws: `RuleSetError` with every issue; the old validators stay then.
    public func replaceValidators(with ruleSet: RuleSet) throws(RuleSetError) {
        while !(try replace(nil, by: ruleSet)) {}
    }

    /// Compiles outside of every lock.
    ///
    /// - Parameters:
    ///   - old: The rule set that must still be the current one, or `nil` to accept any.
    ///   - new: The rule set to compile and use.
    /// - Returns: `false` if another call has changed the validators or the rules meanwhile.
    /// - Throws: `RuleSetError` with every issue.
    private func replace(_ old: RuleSet?, by new: RuleSet) throws(RuleSetError) -> Bool {
        let generation = registry.generation
        let plan = try ValidationPlan(new, registry: registry)
        if isForText {
            // What a rule set lacks as a whole is missing; beside one more validator it may come later.
            let issues =
                old == nil
                ? plan.textIssues
                : plan.textIssues { path in new.fields.contains { $0.path == path } }
            guard issues.isEmpty else { throw RuleSetError(issues) }
        }
        var retired: State?
        defer { withExtendedLifetime(retired) {} }  // ends outside of the locks
        return registry.change(since: generation) {
            state.withLock { state in
                if let old, state.ruleSet != old { return false }
                retired = state
                state = State(new, plan, observation: state.observation)
                return true
            }
        }
    }

    /// Runs every validator over a record.
    public func validate(_ record: ValidationRecord) -> ValidationReport {
        validate(record, partial: false)
    }

    /// Runs every validator over a record that may have only a part of the fields, such as the body of a
    /// PATCH.
    ///
    /// ```swift
    /// manager.validate(["phone": nil], partial: true)  // finds what is wrong with the phone alone
    /// ```
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - partial: `true` to take an absent field for unknown: it is not required, and a rule that
    ///     reads it does not run, be it as its own value, as another field or in a condition. Null and
    ///     an empty value are not absent, and the elements of an array are checked as a whole. The
    ///     report's `isPartial` is true then.
    /// - Returns: The report.
    public func validate(_ record: ValidationRecord, partial: Bool) -> ValidationReport {
        let worker = takeSession(partial: partial)
        defer { giveBack(worker) }
        guard worker.session.observation == nil else {
            let (report, observed) = validate(record, by: worker)
            observed?.tell([report])
            return report
        }
        let batch = worker.columns.batch(
            of: CollectionOfOne(record), reporting: .init(worker.session.plan))
        return worker.session.validate(batch, row: 0).report(row: 0)
    }

    /// Runs every validator over a record; the caller completes the report for the observer.
    func validateWithoutTelling(
        _ record: ValidationRecord, partial: Bool = false
    ) -> (report: ValidationReport, observed: ObservedValidation?) {
        let worker = takeSession(partial: partial)
        defer { giveBack(worker) }
        return validate(record, by: worker)
    }

    private func validate(
        _ record: ValidationRecord, by worker: IdleSession
    ) -> (report: ValidationReport, observed: ObservedValidation?) {
        let start = worker.session.observationStart
        let batch = worker.columns.batch(
            of: CollectionOfOne(record), reporting: .init(worker.session.plan))
        let report = worker.session.validate(batch, row: 0).report(row: 0)
        return (report, worker.session.observed(since: start))
    }

    /// Runs the validators of some fields over a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - keys: The paths of the fields, such as `address.zip`, as the rule set writes them.
    /// - Returns: The findings of these fields; a report of no fields is valid.
    /// - Throws: `RuleSetError` for a path of which the rule set has no rules, with the nearest one.
    public func validate(
        _ record: ValidationRecord, fields keys: some Sequence<String>
    ) throws(RuleSetError) -> ValidationReport {
        let (reports, observed) = try validateWithoutTelling(record, fields: keys)
        observed?.tell(reports)
        return reports.first ?? ValidationReport()
    }

    /// Runs every validator over each record, a column at a time.
    ///
    /// - Parameters:
    ///   - records: Records from text and others are validated as what they are.
    ///   - limits: The limits that end the validation, or `nil` for none.
    /// - Returns: One report for each record, in their order.
    public func validate(
        _ records: [ValidationRecord], limits: ExecutionLimits? = nil
    ) -> [ValidationReport] {
        let (reports, observed) = validateWithoutTelling(records, limits: limits)
        observed?.tell(reports)
        return reports
    }

    /// Runs the validators of some fields over a record; the caller completes the reports for the
    /// observer.
    func validateWithoutTelling(
        _ record: ValidationRecord, fields keys: some Sequence<String>
    ) throws(RuleSetError) -> (reports: [ValidationReport], observed: ObservedValidation?) {
        let chosen = Set(keys.map { ExactKey($0) })
        let known = self.keys
        let unknown = chosen.subtracting(known.map { ExactKey($0) }).map(\.text).sorted()
        guard unknown.isEmpty else {
            throw RuleSetError(
                unknown.map { key in
                    RuleSetIssue(
                        code: "field.unknown", message: "the rule set has no such field",
                        help: nearestName(to: key, in: known).map { "did you mean '\($0)'?" }
                            ?? "name fields as the rule set writes their paths",
                        field: key)
                })
        }
        return validateWithoutTelling([record], fields: chosen)
    }

    /// Runs the validators of some fields, or all of them, over each record; the caller completes the
    /// reports for the observer.
    func validateWithoutTelling(
        _ records: [ValidationRecord], fields keys: Set<ExactKey>? = nil,
        limits: ExecutionLimits? = nil
    ) -> (reports: [ValidationReport], observed: ObservedValidation?) {
        let worker = takeSession()
        worker.session.limits = limits
        defer { giveBack(worker) }
        let plan = worker.session.plan
        let start = worker.session.observationStart
        worker.session.moment = plan.clock()
        let indexes = keys.map { keys in
            plan.validators(withKeys: keys)
        }
        let reporting = indexes.map { RecordColumns.Reporting(plan, validators: $0) }
        var reports: [ValidationReport] = []
        reports.reserveCapacity(records.count)
        var rest = records[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isText == first.isText }
            let batch = worker.columns.batch(of: run, reporting: reporting ?? .init(plan))
            reports += worker.session.validate(batch, validators: indexes).reports()
            rest = rest[run.endIndex...]
        }
        return (reports, worker.session.observed(since: start))
    }

    /// A session of the current plan for one call, which gives it back.
    ///
    /// What the call leaves as its `reader` is there again for a later one, as long as the plan is the same.
    ///
    /// - Parameter partial: `true` for records with a part of the fields.
    /// - Returns: The session.
    package func takeSession(partial: Bool = false) -> IdleSession {
        let worker = takeWorker()
        if worker.session.isPartial != partial { worker.session.isPartial = partial }
        worker.session.limits = nil
        worker.session.moment = nil
        return worker
    }

    private func takeWorker() -> IdleSession {
        // Most calls: the lock is held for a moment, and nothing else is looked at.
        if let session = state.withLock({ $0.takeIdle() }) { return session }
        let (session, retired) = state.withLock { state in
            let retired = state.settle(at: self.registry.generation)
            return (NextSession(of: &state), retired)
        }
        withExtendedLifetime(retired) {}
        return switch session {
        case .idle(let session): session
        case .new(let plan, let observation): IdleSession(plan, observation: observation)
        }
    }

    /// Calls `body` with a session of a plan, which can be the current plan or a replaced one.
    func withSession<Result>(
        of plan: ValidationPlan, _ body: (ValidationSession, RecordColumns) -> Result
    ) -> Result {
        let idle = state.withLock { state in
            state.plan.current === plan ? state.idle.take() : nil
        }
        let worker = idle ?? IdleSession(plan, observation: nil)
        if worker.session.isPartial { worker.session.isPartial = false }
        worker.session.limits = nil
        worker.session.moment = nil
        defer { giveBack(worker) }
        return body(worker.session, worker.columns)
    }

    /// Gives a session back, of which nothing is used from now on.
    package func giveBack(_ worker: consuming IdleSession) {
        // Compared and moved, so that no reference is counted under the lock.
        var worker = Optional(worker)
        let plan = worker.map { ObjectIdentifier($0.session.plan) }
        let observation = worker?.session.observation.map(ObjectIdentifier.init)
        state.withLock { state in
            guard ObjectIdentifier(state.plan.current) == plan,
                state.observation.map(ObjectIdentifier.init) == observation
            else { return }
            state.idle.keep(&worker)
        }
    }

    // MARK: - For the registry, while nothing else changes

    /// Has a plan take over at a generation that is still to come.
    func prepare(_ plan: ValidationPlan, for generation: UInt64) {
        state.withLock { $0.plan.prepare(plan, for: generation) }
    }

    /// The plan of this moment, to keep it for a while.
    var current: Retired { Retired(manager: self, plan: plan) }

    /// Lets the prepared plan take over, if no call has done so.
    func settle() -> Retired {
        Retired(
            manager: self,
            idle: state.withLock { $0.settle(at: self.registry.generation) })
    }
}
