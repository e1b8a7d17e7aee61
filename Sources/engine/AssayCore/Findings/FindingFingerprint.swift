// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A fingerprint by which a later run recognizes a finding, wherever its record is then.
package struct FindingFingerprint: Sendable, Equatable {
    /// The part of the fingerprint besides field, rule and code.
    package enum Basis: Sendable, Equatable {
        /// The identity of the record.
        case identity
        /// The value of the finding: the rule set has no identity.
        case value
        /// Nothing: the record cannot be read, or lacks a part of its identity, or the identity is
        /// sensitive. No run recognizes it.
        case none
    }

    package var value: UInt64
    package var basis: Basis

    package init(value: UInt64, basis: Basis) {
        self.value = value
        self.basis = basis
    }
}

/// The values by which a record is the same record in a later run: `identity` of a rule set.
struct RecordIdentity: Sendable {
    /// A top-level field of the plan and the way from there to the value.
    private struct Part: Sendable {
        let column: Int
        let path: FieldPath
        /// The column of the plan whose texts rules read, if the value is one of them.
        let readColumn: Int?
    }

    private let parts: [Part]
    /// The first path of a sensitive value, or `nil` if there is none.
    ///
    /// A fingerprint of such a value would let it be found by trying values.
    let sensitivePath: FieldPath?

    /// - Parameters:
    ///   - paths: The paths of the values.
    ///   - fields: The top-level fields of the plan.
    ///   - readColumns: The columns of top-level fields whose texts rules read, by the field.
    ///   - sensitivePaths: The sensitive paths of the plan.
    init(
        _ paths: [FieldPath], fields: [String], readColumns: [Int: Int],
        sensitivePaths: SensitivePaths
    ) {
        var sensitivePaths = sensitivePaths
        sensitivePath = paths.first { sensitivePaths.overlap($0) }
        parts = paths.compactMap { path in
            fields.firstIndex { $0.hasSameBytes(as: path.topLevelKey) }.map {
                Part(
                    column: $0, path: path,
                    readColumn: path.segments.count == 1 ? readColumns[$0] : nil)
            }
        }
    }

    var isEmpty: Bool { parts.isEmpty }

    var paths: [FieldPath] { parts.map(\.path) }

    /// Adds the values of a record.
    ///
    /// - Parameters:
    ///   - row: The row of the record in the batch.
    ///   - batch: The batch.
    ///   - hash: The hash.
    ///   - read: Returns the value of a column as rules have read it.
    /// - Returns: `false` if a value is absent, null or empty.
    func add(
        row: Int, of batch: RecordBatch, to hash: inout SipHash,
        read: (Int) -> UnsafePointer<assay_value>
    ) -> Bool {
        for part in parts {
            let raw = part.readColumn.map(read) ?? batch.columns[part.column] + row
            guard let value = Self.value(at: part.path.segments.dropFirst(), in: raw) else {
                return false
            }
            if value == .absent || value == .null || value == "" { return false }
            hash.add(value)
        }
        return true
    }

    private static func value(
        at segments: ArraySlice<FieldPath.Segment>, in value: UnsafePointer<assay_value>
    ) -> Value? {
        guard !segments.isEmpty else { return Value(FieldValue(unsafePointer: value)) }
        // Paths into a field are rare; the copy is only of records with findings.
        var current = Value(FieldValue(unsafePointer: value))
        for segment in segments {
            switch segment {
            case .key(let key): current = current[key]
            case .index(let index): current = current[index]
            case .allElements: return nil
            }
        }
        return current
    }
}

extension BatchReport {
    /// The fingerprint of a finding: of the record's identity, the field with `[*]` for any index, the
    /// rule and the code.
    ///
    /// Without an identity it is of the value, if that may be shown. Nothing of a value can be read off
    /// it without the key. An identity with a sensitive value identifies no record.
    ///
    /// - Parameters:
    ///   - index: From 0 to `count - 1`.
    ///   - key: The same key makes the same fingerprints.
    /// - Returns: The fingerprint, and what it is made of.
    package func fingerprint(at index: Int, key: (UInt64, UInt64)) -> FindingFingerprint {
        var hash = SipHash(key: key)
        var basis = FindingFingerprint.Basis.value
        if let (validator, step) = validatorAndStep(at: index) {
            let compiled = session.plan.validators[validator]
            let rule = compiled.steps[step].rule.definition
            let verdict = self.verdict(at: index)
            hash.add(compiled.path.ofAllElements.description)
            hash.add(rule.id)
            hash.add(verdict.faultReason?.code ?? rule.code(at: verdict.code).id)
        } else {
            hash.add(pointer(at: index))
            hash.add("")
            hash.add(issueCode(at: index) ?? "")
            if issueCode(at: index) == RecordIssue.malformedCode { basis = .none }
        }
        if basis != .none {
            basis = addRecord(inRow: row(at: index), value: value(at: index), to: &hash)
        }
        return FindingFingerprint(value: hash.value, basis: basis)
    }

    /// The fingerprint of a finding of a rule about the data set: of the record's identity, the rule and the code.
    ///
    /// Without an identity, it is of the value. A key of several fields and a sensitive one have none.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - code: The code of the finding.
    ///   - row: The row of the record in the batch.
    ///   - value: The value of the finding, or `absent` if it has none to show.
    ///   - key: The same key makes the same fingerprints.
    /// - Returns: The fingerprint, and what it is made of.
    package func fingerprint(
        of rule: CompiledRecordsRule, code: String, row: Int, value: Value, key: (UInt64, UInt64)
    ) -> FindingFingerprint {
        var hash = SipHash(key: key)
        hash.add(rule.expression)
        hash.add(code)
        let hasBasis = value != .absent || !session.plan.identity.isEmpty
        let basis = hasBasis ? addRecord(inRow: row, value: value, to: &hash) : .none
        return FindingFingerprint(value: hash.value, basis: basis)
    }

    /// Adds the record in a row of the batch, or the value if the rule set has no identity.
    private func addRecord(
        inRow row: Int, value: @autoclosure () -> Value, to hash: inout SipHash
    ) -> FindingFingerprint.Basis {
        let identity = session.plan.identity
        guard !identity.isEmpty else {
            hash.add(value())
            return .value
        }
        guard identity.sensitivePath == nil, let batch = session.batch else { return .none }
        let isKnown = identity.add(row: row, of: batch, to: &hash) { column in
            session.columns.start[column] + (row - rowOffset)
        }
        return isKnown ? .identity : .none
    }
}
