// SPDX-License-Identifier: Apache-2.0
import AssayCore

extension CheckReport {
    /// The report for programs, as JSON on one line.
    ///
    /// An object: `plugin` (`id`, `version`, `path`), `seed`, `quick`, `passed`, and `checks`, each
    /// with `name`, `summary`, `verdict` ("passed", "failed" or "notApplicable"), `reason` (only
    /// of the last), `findings`, `warnings` and `figures` (`rule`, `name`, `value`, `unit`). A
    /// finding has `found`, `expected`, `remedy`, `replay` (a command; warnings have none) and, as
    /// far as they are known, `rule`, `expression`, `value`, `row` and `rows`. `value` is a text
    /// with JSON, because it may be cut, or "absent". `deniedCalls` has the names of the system
    /// calls that failed in the jail. Names stay; further ones may be added.
    package var json: String {
        let plugin = Value.object([
            ("id", .string(id)), ("version", .string(version)), ("path", .string(path)),
        ])
        return Value.object([
            ("plugin", plugin), ("seed", Value(seed)), ("quick", .bool(isQuick)),
            ("passed", .bool(passed)), ("checks", .array(results.map(value))),
            ("deniedCalls", .array(deniedCalls.map { .string($0) })),
        ]).json
    }

    private func value(_ result: CheckResult) -> Value {
        var members: [(key: String, value: Value)] = [
            ("name", .string(result.name)), ("summary", .string(result.summary)),
            ("verdict", .string(result.verdict.name)),
        ]
        if case .notApplicable(let reason) = result.verdict {
            members.append(("reason", .string(reason)))
        }
        members.append(
            ("findings", .array(result.findings.map { $0.value(replay: replay(of: result)) })))
        members.append(("warnings", .array(result.warnings.map { $0.value(replay: nil) })))
        members.append(("figures", .array(result.figures.map(\.object))))
        return .object(members)
    }
}

extension CheckFinding {
    /// Returns the finding as an object, without members for what is not known.
    func value(replay: String?) -> Value {
        var members = place.members
        members += [
            ("found", .string(found)), ("expected", .string(expected)),
            ("remedy", .string(remedy)),
        ]
        if let replay { members.append(("replay", .string(replay))) }
        return .object(members)
    }

    /// Nil for what is no finding.
    init?(_ value: Value) {
        guard case .string(let found) = value["found"],
            case .string(let expected) = value["expected"],
            case .string(let remedy) = value["remedy"]
        else { return nil }
        self.init(at: CheckPlace(value), found: found, expected: expected, remedy: remedy)
    }
}

extension CheckPlace {
    var members: [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = []
        if let rule { members.append(("rule", .string(rule))) }
        if let expression { members.append(("expression", .string(expression))) }
        if let value { members.append(("value", .string(value))) }
        if let row { members.append(("row", .integer(Int64(row)))) }
        if let rows { members.append(("rows", .integer(Int64(rows)))) }
        if let settings { members.append(("settings", .string(settings))) }
        return members
    }

    init(_ value: Value) {
        if case .string(let rule) = value["rule"] { self.rule = rule }
        if case .string(let expression) = value["expression"] { self.expression = expression }
        if case .string(let text) = value["value"] { self.value = text }
        if case .integer(let row) = value["row"] { self.row = Int(exactly: row) }
        if case .integer(let rows) = value["rows"] { self.rows = Int(exactly: rows) }
        if case .string(let settings) = value["settings"] { self.settings = settings }
    }
}

extension CheckFigure {
    var object: Value {
        .object([
            ("rule", .string(rule)), ("name", .string(name)), ("value", .integer(value)),
            ("unit", .string(unit)),
        ])
    }

    /// Nil for what is no figure.
    init?(_ object: Value) {
        guard case .string(let rule) = object["rule"], case .string(let name) = object["name"],
            case .integer(let value) = object["value"], case .string(let unit) = object["unit"]
        else { return nil }
        self.init(rule: rule, name: name, value: value, unit: unit)
    }
}

extension Value {
    static func object(_ members: [(key: String, value: Value)]) -> Value {
        .object(Object(members))
    }
}
