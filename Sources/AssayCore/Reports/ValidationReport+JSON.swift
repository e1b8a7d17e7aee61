// SPDX-License-Identifier: Apache-2.0

extension ValidationReport {
    /// The report as compact JSON: `valid`, and `violations` as in the report's `Codable` form.
    ///
    /// - Parameter messages: Replaces messages by code, such as with those of the reader's language.
    /// - Returns: An object, without a line break.
    public func json(messages: MessageCatalogue = [:]) -> String {
        Value.object(Value.Object(members(messages))).json
    }

    /// The members of that object.
    package func members(_ messages: MessageCatalogue) -> [(key: String, value: Value)] {
        let findings =
            violations.map { $0.object(withMessage: messages.message(of: $0)) }
            + faults.map { $0.object(withMessage: messages.message(of: $0)) }
            + pending.map { $0.object(withMessage: messages.message(of: $0), "deferred") }
        var members: [(key: String, value: Value)] = [
            ("valid", .bool(isValid)), ("violations", .array(findings)),
        ]
        if droppedCount > 0 {
            members.append(("droppedCount", .integer(Int64(droppedCount))))
            members.append(("droppedWarningCount", .integer(Int64(droppedWarningCount))))
        }
        return members
    }
}
