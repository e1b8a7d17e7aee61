// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A part of the key of an entry, borrowed from the batch.
package enum KeyPart: ~Escapable {
    /// The value is absent, null, NaN, or a text that means that the field is missing; for a rule about numbers, dates
    /// or an order also a value that it cannot use, which a rule of the field reports.
    case missing
    /// The value, and what it stands for where it has an order: a number, a moment, an address.
    case value(FieldValue, OrderedValue?)
}

/// A row that a rule about records sees: a record, or an element of a record.
///
/// It is valid within the closure that it is passed to.
package struct RecordsEntry {
    // The report holds both.
    private let session: Unmanaged<ValidationSession>
    private let rule: Unmanaged<CompiledRecordsRule>
    /// The row of the rule's space.
    private let spaceRow: Int
    /// The row of the batch.
    package let row: Int
    /// The index in the array, for rules of elements.
    package let element: Int?
    /// `true` if it is not known whether the rule applies, or what the value is: the rule is `fault.incomplete`.
    package let isUndecided: Bool

    fileprivate init(
        of rule: CompiledRecordsRule, in session: ValidationSession, spaceRow: Int, row: Int,
        element: Int?,
        isUndecided: Bool
    ) {
        self.session = .passUnretained(session)
        self.rule = .passUnretained(rule)
        self.spaceRow = spaceRow
        self.row = row
        self.element = element
        self.isUndecided = isUndecided
    }

    /// Returns a part of the key of an entry that is decided.
    @_lifetime(borrow self)
    package func part(_ index: Int) -> KeyPart {
        let (pointer, ordered, isMissing) = read(index)
        return isMissing ? .missing : .value(FieldValue(unsafePointer: pointer), ordered)
    }

    private func read(
        _ index: Int
    ) -> (pointer: UnsafePointer<assay_value>, ordered: OrderedValue?, isMissing: Bool) {
        rule._withUnsafeGuaranteedRef { rule in
            let pointer = session._withUnsafeGuaranteedRef {
                $0.columns.start[rule.columns[index]] + spaceRow
            }
            if pointer.pointee.isMissingPart { return (pointer, nil, true) }
            let values = rule.definition.values
            let ordered = values.ordered(
                FieldValue(unsafePointer: pointer), rule.readings, part: index)
            return (pointer, ordered, values.needsOrder && ordered == nil)
        }
    }
}

extension BatchReport {
    /// Calls a closure with each row that a rule about records sees, in order.
    ///
    /// A malformed record has no entry, and neither has a row for which a condition of the rule is not met.
    package func forEachEntry(of rule: CompiledRecordsRule, _ body: (RecordsEntry) -> Void) {
        session.forEachEntry(of: rule, body)
    }

    /// The number of malformed records of the batch, which have no entries.
    package var malformedCount: Int { session.spaces[0].count - session.spaces[0].readableCount }
}

extension ValidationSession {
    fileprivate func forEachEntry(of rule: CompiledRecordsRule, _ body: (RecordsEntry) -> Void) {
        guard batch != nil else { return }
        open(space: rule.space)
        for column in rule.columns { makeForValidator(column) }
        for condition in rule.conditions {
            makeForValidator(condition.column)
            for (_, columns) in condition.rules {
                for column in columns { makeForValidator(column) }
            }
        }
        defer { releaseColumns() }
        let records = spaces[0]
        var next = 0
        for position in 0..<records.readableCount {
            let row = records.readableRow(at: position)
            if rule.space == 0 {
                if rule.onlyValid, isInvalid(row) { continue }
                enter(row, of: row, element: nil, rule, body)
                continue
            }
            let rows = spaces[rule.space]
            let first = next
            while next < rows.count, Int(rows.records.start[next]) == row { next += 1 }
            if rule.onlyValid, isInvalid(row) { continue }
            if leadsElsewhere(rule, row: row, space: 0)
                || first == next && hasElements(row, of: rule)
            {
                body(
                    RecordsEntry(
                        of: rule, in: self, spaceRow: 0, row: row, element: nil, isUndecided: true))
                continue
            }
            for spaceRow in first..<next {
                enter(spaceRow, of: row, element: Int(rows.indexes.start[spaceRow]), rule, body)
            }
        }
    }

    private func isInvalid(_ row: Int) -> Bool {
        state.findings.state(of: row) & FindingBuffer.invalid != 0
    }

    @inline(__always)
    private func enter(
        _ spaceRow: Int, of row: Int, element: Int?, _ rule: CompiledRecordsRule,
        _ body: (RecordsEntry) -> Void
    ) {
        var isUndecided = false
        if !rule.conditions.isEmpty {
            switch outcome(of: rule.conditions, row: spaceRow) {
            case .met: break
            case .notMet: return
            case .undecided: isUndecided = true
            }
        }
        if !isUndecided,
            leadsElsewhere(rule, row: spaceRow, space: rule.space)
                || hasUnknownValue(spaceRow, of: rule, inRecord: row)
        {
            isUndecided = true
        }
        body(
            RecordsEntry(
                of: rule, in: self, spaceRow: spaceRow, row: row, element: element,
                isUndecided: isUndecided))
    }

    /// Returns `true` if a path leads through a value of another kind, such as a member of a number.
    private func leadsElsewhere(_ rule: CompiledRecordsRule, row: Int, space: Int) -> Bool {
        if rule.containers.isEmpty { return false }
        return rule.containers.contains { container in
            plan.spaceOfColumn[container.column] == space
                && value(of: container.column, row: row).map {
                    container.kind.isWrong($0.pointee, isText: state.isText)
                } ?? false
        }
    }

    /// Returns `true` if the array of a record has elements, which have no rows if the array is too long.
    private func hasElements(_ row: Int, of rule: CompiledRecordsRule) -> Bool {
        guard let array = value(of: plan.spaces[rule.space].arrays, row: row) else { return false }
        if array.pointee.kind == ASSAY_ARRAY { return array.pointee.len > 0 }
        return MemberLookup.onlyElement(of: array, isText: state.isText) != nil
    }

    /// Returns `true` if a rule about numbers, dates or an order cannot use a value, and no error of the record, or
    /// tolerance of the rule that reads the value, says so.
    private func hasUnknownValue(
        _ row: Int, of rule: CompiledRecordsRule, inRecord record: Int
    ) -> Bool {
        guard rule.definition.values.needsOrder, let column = rule.columns.first else {
            return false
        }
        let pointer = columns.start[column] + row
        if pointer.pointee.isMissingPart { return false }
        let value = FieldValue(unsafePointer: pointer)
        // An infinite number is one for the rules of its field.
        let isInfinite = value.isNumber && rule.definition.values != .moments
        if rule.definition.values.ordered(value, rule.readings, part: 0) != nil { return false }
        return !rule.reportsUnread || isInfinite
            || !isInvalid(record) && !toleratesUnread(column: column)
    }

    /// Returns `true` if the rule that reads a column has a tolerance, which reports values that it cannot read.
    private func toleratesUnread(column: Int) -> Bool {
        plan.tolerantRules.contains { tolerant in
            let validator = plan.validators[tolerant.validator]
            return validator.column == column && validator.steps[tolerant.step].converts
        }
    }
}

extension assay_value {
    /// `true` if the value is no part of a key.
    fileprivate var isMissingPart: Bool {
        RuleAdmission.isMissing(kind) || kind == ASSAY_F64 && `as`.f64.isNaN
    }
}

extension RecordsValues {
    /// `true` if the rule can use only values that have an order.
    var needsOrder: Bool { self != .any }
}
