// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import Synchronization
import Testing

/// Fails every value with a code that is the version of its plugin.
private struct VersionRule: Rule {
    static let living = Atomic(0)

    /// Counts the instances that there are.
    private final class Token: Sendable {
        init() { VersionRule.living.add(1, ordering: .relaxed) }
        deinit { VersionRule.living.subtract(1, ordering: .relaxed) }
    }

    private let token = Token()

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .fail(0) }

    init(_ arguments: Arguments) {}

    static let definition = version(1)

    static func version(_ version: Int, _ name: String = "rule") -> RuleDefinition {
        RuleDefinition(
            VersionRule.self, "acme.\(name)", "Fails", codes: [RuleCode("v\(version)", "fails")],
            examples: [])
    }
}

extension RuleRegistry {
    fileprivate func replace(_ definitions: [RuleDefinition]) throws(RuleReplacementError) {
        try replaceRules(
            ofPlugin: "acme", with: definitions,
            from: .plugin(id: "acme", version: "2.0.0", path: "/p/acme.so"))
    }

    /// The testing rules and version 1 of a plugin's rule.
    fileprivate static func withPlugin() throws -> RuleRegistry {
        let registry = try RuleRegistry.testing()
        try registry.register(
            [VersionRule.version(1)],
            from: .plugin(id: "acme", version: "1.0.0", path: "/p/acme.so"))
        return registry
    }
}

/// Managers that tasks made.
private final class Made: Sendable {
    let managers = Locked<[ValidatorsManager]>([])
}

extension ValidatorsManager {
    fileprivate static func versioned(
        _ registry: RuleRegistry, _ keys: String...
    ) throws -> ValidatorsManager {
        try ValidatorsManager(
            RuleSet(keys.map { Field(FieldPath(stringLiteral: $0), RuleExpression("acme.rule")) }),
            registry: registry)
    }

    /// The codes that values of its fields get.
    fileprivate var versions: Set<String> {
        Set(validate(["a": 1, "b": 1]).violations.map(\.code))
    }
}

@Suite(.serialized) struct RuleReplacementTests {
    @Test func rulesAreReplacedInTheRegistryAndInManagers() throws {
        let registry = try RuleRegistry.withPlugin()
        let manager = try ValidatorsManager.versioned(registry, "a", "b")
        let plan = manager.plan
        #expect(manager.versions == ["v1"])
        try registry.replace([VersionRule.version(2), VersionRule.version(2, "further")])
        #expect(manager.versions == ["v2"])
        #expect(manager.plan !== plan)
        #expect(registry.definition(for: "acme.rule")?.codes.map(\.id) == ["v2"])
        #expect(registry.definition(for: "acme.further") != nil)
        #expect(registry.definition(for: "required") != nil)
        #expect(
            registry.definition(for: "acme.rule")?.source
                == .plugin(id: "acme", version: "2.0.0", path: "/p/acme.so"))
        #expect(try ValidatorsManager.versioned(registry, "a").versions == ["v2"])
    }

    @Test func takingAwayARuleInUseChangesNothing() throws {
        let registry = try RuleRegistry.withPlugin()
        let first = try ValidatorsManager.versioned(registry, "a", "b")
        let second = try ValidatorsManager.versioned(registry, "b")
        let error = #expect(throws: RuleReplacementError.self) {
            try registry.replace([VersionRule.version(2, "rulr")])
        }
        #expect(
            error?.description == """
                validators in use do not fit the new rules: error[rule.unknown] a: \
                there is no rule 'acme.rule'; did you mean 'acme.rulr'?
                error[rule.unknown] b: there is no rule 'acme.rule'; did you mean 'acme.rulr'?
                error[rule.unknown] b: there is no rule 'acme.rule'; did you mean 'acme.rulr'?
                """)
        #expect(first.versions == ["v1"] && second.versions == ["v1"])
        #expect(registry.definition(for: "acme.rulr") == nil)
    }

    @Test func idOfAnotherSourceChangesNothing() throws {
        let registry = try RuleRegistry.withPlugin()
        try registry.register(VersionRule.version(0, "mine"))
        let manager = try ValidatorsManager.versioned(registry, "a")
        let error = #expect(throws: RuleReplacementError.self) {
            try registry.replace([VersionRule.version(2), VersionRule.version(2, "mine")])
        }
        #expect(
            error?.description
                == "rule 'acme.mine' is defined twice: by built in (Swift) and by plugin acme 2.0.0 "
                + "(/p/acme.so); the first one is kept")
        #expect(manager.versions == ["v1"])
    }

    /// Who has seen a version in one manager sees no older one in another.
    @Test func managersOfARegistrySwitchTogether() async throws {
        let registry = try RuleRegistry.withPlugin()
        let managers = [
            try ValidatorsManager.versioned(registry, "a", "b"),
            try ValidatorsManager.versioned(registry, "b", "a"),
        ]
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<3 {
                group.addTask {
                    var newest = 0
                    for round in 0..<500 {
                        let codes = managers[(task + round) % 2].versions
                        guard codes.count == 1, let version = codes.first.flatMap(Self.number),
                            version >= newest
                        else { return false }
                        newest = version
                        let known = registry.definition(for: "acme.rule")?.codes[0].id
                        guard let seen = known.flatMap(Self.number), seen >= newest else {
                            return false
                        }
                        newest = seen
                    }
                    return true
                }
            }
            group.addTask {
                (2..<200).allSatisfy {
                    (try? registry.replace([VersionRule.version($0)])) != nil
                }
            }
            for await isOrdered in group { #expect(isOrdered) }
        }
        #expect(managers.map(\.versions) == [["v199"], ["v199"]])
    }

    private static func number(_ code: String) -> Int? { Int(code.dropFirst()) }

    @Test func whatChangesMeanwhileIsNotLost() async throws {
        let registry = try RuleRegistry.withPlugin()
        let manager = try ValidatorsManager.versioned(registry, "a")
        let made = Made()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let rule = Validator(RuleExpression("acme.rule"))
                    #expect((try? manager.addValidator(for: "f\(index)", rule)) == true)
                    guard let other = try? ValidatorsManager.versioned(registry, "b") else {
                        return
                    }
                    made.managers.withLock { $0.append(other) }
                    try? registry.register(VersionRule.version(0, "extra\(index)"))
                }
            }
            group.addTask {
                for version in 2..<100 { try? registry.replace([VersionRule.version(version)]) }
            }
        }
        let names = (0..<40).map { "f\($0)" }
        #expect(Set(manager.keys) == Set(names + ["a"]))
        let record = ValidationRecord(Value.Object(names.map { (key: $0, value: 1) }))
        #expect(Set(manager.validate(record).violations.map(\.code)) == ["v99"])
        #expect(manager.validate(record).violations.count == 40)
        let others = made.managers.withLock { $0 }
        #expect(others.count == 40 && others.allSatisfy { $0.versions == ["v99"] })
        #expect((0..<40).allSatisfy { registry.definition(for: "acme.extra\($0)") != nil })
    }

    @Test func instancesOfReplacedRulesEndWithTheLastWhoUsesThem() throws {
        let before = VersionRule.living.load(ordering: .relaxed)
        let registry = try RuleRegistry.withPlugin()
        let manager = try ValidatorsManager.versioned(registry, "a", "b")
        var plan: ValidationPlan? = manager.plan
        #expect(manager.versions == ["v1"])
        try registry.replace([VersionRule.version(2)])
        #expect(VersionRule.living.load(ordering: .relaxed) == before + 4)
        #expect(plan?.keys == ["a", "b"])
        plan = nil
        #expect(VersionRule.living.load(ordering: .relaxed) == before + 2)
    }

    @Test func managersThatAreGoneAreNotKept() throws {
        let registry = try RuleRegistry.withPlugin()
        let before = VersionRule.living.load(ordering: .relaxed)
        for _ in 0..<100 { _ = try ValidatorsManager.versioned(registry, "a").versions }
        try registry.replace([VersionRule.version(2)])
        #expect(VersionRule.living.load(ordering: .relaxed) == before)
    }
}
