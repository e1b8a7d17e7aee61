// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Holds the settings that a program gives to a plugin against those that the plugin declares.
struct Configuration {
    /// The declared settings in their order.
    let settings: [RuleParameter]

    /// Checks the given settings and fills in the defaults.
    ///
    /// - Parameter given: An object or absent.
    /// - Returns: The settings as `init` receives them: a member for each, in order.
    /// - Throws: A refusal at stage configure with everything that is wrong.
    func complete(_ given: Value) throws(Refusal) -> Value {
        let members = try members(given)
        var mistakes = members.map(\.key).filter { key in !settings.contains { $0.name == key } }
            .map { "an unknown setting '\(oneLine($0))'" }
        var result: [(key: String, value: Value)] = []
        for setting in settings {
            let value = members.last { $0.key == setting.name }?.value ?? .absent
            switch complete(value, setting) {
            case .success(let value): result.append((setting.name, value))
            case .failure(let mistake): mistakes.append(mistake.text)
            }
        }
        guard mistakes.isEmpty else { throw refusal(mistakes, members.map(\.key)) }
        return .object(Value.Object(result))
    }

    private struct Mistake: Error {
        let text: String
    }

    private func members(_ given: Value) throws(Refusal) -> [(key: String, value: Value)] {
        switch given {
        case .absent: return []
        case .object(let object): return object.members
        default:
            throw Refusal(
                .configure, found: "a configuration that is no object", expected: "an object",
                remedy: "pass the plugin's settings by their names")
        }
    }

    private func complete(_ value: Value, _ setting: RuleParameter) -> Result<Value, Mistake> {
        if value != .absent {
            if let taken = setting.taken(value) { return .success(taken) }
            return .failure(Mistake(text: "\(excerpt(value)) for '\(setting.name)'"))
        }
        if setting.isRequired { return .failure(Mistake(text: "no '\(setting.name)'")) }
        return .success(setting.taken(setting.defaultValue) ?? .absent)
    }

    private func excerpt(_ value: Value) -> String {
        let text = oneLine(value.json)
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    private func refusal(_ mistakes: [String], _ keys: [String]) -> Refusal {
        let declared = settings.map { setting in
            "'\(setting.name)' (\(setting.expectation)\(setting.isRequired ? ", required" : ""))"
        }
        let unknown = keys.first { key in !settings.contains { $0.name == key } }
        let near = unknown.flatMap { nearestName(to: $0, in: settings.map(\.name)) }
        return Refusal(
            .configure, found: mistakes.joined(separator: ", "),
            expected: declared.isEmpty ? "no configuration" : declared.joined(separator: ", "),
            remedy: near.map { "did you mean '\($0)'?" } ?? "correct the plugin's configuration")
    }
}
