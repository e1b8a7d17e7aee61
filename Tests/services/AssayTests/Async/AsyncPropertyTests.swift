// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Assay
import AssayTesting
import Testing
import TestRandomness

/// Asynchronous validation of random records by random rule sets, against a model that runs one
/// rule after the other.
struct AsyncPropertyTests {
    @Test(arguments: 0..<12)
    func theOrderOfTheAnswersChangesNothing(seed: UInt64) async throws {
        var random = SeededNumbers(seed: seed)
        let tosses = TossRegistry()
        let registry = try tosses.registry()
        for _ in 0..<20 {
            tosses.forget()
            let model = TossModel(using: &random)
            let record = TossModel.record(using: &random)
            let manager = try ValidatorsManager(model.ruleSet, registry: registry)
            let synchronous = try ValidatorsManager(model.synchronousRuleSet, registry: registry)
            let limits = AsyncLimits(
                maximumConcurrent: Int.random(in: 1...6, using: &random), timeout: nil)

            let report = await manager.validate(record, within: limits)
            let expected = model.run(record, synchronous.validate(record))
            let description = "\(model.ruleSet) \(Value.object(record.fields).json)"
            #expect(report.findings == expected.findings, "\(description)")
            #expect(tosses.asked.sorted() == expected.asked.sorted(), "\(description)")
        }
    }
}

/// A rule whose verdict depends on its arguments and values alone, after a while.
private final class TossRegistry: Sendable {
    private let questions = Locked<[String]>([])

    var asked: [String] { questions.withLock { $0 } }

    func forget() { questions.withLock { $0 = [] } }

    func registry() throws -> RuleRegistry {
        let registry = RuleRegistry.standard()
        try registry.register(
            .async(
                "toss", "A matter of luck",
                parameters: [RuleParameter("number", .integer), RuleParameter("with", .fields)],
                codes: [RuleCode("toss.lost", "has no luck")]
            ) { [self] value, context in
                let fields = context.arguments.fields("with")
                let question = Toss.question(
                    context.arguments.int("number") ?? 0, fields.first?.path.description,
                    [value] + fields.map { context.field($0) })
                questions.withLock { $0.append(question) }
                for _ in 0..<Int.random(in: 0...4) { await Task.yield() }
                return Toss.verdict(question)
            })
        return registry
    }
}

/// A use of the rule.
private struct Toss {
    let number: Int
    /// A field that it names.
    let named: String?
    /// A field that has to pass `length(2...)`.
    let condition: String?
    let severity: Severity
    let onFault: FaultPolicy
    let dependencies: DependencyPolicy

    var entry: RuleEntry {
        var arguments = [RuleArgument(.value(.integer(Int64(number))))]
        if let named { arguments.append(RuleArgument(.word(named))) }
        return RuleEntry(
            RuleExpression("toss", arguments),
            when: condition.map { [Condition(FieldPath(stringLiteral: $0), .length(2...))] } ?? [],
            severity: severity, onFault: onFault, dependencies: dependencies)
    }

    static func question(_ number: Int, _ named: String?, _ values: [Value]) -> String {
        "\(number) \(named ?? "") " + values.map { "\($0.kind) \($0.json)" }.joined(separator: " ")
    }

    static func verdict(_ question: String) -> Verdict {
        let hash = question.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        switch hash >> 8 & 7 {
        case 0...3: return .pass
        case 4...5: return .fail()
        case 6: return .undecided(.unavailable)
        default: return .skip
        }
    }
}

/// A rule set, and what its rules find one after the other.
private struct TossModel {
    private struct Member {
        let path: String
        let policy: Validator.Policy
        /// How `length(2...)` counts, which comes before the others; nil: not there.
        let length: Severity?
        let tosses: [Toss]
    }

    private struct Site: Hashable {
        let path: String
        let element: Int
    }

    private static let paths = ["a", "e[*].x", "b", "e[*].y", "c"]
    private let members: [Member]

    init(using random: inout SeededNumbers) {
        members = Self.paths.shuffled(using: &random).map { path in
            let others = Self.paths.filter { path.contains("*") || !$0.contains("*") }
            return Member(
                path: path, policy: Bool.random(using: &random) ? .first : .all,
                length: [nil, .error, .warning].randomElement(using: &random) ?? nil,
                tosses: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    Toss(
                        number: Int.random(in: 0...5, using: &random),
                        named: Bool.random(using: &random)
                            ? others.randomElement(using: &random) : nil,
                        condition: Int.random(in: 0...3, using: &random) == 0
                            ? ["a", "b", "c"].randomElement(using: &random) : nil,
                        severity: Int.random(in: 0...3, using: &random) == 0 ? .warning : .error,
                        onFault: FaultPolicy.allCases.randomElement(using: &random) ?? .fault,
                        dependencies: Bool.random(using: &random) ? .valid : .any)
                })
        }
    }

    static func record(using random: inout SeededNumbers) -> ValidationRecord {
        var record = ValidationRecord(object(["a", "b", "c"], using: &random))
        record["e"] = .array(
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                .object(object(["x", "y"], using: &random))
            })
        return record
    }

    private static func object(
        _ keys: [String], using random: inout SeededNumbers
    ) -> Value.Object {
        var object = Value.Object()
        for key in keys {
            object[key] = (["p", "qq", "rr", nil] as [Value?]).randomElement(using: &random) ?? nil
        }
        return object
    }

    var ruleSet: RuleSet { ruleSet { $0.tosses.map(\.entry) } }

    var synchronousRuleSet: RuleSet { ruleSet { _ in [] } }

    private func ruleSet(_ entries: (Member) -> [RuleEntry]) -> RuleSet {
        RuleSet(
            members.map { member in
                let length = member.length.map { [RuleEntry(.length(2...), severity: $0)] } ?? []
                return Field(
                    FieldPath(stringLiteral: member.path),
                    Validator(rules: length + entries(member), policy: member.policy))
            })
    }

    // MARK: - One rule after the other

    func run(
        _ record: ValidationRecord, _ report: ValidationReport
    ) -> (findings: [String], asked: Set<String>) {
        var failed = Set(
            report.violations.filter { $0.severity == .error }
                .map { Site(path: $0.field, element: Self.element(of: $0.pointer)) })
        var stopped: Set<Site> = []
        var asked: Set<String> = []
        let syncFailed = failed
        var found: [Site: [Int: Verdict]] = [:]
        for (member, step) in schedule {
            let toss = member.tosses[step]
            for element in 0..<(member.path.contains("*") ? Self.count(of: record) : 1) {
                let site = Site(path: member.path, element: element)
                let value = Self.value(of: site, in: record)
                let named = toss.named.map {
                    Site(path: $0, element: $0.contains("*") ? element : 0)
                }
                guard value != .absent, !syncFailed.contains(site), !stopped.contains(site),
                    Self.holds(toss.condition, record),
                    toss.dependencies == .any || named.map({ !failed.contains($0) }) ?? true
                else { continue }
                let question = Toss.question(
                    toss.number, toss.named,
                    [value] + (named.map { [Self.value(of: $0, in: record)] } ?? []))
                asked.insert(question)
                let verdict = Toss.verdict(question)
                if verdict.isPass || verdict.isSkip { continue }
                if verdict.isUndecided, toss.onFault == .pass { continue }
                let counts = verdict.isUndecided && toss.onFault == .fail ? .fail(1) : verdict
                found[site, default: [:]][step] = counts
                // A warning stops nothing, whether it fails or cannot decide.
                guard toss.severity == .error else { continue }
                if member.policy == .first { stopped.insert(site) }
                failed.insert(site)
            }
        }
        return (findings(report, found, Self.count(of: record)), asked)
    }

    /// Rules about one field first, then those that name another; records before elements.
    private var schedule: [(member: Member, step: Int)] {
        let ordered =
            members.filter { !$0.path.contains("*") }
            + members.filter { $0.path.contains("*") }
        let steps = ordered.flatMap { member in
            member.tosses.indices.map { step in
                let waits =
                    member.policy == .first
                    ? member.tosses[...step].contains { $0.named != nil }
                    : member.tosses[step].named != nil
                return (member: member, step: step, waits: waits)
            }
        }
        return (steps.filter { !$0.waits } + steps.filter(\.waits)).map { ($0.member, $0.step) }
    }

    private func findings(
        _ report: ValidationReport, _ found: [Site: [Int: Verdict]], _ count: Int
    ) -> [String] {
        var violations: [String] = []
        var faults: [String] = []
        for member in members {
            for element in 0..<(member.path.contains("*") ? count : 1) {
                let site = Site(path: member.path, element: element)
                let pointer = "/" + member.path.replacing("[*].", with: "/\(element)/")
                violations += report.violations.filter { $0.pointer == pointer }
                    .map { "\($0.pointer) \($0.code)" }
                for (_, verdict) in (found[site] ?? [:]).sorted(by: { $0.key < $1.key }) {
                    if verdict.isUndecided {
                        faults.append("\(pointer) fault.unavailable")
                    } else {
                        violations.append(
                            "\(pointer) \(verdict.code == 0 ? "toss.lost" : "toss.undecided")")
                    }
                }
            }
        }
        return violations + faults
    }

    private static func holds(_ condition: String?, _ record: ValidationRecord) -> Bool {
        guard let condition else { return true }
        guard case .string(let text) = record[condition] else { return false }
        return text.count >= 2
    }

    private static func count(of record: ValidationRecord) -> Int {
        if case .array(let elements) = record["e"] { elements.count } else { 0 }
    }

    private static func value(of site: Site, in record: ValidationRecord) -> Value {
        site.path.contains("*")
            ? record["e"][site.element][String(site.path.suffix(1))] : record[site.path]
    }

    private static func element(of pointer: String) -> Int {
        Int(pointer.split(separator: "/").dropFirst().first ?? "0") ?? 0
    }
}
