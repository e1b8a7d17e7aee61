// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore

/// A finding of a rule about records as reports have it.
package struct RecordsReport {
    package var finding: ReportedFinding
    /// The code, which is another one than that of the outcome if the rule turns faults into failures.
    package let code: String
    /// The place of the record, or `nil` for a finding about the data set.
    package let location: RecordLocation?

    /// `true` if the finding makes its record invalid.
    package var makesInvalid: Bool {
        guard location != nil, case .violation(let violation) = finding else { return false }
        return violation.severity != .warning
    }
}

/// Makes the findings of rules about records that reports have of what a data set found.
package struct RecordsReporter {
    private let outcome: DataSetOutcome
    private let plan: ValidationPlan
    /// The names of the inputs.
    private let inputs: [String]

    /// - Parameters:
    ///   - outcome: What the data set found.
    ///   - plan: The plan of the data set.
    ///   - inputs: The names of the inputs, as messages show them.
    package init(_ outcome: DataSetOutcome, plan: ValidationPlan, inputs: [String]) {
        self.outcome = outcome
        self.plan = plan
        self.inputs = inputs
    }

    /// Returns a finding for reports.
    ///
    /// - Parameter found: What the data set found.
    /// - Returns: `nil` if the policy of its rule for faults lets it pass.
    /// - Throws: An error if a scratch file cannot be read.
    package func report(_ found: DataSetOutcome.Finding) throws(DataSetError) -> RecordsReport? {
        let rule = plan.recordsRules[found.rule]
        let location = try found.place.map { place throws(DataSetError) in
            try outcome.location(of: place)
        }
        if let reason = CompiledRecordsRule.faults.first(where: { $0.code == found.code }) {
            switch rule.onFault {
            case .pass: return nil
            case .fault:
                return RecordsReport(
                    finding: .fault(rule.fault(reason)), code: found.code, location: location)
            case .fail:
                let code = rule.undecidedCode.id
                return RecordsReport(
                    finding: .violation(rule.violation(code)), code: code, location: location)
            }
        }
        let first = try found.first.map { place throws(DataSetError) in
            try outcome.location(of: place)
        }
        // Several records of a JSON array may be on one line.
        let isRecord =
            first?.line == nil
            || first?.line == location?.line && first?.input == location?.input
        var violation = rule.violation(
            found.code, at: found.place == nil ? "" : rule.pointer(element: found.element),
            parameters: first.map { parameters(of: $0, isRecord, seenFrom: location) } ?? []
                + found.parameters,
            isRecord: isRecord, source: location.map { .record($0.record, line: $0.line) })
        if found.isTolerated { violation.severity = .warning }
        return RecordsReport(finding: .violation(violation), code: found.code, location: location)
    }

    /// Returns the parameters that name the first record with a key.
    private func parameters(
        of first: RecordLocation, _ isRecord: Bool, seenFrom location: RecordLocation?
    ) -> [MessageParameter] {
        let number = isRecord ? first.record : first.line ?? first.record
        let parameters = [MessageParameter("first", .integer(Int64(number)))]
        guard first.input != location?.input else { return parameters }
        return parameters + [MessageParameter("file", .string(inputs[first.input]))]
    }
}

extension CompiledRecordsRule {
    /// The code of an undecided rule that counts as a failure.
    package var undecidedCode: RuleCode { definition.rule.code(at: Verdict.undecidedCode) }

    /// The codes that its findings can have, with the codes of its faults.
    package var allCodes: [RuleCode] {
        definition.rule.codes + [undecidedCode]
            + Self.faults.map { RuleCode($0.code, $0.message) }
    }

    /// The reasons that a rule about records cannot decide.
    package static let faults: [FaultReason] = [.range, .incomplete, .recordsIncomplete]

    /// Returns `true` if a filter includes a code of the rule, which has to run then.
    ///
    /// - Parameter filter: The filter of findings, or `nil` if all are reported.
    /// - Returns: `false` if all of its findings are left out.
    package func isSelected(by filter: CodeFilter?) -> Bool {
        guard let filter else { return true }
        return definition.rule.codes.contains {
            filter.includes($0.id, rule: definition.id)
        }
    }

    /// Returns `true` if a filter includes a finding of the rule.
    package func reports(_ finding: DataSetOutcome.Finding, by filter: CodeFilter?) -> Bool {
        // The faults of a rule are those of its codes.
        guard let filter, !finding.isFault else { return isSelected(by: filter) }
        return filter.includes(finding.code, rule: definition.id)
    }
}

extension DataSetOutcome.Totals {
    /// Appends the members with the numbers of a rule to its object in a summary.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - malformed: The number of malformed records of the run, which are in no key.
    ///   - bytes: The object, after its last member.
    package func appendMembers(
        of rule: CompiledRecordsRule, malformed: Int, to bytes: inout [UInt8]
    ) {
        var members: [(StaticString, Int)] = []
        if case .unique = rule.check {
            members += [
                (",\"repeatedKeys\":", repeatedKeys), (",\"surplusRecords\":", surplusRecords),
                (",\"concernedRecords\":", concernedRecords),
            ]
        }
        members += [
            (",\"decided\":", decided), (",\"failed\":", failed), (",\"missing\":", missing),
            (",\"undecided\":", undecided), (",\"malformed\":", malformed),
        ]
        for (name, number) in members {
            bytes.append(name)
            bytes.append(contentsOf: String(number).utf8)
        }
        if let result {
            bytes.append(",\"result\":" as StaticString)
            JSONText.append(result, to: &bytes)
        }
    }
}
