// SPDX-License-Identifier: Apache-2.0

extension ValidationReport {
    /// The report as compact JSON: `valid`, and `violations` as in the report's `Codable` form; and
    /// `partial`, which is true, if the report is about a part of a record, and `unchecked`, the rules about records
    /// of a data set, if the rule set has some.
    ///
    /// - Parameter messages: Replaces messages by code, such as by messages in another language.
    /// - Returns: An object, without a line break.
    public func json(messages: MessageCatalogue = [:]) -> String {
        // What most reports are is not put together.
        guard !violations.isEmpty || !faults.isEmpty || !deferred.isEmpty || droppedCount > 0 else {
            if !unchecked.isEmpty { return Value.object(Value.Object(members(messages))).json }
            return isPartial
                ? #"{"valid":true,"violations":[],"partial":true}"#
                : #"{"valid":true,"violations":[]}"#
        }
        return Value.object(Value.Object(members(messages))).json
    }

    /// The members of that object.
    package func members(_ messages: MessageCatalogue) -> [(key: String, value: Value)] {
        let findings =
            violations.map { violation in
                let text = messages.message(of: violation)
                return violation.object(withMessage: text).numbered(by: violation.source)
            }
            + faults.map { fault in
                let text = messages.message(of: fault)
                return fault.object(withMessage: text).numbered(by: fault.source)
            }
            + pending.map { rule in
                let text = messages.message(of: rule)
                return rule.object(withMessage: text, "deferred").numbered(by: rule.source)
            }
        var members: [(key: String, value: Value)] = [
            ("valid", .bool(isValid)), ("violations", .array(findings)),
        ]
        if isPartial { members.append(("partial", true)) }
        if !unchecked.isEmpty {
            members.append(("unchecked", .array(unchecked.map { .string($0) })))
        }
        if droppedCount > 0 {
            members.append(("droppedCount", .integer(Int64(droppedCount))))
            members.append(("droppedWarningCount", .integer(Int64(droppedWarningCount))))
        }
        return members
    }
}

extension Value {
    /// The object of a finding with the number of its record, if it comes from a document.
    fileprivate func numbered(by source: RecordSource?) -> Value {
        guard let source, case .object(let object) = self else { return self }
        return .object(
            Value.Object([("record", .integer(Int64(source.record)))] + object.members))
    }
}
