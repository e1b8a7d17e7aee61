// SPDX-License-Identifier: Apache-2.0

/// Fields with their validators, and what applies to the record as a whole.
///
/// ```swift
/// RuleSet(
///     Field("email", .required, .email),
///     Field("age", .integer, .range(18...120)))
/// ```
public struct RuleSet: Sendable, Equatable {
    /// The fields in the order of reports.
    public var fields: [Field]
    /// The rules of the record itself, as an object, or `nil` if there are none.
    ///
    /// ```swift
    /// ruleSet.record = Validator(.anyOf(.member("email", .required), .member("phone", .required)))
    /// ```
    public var record: Validator?
    /// The policy for top-level fields that no validator looks at, and for members of objects of which a
    /// validator looks at other members.
    public var unknownFields: UnknownFieldPolicy
    /// The labels of fields without a validator that rules of other fields name or that hold fields
    /// with a validator.
    ///
    /// The label of a `Field` takes precedence over one here.
    public var labels: [FieldPath: FieldLabel] = [:]
    /// The places of `labels` in a rule-set file, if they were read from one.
    package var labelPlaces: [FieldPath: FieldLabelPlace] = [:]
    /// `true` if `labels` can name fields that are elsewhere: in another file, or in a part that
    /// could not be read.
    package var isPart = false
    /// The paths, without `[*]`, of the values that identify a record from run to run.
    package var identity: [FieldPath] = []
    /// The rules about the records of a data set.
    package var records: [RecordsRule] = []
    /// The records that keys refer to.
    package var sources: [DataSource] = []
    /// Paths that are sensitive whatever the fields say, such as those of the whole rule set in a
    /// part of it.
    package var sensitivePaths: [FieldPath] = []
    /// Plugins that must be loaded, and the versions of them that will do.
    package var plugins: [RequiredPlugin] = []
    /// `true` if a program gives each field a value of the type that the field has, so that texts are
    /// texts even in a record from text: the properties of a structure.
    package var hasTypedFields = false
    /// The issues that the rule set has whatever its rules are; its compilation reports them.
    package var defects: [RuleSetIssue] = []
    /// The number of findings that are kept for one record; further ones are only counted.
    ///
    /// At least 1.
    public var maximumViolations: Int

    /// The number of findings that are kept for one record unless the rule set says otherwise.
    @usableFromInline package static let defaultMaximumViolations = 1000

    /// A rule set.
    ///
    /// - Parameters:
    ///   - fields: The fields in the order of reports.
    ///   - unknownFields: The policy for top-level fields that no validator looks at.
    ///   - plugins: Plugins that must be loaded, each an id with the versions that will do, if not all:
    ///     `fleet >= 1.2, < 2`. A malformed one is an issue when the rule set is compiled.
    ///   - maximumViolations: The number of findings that are kept for one record; less than 1
    ///     counts as 1.
    ///   - labels: The labels of fields without a validator that rules name.
    public init(
        _ fields: [Field], unknownFields: UnknownFieldPolicy = .allow, plugins: [String] = [],
        maximumViolations: Int = RuleSet.defaultMaximumViolations,
        labels: [FieldPath: FieldLabel] = [:]
    ) {
        self.fields = fields
        self.unknownFields = unknownFields
        self.maximumViolations = max(1, maximumViolations)
        self.plugins = plugins.map { RequiredPlugin($0) }
        self.labels = labels
    }

    /// Keeps the paths that are sensitive according to the plan of the rule set: those that it calls
    /// sensitive and those that its rules compare with them.
    package mutating func keepSensitivePaths(of plan: ValidationPlan) {
        sensitivePaths = plan.sensitivePaths.paths
    }

    /// Returns `true` if the value of a path can be, contain or be part of a sensitive value, once
    /// the sensitive paths of a plan are kept.
    package func isSensitive(_ path: FieldPath) -> Bool {
        sensitivePaths.contains { $0.overlaps(path) }
    }

    /// Returns the rules of a validator by its number in the plan, or `nil` for those that paths imply.
    ///
    /// The validator of the record follows those of the fields.
    package func rules(ofValidator number: Int) -> [RuleEntry]? {
        fields.indices.contains(number)
            ? fields[number].validator.rules : number == fields.count ? record?.rules : nil
    }

    /// The rule set of one of the fields alone; labels of the others stay for what its rules name.
    package func only(_ field: Field) -> RuleSet {
        var copy = self
        copy.fields = [field]
        copy.record = nil
        copy.unknownFields = .allow
        copy.records = []
        copy.sources = []
        copy.isPart = true
        return copy
    }

    /// The rule set of one of the fields, with what reads the texts of the fields that its rules can name.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - registry: The registry that knows the rules.
    /// - Returns: The rule set.
    package func only(_ field: Field, in registry: RuleRegistry) -> RuleSet {
        var copy = only(field)
        copy.fields += fields.compactMap { other in
            guard !other.path.segments.starts(with: field.path.segments) else { return nil }
            let reading = other.validator.rules.filter { registry.reads($0.expression) }
            let missing = other.validator.missing
            return reading.isEmpty && missing.isEmpty
                ? nil
                : Field(
                    other.path, Validator(rules: reading, missing: missing), label: other.label)
        }
        return copy
    }

    /// A rule set of some fields, in the order of reports.
    public init(_ fields: Field..., unknownFields: UnknownFieldPolicy = .allow) {
        self.init(fields, unknownFields: unknownFields)
    }
}

/// A field of a rule set: where to look, and the validator.
public struct Field: Sendable, Equatable {
    /// The path to the field in a record.
    public var path: FieldPath
    /// The field's name in messages, or `nil` for its label in `RuleSet.labels`, or else its path.
    public var label: FieldLabel?
    /// The rules of the field with their policy.
    package var validator: Validator

    /// A field with a validator, for rules with conditions, severities or messages of their own.
    public init(_ path: FieldPath, _ validator: Validator, label: FieldLabel? = nil) {
        self.path = path
        self.validator = validator
        self.label = label
    }

    /// `Field("username", .required, .length(3...20))`.
    public init(
        _ path: FieldPath, _ rules: RuleExpression..., policy: Validator.Policy = .all,
        isSensitive: Bool = false, missing: [String] = [], label: FieldLabel? = nil
    ) {
        self.init(
            path,
            Validator(
                rules: rules.map { RuleEntry($0) }, policy: policy, isSensitive: isSensitive,
                missing: missing),
            label: label)
    }
}

extension Field {
    /// The name of the record in issues of a rule set.
    package static let nameOfRecord = "record"

    /// The name of the field in issues of a rule set.
    var name: String { path.isRecord ? Self.nameOfRecord : path.description }
}

/// The policy for a top-level field that no validator looks at.
public enum UnknownFieldPolicy: String, Sendable, CaseIterable {
    /// It is ignored.
    case allow
    /// It is a warning.
    case warn
    /// It is an error.
    case reject
}

/// Everything that is wrong with a rule set, in one go.
public struct RuleSetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// At most `RuleSetLimits.issues` where a rule set was read or resolved.
    public var issues: [RuleSetIssue]
    /// Issues beyond that limit, which are counted and not listed.
    package var omittedCount: Int

    package init(_ issues: [RuleSetIssue], omittedCount: Int = 0) {
        self.issues = issues
        self.omittedCount = omittedCount
    }

    /// A line for each issue, and one for the issues that are not listed.
    public var description: String {
        (issues.map(\.description) + (omission.map { [$0] } ?? [])).joined(separator: "\n")
    }

    /// The number of issues that are not listed, in words, or `nil` if all are listed.
    package var omission: String? {
        switch omittedCount {
        case ...0: nil
        case 1: "1 more issue is not listed"
        default: "\(omittedCount) more issues are not listed"
        }
    }
}

/// One thing that is wrong in a rule set.
public struct RuleSetIssue: Sendable, Equatable, CustomStringConvertible {
    /// Stable: `rule.unknown`, `argument.type`, `ruleSet.unknownKey`, ...
    public var code: String
    /// A sentence that says what was found and what was expected.
    public var message: String
    /// An instruction that can be followed, if there is one.
    public var help: String?
    /// The key of the validator concerned, if there is one.
    public var field: String?
    /// The place in a rule-set file, if the rule set was read from one.
    public var location: FileLocation?

    package init(
        code: String, message: String, help: String? = nil, field: String? = nil,
        location: FileLocation? = nil
    ) {
        self.code = code
        self.message = message
        self.help = help
        self.field = field
        self.location = location
    }

    /// `file:line:column: error[code] field: message; help`, without the parts that are not known.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        let about = field.map { "\(abbreviated($0)): " } ?? ""
        return "\(place)error[\(code)] \(about)\(message)" + (help.map { "; \($0)" } ?? "")
    }
}
