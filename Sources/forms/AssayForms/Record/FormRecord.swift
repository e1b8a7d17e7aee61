// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The values of a form as a record, and the rules of a rule set about them.
///
/// Not thread-safe.
final class FormRecord {
    let manager: ValidatorsManager
    let limits: AsyncLimits
    /// `true` if strings come from text fields.
    let isText: Bool
    private(set) var layout: FormLayout
    private(set) var rules: FormRules
    private(set) var live: LiveRecord
    /// The rules of the fields that are registered.
    private(set) var ruleSet: RuleSet
    /// The manager's plan, with the rules of all fields.
    private var fullPlan: ValidationPlan
    /// The fields whose rules are left out.
    private var unregistered: Set<Int> = []
    private(set) var content: FormContent
    /// The arrays whose elements are rows.
    private(set) var arrays: [RowPaths] = []
    /// The last report on each field, which its asynchronous rules complete, or `nil` if nothing
    /// was found.
    private var reports: [ValidationReport?]
    /// `true` for each field about which rules did not run at its last check, since something else
    /// is invalid.
    private var arePartial: [Bool]

    init(
        _ manager: ValidatorsManager, layout: FormLayout, content: FormContent, isText: Bool,
        limits: AsyncLimits
    ) {
        self.manager = manager
        self.limits = limits
        self.isText = isText
        self.layout = layout
        self.content = content
        fullPlan = manager.plan
        ruleSet = manager.ruleSet
        ruleSet.keepSensitivePaths(of: fullPlan)
        live = LiveRecord(fullPlan, isText: isText)
        rules = FormRules(layout, live: live)
        reports = Array(repeating: nil, count: layout.rest + 1)
        arePartial = Array(repeating: false, count: layout.rest + 1)
        showContentToRules()
    }

    var values: ValidationRecord { ValidationRecord(content.object, isText: isText) }

    /// Values of the form as its rules read them: a text that `integer` passes is an integer.
    func typed(_ record: ValidationRecord) -> ValidationRecord {
        isText
            ? TypedValues(of: record, by: fullPlan, writesDates: true)
                .applied(to: fullPlan.withoutMissingTexts(record)) : record
    }

    // MARK: - Values

    /// Gives a field another value.
    func set(_ value: Value, of field: Int) {
        content.set(value, of: field)
        showToRules(topLevel: layout.topLevelOfField[field])
    }

    /// Gives every field another value.
    func replace(_ content: FormContent) {
        self.content = content
        showContentToRules()
    }

    private func showToRules(topLevel: Int) {
        guard let field = rules.planFields[topLevel] else { return }
        live.set(content.topLevel[topLevel], field: field)
    }

    private func showContentToRules() {
        for key in content.topLevel.indices { showToRules(topLevel: key) }
        let shown = Set(layout.topLevelKeys.map { ExactKey($0) })
        for (index, key) in live.plan.fields.enumerated() where !shown.contains(ExactKey(key)) {
            live.set(content.others[key] ?? .absent, field: index)
        }
    }

    // MARK: - Rules

    /// Makes the elements of an array rows: its field has the rules of the array alone.
    ///
    /// - Parameters:
    ///   - array: The array.
    ///   - columns: The paths that rows have fields for, which take over the rules about them, or
    ///     `nil` for all paths.
    func open(_ array: FieldPath, columns: [FieldPath]? = nil) {
        arrays.append(RowPaths(array: array, columns: columns.map { Set($0) }))
        rules = FormRules(layout, live: live, arrays: arrays)
    }

    /// Ends the rows of an array.
    func close(_ array: FieldPath) {
        arrays.removeAll { $0.array == array }
    }

    /// Leaves out the rules that are about some fields alone.
    func leaveOutRules(of fields: Set<Int>) {
        unregistered = fields
        compileRules()
    }

    private func compileRules() {
        ruleSet = manager.ruleSet
        ruleSet.keepSensitivePaths(of: fullPlan)
        var plan = fullPlan
        if !unregistered.isEmpty {
            ruleSet = ruleSet.without(unregistered, of: layout)
            // They were compiled with others already.
            plan = (try? ValidationPlan(ruleSet, registry: manager.registry)) ?? fullPlan
        }
        live = LiveRecord(plan, isText: isText)
        rules = FormRules(layout, live: live, arrays: arrays)
        showContentToRules()
    }

    /// Follows the manager, whose rules can have been replaced.
    ///
    /// - Parameter grow: Returns the layout and the values for other paths of rules, or `nil` to
    ///   keep them.
    /// - Returns: `true` if the rules changed.
    func followRules(_ grow: (_ known: [FieldPath]) -> (FormLayout, FormContent)?) -> Bool {
        let plan = manager.plan
        guard plan !== fullPlan else { return false }
        fullPlan = plan
        if let (layout, content) = grow(plan.paths) {
            self.layout = layout
            self.content = content
            reports = Array(repeating: nil, count: layout.rest + 1)
            arePartial = Array(repeating: false, count: layout.rest + 1)
        }
        compileRules()
        return true
    }

    /// Runs the synchronous rules about a field, or about none.
    func report(on field: Int) -> ValidationReport? {
        let found = live.validate(rules.validators[field])
        arePartial[field] = wasPartial(field)
        guard var report = found ?? nothing(about: field) else {
            reports[field] = nil
            return nil
        }
        report = rules.part(of: report, field: field, in: layout)
        if field == layout.rest { report.violations += unknownFields }
        reports[field] = report
        return report
    }

    /// True if rules about a field that was just checked did not run, since another one is invalid.
    func isPartial(_ field: Int) -> Bool { arePartial[field] }

    /// Returns the same for the validation just before; rules about several fields are left out one
    /// by one.
    private func wasPartial(_ field: Int) -> Bool {
        let validators = rules.validators[field]
        guard live.isPartial(validators) else { return false }
        guard rules.areShared(ofField: field) else { return true }
        return live.skippedPlaces(of: validators)
            .contains { rules.isAbout($0, field: field, in: layout) }
    }

    /// An empty report for the rest, where no rule ran.
    private func nothing(about field: Int) -> ValidationReport? {
        field == layout.rest ? ValidationReport() : nil
    }

    /// Runs the asynchronous rules of a field that was just checked.
    ///
    /// - Returns: A closure that returns the report of all rules of the field.
    func completion(of field: Int) -> @Sendable () async -> ValidationReport {
        guard let report = reports[field] else { return { ValidationReport() } }
        return completion(of: field, report)
    }

    /// The same for a report on the current values.
    func completion(
        of field: Int, _ report: ValidationReport
    ) -> @Sendable () async -> ValidationReport {
        let (manager, limits, rules, layout, record) = (manager, limits, rules, layout, values)
        return {
            let complete = await manager.complete(report, of: record, limits: limits)
            return rules.part(of: complete, field: field, in: layout)
        }
    }

    /// The findings about fields that are not in the rule set.
    var unknownFields: [Violation] {
        let policy = live.plan.unknownFields
        guard policy != .allow else { return [] }
        let known = Set(fullPlan.fields.map { ExactKey($0) })
        let unknown = content.others.members.filter { !known.contains(ExactKey($0.key)) }
        let paths =
            unknown.map { [PointerToken.key($0.key)] } + fullPlan.unknownMembers(of: content.object)
        return paths.map { path in
            let pointer = fullPlan.visiblePart(of: PointerToken.pointer(path))
            let issue = RecordIssue(row: 0, kind: .unknownField, pointer: pointer)
            return .about(issue, severity: policy == .warn ? .warning : .error, at: nil)
        }
    }

    /// The fields whose rules look at a field, for each field of the machine, the rest included.
    var dependents: [[Int]] { rules.dependents + [[]] }

    /// True if no rule fails, and every asynchronous one has passed, apart from those of rows.
    func isPassing(_ machine: FormMachine) -> Bool {
        live.isPassing() && !unknownFields.contains { $0.severity == .error }
            && (0...layout.rest).allSatisfy { field in
                let status = machine.fields[field]
                return status.serverErrors.isEmpty
                    && (!live.isDeferred(rules.validators[field])
                        || status.answer?.isPassing == true)
            }
    }
}

extension FieldFindings {
    init(of report: ValidationReport) {
        violations = report.violations
        faults = report.faults
        moveUnreadToFaults()
        guard violations.contains(where: { $0.severity == .warning }) else { return }
        warnings = violations.filter { $0.severity == .warning }
        violations.removeAll { $0.severity == .warning }
    }

    /// Makes faults of the findings that rules cannot decide about texts: these are issues of the rule set,
    /// of which users are not to read, nor that a number must be typed where they type one.
    private mutating func moveUnreadToFaults() {
        let code = RecordIssue.Kind.unread.code
        let unread = violations.filter { $0.code == code }
        guard !unread.isEmpty else { return }
        faults += unread.map {
            Fault(
                pointer: $0.pointer, field: $0.field, rule: $0.rule, reason: .unavailable,
                detail: $0.message)
        }
        violations.removeAll { violation in
            violation.code == code
                || violation.code == "\(violation.rule).kind"
                    && unread.contains { $0.pointer == violation.pointer }
        }
    }
}
