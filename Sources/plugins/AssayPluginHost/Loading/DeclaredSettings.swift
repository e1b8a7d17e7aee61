// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The settings that a plugin declares, with which those that a program gives are compared.
struct DeclaredSettings {
    /// The declared settings in their order.
    let parameters: [RuleParameter]

    /// Checks the given settings and fills in the defaults.
    ///
    /// - Parameter given: An object or absent.
    /// - Returns: The settings as `init` receives them: a member for each, in order.
    /// - Throws: An error of stage configure with everything that is wrong.
    func complete(_ given: Value) throws(StageError) -> Value {
        let members = try members(given)
        var issues = members.map(\.key).filter { key in !parameters.contains { $0.name == key } }
            .map { "an unknown setting '\(oneLine($0))'" }
        var result: [(key: String, value: Value)] = []
        for setting in parameters {
            let value = members.last { $0.key == setting.name }?.value ?? .absent
            switch complete(value, for: setting) {
            case .success(let value): result.append((setting.name, value))
            case .failure(let issue): issues.append(issue.text)
            }
        }
        guard issues.isEmpty else { throw error(issues: issues, names: members.map(\.key)) }
        return .object(Value.Object(result))
    }

    private struct Issue: Error {
        let text: String
    }

    private func members(_ given: Value) throws(StageError) -> [(key: String, value: Value)] {
        switch given {
        case .absent: return []
        case .object(let object): return object.members
        default:
            throw StageError(
                .configure, found: "a configuration that is not an object", expected: "an object",
                remedy: "pass the plugin's settings by their names")
        }
    }

    private func complete(_ value: Value, for setting: RuleParameter) -> Result<Value, Issue> {
        if value != .absent {
            if let taken = setting.taken(value) { return .success(taken) }
            return .failure(Issue(text: "\(excerpt(of: value)) for '\(setting.name)'"))
        }
        if setting.isRequired { return .failure(Issue(text: "no '\(setting.name)'")) }
        return .success(setting.taken(setting.defaultValue) ?? .absent)
    }

    private func error(issues: [String], names keys: [String]) -> StageError {
        let declared = parameters.map { setting in
            "'\(setting.name)' (\(setting.expectation)\(setting.isRequired ? ", required" : ""))"
        }
        let unknown = keys.first { key in !parameters.contains { $0.name == key } }
        let near = unknown.flatMap { nearestName(to: $0, in: parameters.map(\.name)) }
        return StageError(
            .configure, found: issues.joined(separator: ", "),
            expected: declared.isEmpty ? "no configuration" : declared.joined(separator: ", "),
            remedy: near.map { "did you mean '\($0)'?" } ?? "correct the plugin's configuration")
    }
}
