// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

/// An input with its result: what :why explains, :save writes and :last repeats.
struct PromptTrial {
    /// The subject of a trial.
    enum Subject {
        /// A value, by an expression as it was typed.
        case expression(String)
        /// A value, by the rules of a field of the open rule set.
        case field(String)
        /// A record, by the whole rule set.
        case record
        /// A record of the open file.
        case recordOfFile(DataFile.Place)
    }

    /// The field of a rule set with nothing but an expression.
    static let field = ExampleSearch.field

    let subject: Subject
    /// The rules that ran.
    let ruleSet: RuleSet
    /// The rule set that was open.
    let open: OpenRuleSet
    let record: ValidationRecord
    /// The value that was typed or read, or `absent` for a sensitive field.
    let value: Value
    /// The result.
    let trace: ValidationTrace

    /// A rule set with its files.
    struct OpenRuleSet {
        /// The files, or an empty array if no rule set is open.
        var files: [String] = []
        var ruleSet = RuleSet()
        /// `true` if the rules of a field that several files name are combined.
        var combines = false
    }

    /// `true` if a field is sensitive, so that its value is never shown.
    var isSensitive: Bool {
        ruleSet.fields.contains { ruleSet.isSensitive($0.path) }
    }

    /// `true` if the record has a part of the fields.
    var isPartial: Bool { trace.report.isPartial }

    var verdict: TrialVerdict { TrialVerdict(trace.report) }
}

/// A value as it was typed.
struct TypedValue {
    let value: Value
    /// `true` for the text of an empty cell, which is absent although the record gives it.
    let isEmptyCell: Bool

    init(_ value: Value, isEmptyCell: Bool = false) {
        self.value = value
        self.isEmptyCell = isEmptyCell
    }

    static let emptyCell = TypedValue(.absent, isEmptyCell: true)
}

extension RuleSet {
    /// A record with `[sensitive]` in place of the values of sensitive fields.
    func masking(_ record: ValidationRecord) -> ValidationRecord {
        var value = Value.object(record.fields)
        for path in sensitivePaths {
            value = Self.masked(value, at: path.segments[...])
        }
        return ValidationRecord(value) ?? record
    }

    private static func masked(
        _ value: Value, at path: ArraySlice<FieldPath.Segment>
    ) -> Value {
        guard let first = path.first else {
            return value == .absent || value == .null ? value : "[sensitive]"
        }
        switch (first, value) {
        case (.key(let key), .object(let object)):
            return .object(
                Value.Object(
                    object.members.map { member in
                        guard member.key.hasSameBytes(as: key) else { return member }
                        return (member.key, masked(member.value, at: path.dropFirst()))
                    }))
        case (.allElements, .array(let elements)):
            return .array(elements.map { masked($0, at: path.dropFirst()) })
        case (.index(let index), .array(let elements)):
            return .array(
                elements.enumerated().map {
                    $0.offset == index ? masked($0.element, at: path.dropFirst()) : $0.element
                })
        default: return value
        }
    }
}
