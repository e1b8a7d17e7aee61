// SPDX-License-Identifier: Apache-2.0

/// The members of a finding in JSON: the one form that `ruleshell validate -f json` writes and that
/// violations, faults and reports are encoded in.
private enum FindingKey: String, CodingKey {
    case record, pointer, field, rule, code, severity, message, parameters, value, source
}

/// The members of `source`.
private enum SourceKey: String, CodingKey {
    case byteOffset, byteLength, line, column
}

/// The values of `severity` for a fault, and for the fault of a pending asynchronous rule.
private enum FaultSeverity {
    static let fault = "fault"
    static let deferred = "deferred"
}

extension Violation: Codable {
    /// Reads the object that `ruleshell validate -f json` writes; members that it does not know are
    /// ignored.
    ///
    /// - Throws: `DecodingError` for a member that is missing or of another type, and for a fault.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: FindingKey.self)
        let word = try members.decode(String.self, forKey: .severity)
        guard let severity = Severity(rawValue: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .severity, in: members,
                debugDescription: "'\(word)' is not the severity of a violation")
        }
        let message = try members.decode(String.self, forKey: .message)
        self.init(
            pointer: try members.decode(String.self, forKey: .pointer),
            field: try members.decode(String.self, forKey: .field),
            rule: try members.decode(String.self, forKey: .rule),
            code: try members.decode(String.self, forKey: .code), severity: severity,
            parameters: try members.parameters(),
            value: try members.decodeIfPresent(Value.self, forKey: .value) ?? .absent,
            source: try members.source(), template: message)
        if members.contains(.value), value == .absent { value = .null }
        writtenMessage = message
    }

    /// Writes the object that `ruleshell validate -f json` writes.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: FindingKey.self)
        try members.encode(source, pointer, field, rule, code)
        try members.encode(severity.rawValue, forKey: .severity)
        try members.encode(message, forKey: .message)
        try members.encode(parameters.object, forKey: .parameters)
        if value != .absent { try members.encode(value, forKey: .value) }
        try members.encodePlace(of: source)
    }
}

extension Fault: Codable {
    /// Reads the object that `ruleshell validate -f json` writes for a rule that could not decide.
    ///
    /// - Throws: `DecodingError` for a member that is missing or of another type, and for a code
    ///   that no fault has.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: FindingKey.self)
        let code = try members.decode(String.self, forKey: .code)
        guard let reason = FaultReason.allCases.first(where: { $0.code == code }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: members,
                debugDescription: "'\(code)' is not the code of a fault")
        }
        self.init(
            pointer: try members.decode(String.self, forKey: .pointer),
            field: try members.decode(String.self, forKey: .field),
            rule: try members.decode(String.self, forKey: .rule), reason: reason,
            source: try members.source())
        writtenMessage = try members.decode(String.self, forKey: .message)
    }

    /// Writes the object that `ruleshell validate -f json` writes.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: FindingKey.self)
        try members.encode(source, pointer, field, rule, code)
        let severity = reason == .deferred ? FaultSeverity.deferred : FaultSeverity.fault
        try members.encode(severity, forKey: .severity)
        try members.encode(message, forKey: .message)
        try members.encode([MessageParameter]().object, forKey: .parameters)
        try members.encodePlace(of: source)
    }
}

extension ValidationReport: Codable {
    private enum Key: String, CodingKey {
        case violations, droppedCount, droppedWarningCount, partial, unchecked
    }

    /// Reads an object with the member `violations`: findings of both kinds, as `ruleshell validate
    /// -f json` writes them; its summary is ignored.
    ///
    /// Pending rules are read as faults with the code `fault.deferred`.
    ///
    /// - Throws: `DecodingError` for findings that `Violation` and `Fault` cannot read.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        for finding in try members.decode([DecodedFinding].self, forKey: .violations) {
            append(finding.finding)
        }
        droppedCount = try members.decodeIfPresent(Int.self, forKey: .droppedCount) ?? 0
        droppedWarningCount =
            try members.decodeIfPresent(Int.self, forKey: .droppedWarningCount) ?? 0
        isPartial = try members.decodeIfPresent(Bool.self, forKey: .partial) ?? false
        unchecked = try members.decodeIfPresent([String].self, forKey: .unchecked) ?? []
    }

    /// Writes an object with the member `violations`: the violations, the faults and the pending
    /// rules; how many findings were dropped, if any were; and `partial` if the report is about a part of
    /// a record.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        var findings = members.nestedUnkeyedContainer(forKey: .violations)
        for violation in violations { try findings.encode(violation) }
        for fault in faults + pending { try findings.encode(fault) }
        if isPartial { try members.encode(true, forKey: .partial) }
        if !unchecked.isEmpty { try members.encode(unchecked, forKey: .unchecked) }
        guard droppedCount > 0 else { return }
        try members.encode(droppedCount, forKey: .droppedCount)
        try members.encode(droppedWarningCount, forKey: .droppedWarningCount)
    }
}

/// A finding by its severity.
private struct DecodedFinding: Decodable {
    let finding: ReportedFinding

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: FindingKey.self)
        switch try members.decode(String.self, forKey: .severity) {
        case FaultSeverity.fault, FaultSeverity.deferred:
            finding = .fault(try Fault(from: decoder))
        default: finding = .violation(try Violation(from: decoder))
        }
    }
}

extension KeyedDecodingContainer<FindingKey> {
    fileprivate func parameters() throws -> [MessageParameter] {
        guard case .object(let object) = try decode(Value.self, forKey: .parameters) else {
            throw DecodingError.dataCorruptedError(
                forKey: .parameters, in: self, debugDescription: "parameters are an object")
        }
        return object.members.map { MessageParameter($0.key, $0.value) }
    }

    /// The place, which is a number alone if the input has no lines, or `nil` for a record that comes from no file.
    fileprivate func source() throws -> RecordSource? {
        guard contains(.source) else {
            let record = try decodeIfPresent(Int.self, forKey: .record)
            return record.map {
                RecordSource(record: $0, byteOffset: 0, byteLength: 0, line: 0, column: 0)
            }
        }
        let place = try nestedContainer(keyedBy: SourceKey.self, forKey: .source)
        return RecordSource(
            record: try decode(Int.self, forKey: .record),
            byteOffset: try place.decodeIfPresent(Int.self, forKey: .byteOffset) ?? 0,
            byteLength: try place.decodeIfPresent(Int.self, forKey: .byteLength) ?? 0,
            line: try place.decode(Int.self, forKey: .line),
            column: try place.decodeIfPresent(Int.self, forKey: .column) ?? 0)
    }
}

extension KeyedEncodingContainer<FindingKey> {
    fileprivate mutating func encode(
        _ source: RecordSource?, _ pointer: String, _ field: String, _ rule: String, _ code: String
    ) throws {
        if let source { try encode(source.record, forKey: .record) }
        try encode(pointer, forKey: .pointer)
        try encode(field, forKey: .field)
        try encode(rule, forKey: .rule)
        try encode(code, forKey: .code)
    }

    fileprivate mutating func encodePlace(of source: RecordSource?) throws {
        guard let source, source.hasLine else { return }
        var place = nestedContainer(keyedBy: SourceKey.self, forKey: .source)
        guard source.hasColumn else { return try place.encode(source.line, forKey: .line) }
        try place.encode(source.byteOffset, forKey: .byteOffset)
        try place.encode(source.byteLength, forKey: .byteLength)
        try place.encode(source.line, forKey: .line)
        try place.encode(source.column, forKey: .column)
    }
}
