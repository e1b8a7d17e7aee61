// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The options, rules and inputs that must be the same for a run to continue.
struct RunIdentity: Sendable {
    /// The options that are given, as text.
    var options: [(name: String, text: String)] = []
    /// The files whose bytes must be the same: rule sets, plugins, their settings and messages.
    var files: [(what: String, path: String)] = []
    var inputs: [String] = []

    /// Adds an option, if it was given.
    mutating func add(_ name: String, value: (some CustomStringConvertible)?) {
        guard let value else { return }
        options.append((name, "\(value)"))
    }

    /// The identity as it is in a checkpoint.
    var value: Value {
        let options = options.map { (key: $0.name, value: Value.string($0.text)) }
        let files = files.map { (key: "\($0.what) '\($0.path)'", value: Self.digest(of: $0.path)) }
        let inputs = inputs.map { Value.array([.string($0), Self.state(of: $0)]) }
        return .object(
            Value.Object([
                ("options", .object(Value.Object(options))),
                ("files", .object(Value.Object(files))), ("inputs", .array(inputs)),
            ]))
    }

    private static func digest(of path: String) -> Value {
        guard let bytes = try? SmallFile.read(path, limit: 256 << 20) else { return .null }
        return .string(FNV1a(bytes).text)
    }

    /// Returns the size and modification time of a file, or null if the input has none.
    private static func state(of input: String) -> Value {
        guard let identity = FileIdentity(input: input) else { return .null }
        return Value([identity.size, identity.modified])
    }

    /// Returns the first difference, in words, or `nil` if there is none.
    static func difference(from old: Value, to new: Value) -> String? {
        differenceOfOptions(from: old["options"], to: new["options"])
            ?? differenceOfFiles(from: old["files"], to: new["files"])
            ?? differenceOfInputs(from: old["inputs"], to: new["inputs"])
    }

    private static func differenceOfOptions(from old: Value, to new: Value) -> String? {
        for name in names(in: old, new: new) where old[name] != new[name] {
            switch (old[name], new[name]) {
            case (.string(let was), .string(let now)): return "\(name) was '\(was)', now '\(now)'"
            case (.string(let was), _): return "\(name) was '\(was)', now it is not given"
            default: return "\(name) was not given"
            }
        }
        return nil
    }

    private static func differenceOfFiles(from old: Value, to new: Value) -> String? {
        for name in names(in: old, new: new) where old[name] != new[name] {
            if old[name] == .absent { return "\(name) was not used" }
            if new[name] == .absent { return "\(name) is not used" }
            return "\(name) has changed"
        }
        return nil
    }

    private static func differenceOfInputs(from old: Value, to new: Value) -> String? {
        guard case .array(let was) = old, case .array(let now) = new else { return "the inputs" }
        guard was.map({ $0[0] }) == now.map({ $0[0] }) else {
            return "the inputs were \(list(of: was)), now \(list(of: now))"
        }
        let changed = zip(was, now).first { $0 != $1 }
        return changed.map { "the input \($0.0[0].quoted) has changed" }
    }

    private static func names(in old: Value, new: Value) -> [String] {
        [old, new].flatMap { value -> [String] in
            guard case .object(let object) = value else { return [] }
            return object.members.map(\.key)
        }
    }

    private static func list(of inputs: [Value]) -> String {
        inputs.map { $0[0].quoted }.joined(separator: ", ")
    }
}

extension Value {
    fileprivate var quoted: String {
        if case .string(let text) = self { "'\(text)'" } else { "?" }
    }
}
