// SPDX-License-Identifier: Apache-2.0
package import AssayCore
package import AssayPluginHost
import AssayRuleSets
package import Testing

/// Loads a file that must fail with this text, and a good plugin after it.
///
/// `text` is everything after "at stage <stage>: "; `{path}` in it is replaced by the path. `hostile` is
/// the row of `docs/plugins/hostile.md` that tells of it.
package func expectError(
    of path: String, at stage: PluginStage, _ text: String, policy: PluginPolicy = .standard,
    configuration: Value = .absent, as hostile: HostileCase? = nil,
    location: Testing.SourceLocation = #_sourceLocation
) throws {
    let host = PluginHost(policy: policy)
    let registry = RuleRegistry()
    let error = #expect(throws: PluginError.self, sourceLocation: location) {
        try host.load(path: path, configuration: configuration, into: registry)
    }
    guard let error else { return }
    let expected = text.replacing("{path}", with: path)
    #expect(error.stage == stage, sourceLocation: location)
    #expect(
        error.description == "cannot load plugin '\(path)' at stage \(stage.rawValue): \(expected)",
        sourceLocation: location)
    if let hostile { HostileOutcomes.record(hostile, error, of: path, location: location) }
    #expect(host.plugins == [.failure(error)], sourceLocation: location)
    #expect(registry.allDefinitions.isEmpty, sourceLocation: location)
    let good = try host.load(path: try BuiltPlugin.template.path(), into: registry)
    #expect(host.plugins == [.failure(error), .success(good)], sourceLocation: location)
    let codes = try failures(of: RuleExpression("template.even"), in: registry, [2, 3])
    #expect(codes == [[], ["template.even.odd"]], sourceLocation: location)
}

/// The codes of the violations of each value under one rule, and of its faults.
package func failures(
    of rule: RuleExpression, in registry: RuleRegistry, _ values: [Value]
) throws -> [[String]] {
    let manager = try ValidatorsManager(registry: registry)
    try manager.addValidator(for: "field", Validator(rule))
    return manager.validate(values.map { ["field": $0] }).map { report in
        report.violations.map(\.code) + report.faults.map(\.code)
    }
}

/// Every declared example gives the verdict that it declares, of those that hold under these settings.
package func expectExamplesToHold(
    _ registry: RuleRegistry, settings: [String: Value] = [:],
    location: Testing.SourceLocation = #_sourceLocation
) throws {
    for definition in registry.allDefinitions {
        #expect(!definition.examples.isEmpty, sourceLocation: location)
        for example in definition.examples where example.settings == settings {
            let manager = try ValidatorsManager(registry: registry)
            try manager.addValidator(
                for: "field", Validator(try RuleExpressionParser.parseOne(example.expression)))
            let fields = Value.Object(example.fields.map { $0 })
            var record = ValidationRecord(fields, isText: example.isText)
            record["field"] = example.value
            let report = manager.validate(record)
            #expect(
                report.violations.map(\.code) + report.faults.map(\.code)
                    == (example.code.map { [$0] } ?? []), "\(example)", sourceLocation: location)
        }
    }
}

extension HostileOutcomes {
    /// Records the error with which a library failed to load.
    package static func record(
        _ hostile: HostileCase, _ error: PluginError, of path: String,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        let found = (path.isEmpty ? error.found : error.found.replacing(path, with: "FILE"))
            .replacing(/\/tmp\/assay-plugins-[A-Za-z0-9]{6}/, with: "DIRECTORY")
        record(hostile, host: "\(error.stage.rawValue): \(found)", location: location)
    }
}

/// Ends a test, or one case of it, that cannot look at anything here.
///
/// `.ci/run-tests` counts it, by the line that is printed: the testing library shows no case that is
/// cancelled.
///
/// - Parameter reason: What is missing. A reason that begins with "only" is about the
///   circumstances, such as the user; for any other one the test fails in CI.
/// - Throws: What ends the test.
package func leaveOut(_ reason: String) throws -> Never {
    print("SKIPPED: \(Test.current?.name ?? "a test"): \(reason)")
    try Test.cancel(Comment(rawValue: reason))
}
