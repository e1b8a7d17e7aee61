// SPDX-License-Identifier: Apache-2.0

/// The check of a rule about records.
package enum RecordsCheck: Sendable, Equatable {
    case unique(missing: MissingKeys)
    case references(source: String, match: KeyMatch)
    case count(lower: Int?, upper: Int?)
    /// Bounds are inclusive.
    case sum(lower: ExactNumber?, upper: ExactNumber?)
    /// Bounds are inclusive.
    case average(lower: ExactNumber?, upper: ExactNumber?)
    case sorted(descending: Bool)
    case fresh(within: Duration)
}

/// The meaning of a key of which a part is missing.
package enum MissingKeys: String, RuleChoice {
    /// The key is not compared.
    case skip
    /// Missing parts are equal to each other.
    case equal
    /// The key is a violation.
    case fail
}

/// The keys that must occur in a source.
package enum KeyMatch: String, RuleChoice {
    /// Keys of which all parts have a value.
    case simple
    /// The same, and a key of which only some parts have a value is a violation.
    case full
}

/// A rule about records, resolved.
///
/// An object, as validators and rules are, so that reading one counts no references to its parts.
package final class CompiledRecordsRule: Sendable {
    /// The place in `RuleSet.records`.
    package let index: Int
    package let definition: RecordsRuleDefinition
    package let check: RecordsCheck
    /// The parts of the key, or the one field; none for a rule about the number of records.
    package let paths: [FieldPath]
    /// The expression as it is shown: `unique(orderId)`.
    package let expression: String
    package let severity: Severity
    /// The message of the rule set, if it has one.
    package let message: OwnMessage?
    package let onFault: FaultPolicy
    package let tolerance: Tolerance?
    /// `true` if records with errors are left out.
    package let onlyValid: Bool
    package let location: FileLocation?
    /// `true` if a part of the key is sensitive.
    package let isSensitive: Bool
    /// `true` if a part passes through `[*]`, so that the rule sees each element of every record.
    package let isOfElements: Bool
    /// The arguments, as violations name them.
    package let parameters: [MessageParameter]

    /// The labels of the fields.
    let labels: FindingLabels

    /// The space of the columns.
    let space: Int
    /// The column of each part.
    let columns: [Int]
    /// The objects and arrays that the paths lead through.
    let containers: [Container]
    /// The readings of the parts whose texts are compared by what they stand for.
    let readings: [TextReading?]
    let conditions: [CompiledCondition]
    /// The conditions as the rule set has them.
    let givenConditions: [Condition]
    /// `true` if a rule of its field reports each value that the rule cannot use.
    let reportsUnread: Bool

    init(
        index: Int, definition: RecordsRuleDefinition, check: RecordsCheck, paths: [FieldPath],
        expression:
            String, severity: Severity, message: OwnMessage?, onFault: FaultPolicy,
        tolerance: Tolerance?,
        onlyValid: Bool, location: FileLocation?, isSensitive: Bool, isOfElements: Bool,
        parameters:
            [MessageParameter], labels: FindingLabels, space: Int, columns: [Int],
        containers: [Container],
        readings: [TextReading?], conditions: [CompiledCondition], givenConditions: [Condition],
        reportsUnread: Bool
    ) {
        self.index = index
        self.definition = definition
        self.check = check
        self.paths = paths
        self.expression = expression
        self.severity = severity
        self.message = message
        self.onFault = onFault
        self.tolerance = tolerance
        self.onlyValid = onlyValid
        self.location = location
        self.isSensitive = isSensitive
        self.isOfElements = isOfElements
        self.parameters = parameters
        self.labels = labels
        self.space = space
        self.columns = columns
        self.containers = containers
        self.readings = readings
        self.conditions = conditions
        self.givenConditions = givenConditions
        self.reportsUnread = reportsUnread
    }

    /// An object or an array that a path leads through.
    struct Container: Sendable {
        let column: Int
        let kind: ContainerKind
    }
}

extension CompiledRecordsRule {
    /// Returns a violation of the rule.
    ///
    /// - Parameters:
    ///   - code: One of the codes of the rule's definition.
    ///   - pointer: The place in the record, a JSON Pointer; empty for a finding about the record or the data set.
    ///   - parameters: What the code adds to the arguments of the rule. Of `unique.repeated` these are `first`, the
    ///     line or, with `isRecord`, the number of the first record with the key, and `file` if that is in another
    ///     file.
    ///   - isRecord: `true` if `first` is the number of a record.
    ///   - source: The place of the record.
    /// - Returns: The violation, without a value.
    package func violation(
        _ code: String, at pointer: String = "", parameters: [MessageParameter] = [],
        isRecord: Bool = false,
        source: RecordSource? = nil
    ) -> Violation {
        let undecided = definition.rule.code(at: Verdict.undecidedCode)
        let own = (definition.rule.codes + [undecided]).first { $0.id == code }?.message ?? ""
        let isElsewhere = parameters.contains { $0.name == "file" }
        let phrase = RecordsPhrases.variant(
            of: own, isOfSeveral: paths.count > 1, isRecord: isRecord, isElsewhere: isElsewhere)
        let kind = ViolationKind(
            field: field, rule: definition.id, code: code, severity: severity,
            ruleLocation: location,
            template: message?.common ?? phrase, hasOwnMessage: message?.common != nil,
            messages: message,
            isSensitive: isSensitive, labels: labels)
        return Violation(
            ViolationParts(
                Shared(kind), pointer: pointer, parameters: self.parameters + parameters),
            value: .absent,
            source: source)
    }

    /// Returns the fault of a rule that could not decide.
    package func fault(_ reason: FaultReason, detail: String? = nil) -> Fault {
        Fault(
            pointer: pointer, field: field, rule: definition.id, reason: reason, detail: detail,
            ruleLocation: location)
    }

    /// The paths of the conditions, and those that their rules name.
    var conditionPaths: [FieldPath] {
        givenConditions.map(\.path) + conditions.flatMap(\.rules).flatMap { $0.rule.dependencies }
    }

    /// `true` if the rule sees only records that meet conditions.
    package var hasConditions: Bool { !conditions.isEmpty }

    /// The paths as findings name them: `orderId`, or `country, taxId`.
    package var field: String { paths.map(\.description).joined(separator: ", ") }

    /// The pointer of findings about the data set: that of the one field, unless it has many values.
    package var pointer: String { paths.count == 1 ? paths[0].pointer ?? "" : "" }

    /// Returns the JSON Pointer of the rule's findings in a record.
    ///
    /// - Parameter element: The index of the element, for rules of elements.
    /// - Returns: The pointer of the one field. A key of several parts is about the record, or about the element.
    package func pointer(element: Int?) -> String {
        guard let element else { return pointer }
        guard let path = paths.first(where: \.hasElements) else { return "" }
        if paths.count == 1 { return PointerToken.pointer(path.pointerTokens(indexes: [element])) }
        let place = path.segments.firstIndex(of: .allElements) ?? 0
        return PointerToken.pointer(
            FieldPath(segments: Array(path.segments[...place])).pointerTokens(indexes: [element]))
    }
}

extension ValidationPlan {
    /// The plan that reads the source of a `references` rule as the fields that refer to it are read, or `nil` for
    /// other rules and for a source that is the data set itself.
    ///
    /// The first of its `recordsRules` gives the keys; a key with a missing part is none.
    package func sourcePlan(of rule: CompiledRecordsRule) -> ValidationPlan? {
        sourcePlans[rule.index]
    }

    /// The rule whose entries are the keys of the source of a `references` rule, if the source is the data set itself.
    package func ownKey(of rule: CompiledRecordsRule) -> CompiledRecordsRule? {
        ownKeys[rule.index]
    }
}

/// The phrases of messages about records that depend on where the other record is.
package enum RecordsPhrases {
    /// The message of `unique.repeated`, for a key of one part in a file with lines.
    package static let repeated = "is the same as in line {first}"
    /// The message of `references.missing`, for a key of one part.
    package static let missing = "is not in {source}"
    private static let missingKey = "has a key of {fields} that is not in {source}"

    /// All variants, which have translations.
    package static let all: [String] =
        [missing, missingKey]
        + [false, true].flatMap { isOfSeveral in
            [false, true].flatMap { isRecord in
                [false, true].map {
                    variant(
                        of: repeated, isOfSeveral: isOfSeveral, isRecord: isRecord, isElsewhere: $0)
                }
            }
        }

    /// Returns the phrase in place of a message.
    static func variant(of message: String, isOfSeveral: Bool, isRecord: Bool, isElsewhere: Bool)
        -> String
    {
        switch message {
        case missing: isOfSeveral ? missingKey : missing
        case repeated:
            switch (isOfSeveral, isRecord, isElsewhere) {
            case (false, false, false): repeated
            case (false, false, true): "is the same as in line {first} of {file}"
            case (false, true, false): "is the same as in record {first}"
            case (false, true, true): "is the same as in record {first} of {file}"
            case (true, false, false): "has the same {fields} as line {first}"
            case (true, false, true): "has the same {fields} as line {first} of {file}"
            case (true, true, false): "has the same {fields} as record {first}"
            case (true, true, true): "has the same {fields} as record {first} of {file}"
            }
        default: message
        }
    }
}
