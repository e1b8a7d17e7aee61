// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost

/// The task of the process of a check.
struct CheckRequest: Equatable {
    /// The path as it was given, for messages.
    var path: String
    /// The plugin's settings, an object or absent.
    var configuration: Value
    /// The name of the check.
    var check: String
    var seed: UInt64
    var isQuick: Bool
    /// The process that has started it.
    var parent: Int32
    /// The time limit for one call of the plugin, in milliseconds, or 0 for none.
    var milliseconds: Int64
    /// The id of the only rule to check, or `nil` to check all.
    var rule: String?
    /// The directory of the plugin's data files.
    var directory = ""
    var bounds = TrialBounds()
    /// The settings of the examples to check, an object, or absent for those that use the defaults.
    var exampleSettings = Value.absent
    /// The call and rows to run alone, to find the row that ends the process, or `nil` for
    /// everything.
    var focus: CheckFocus?

    var json: String {
        var members: [(key: String, value: Value)] = [
            ("path", .string(path)), ("configuration", configuration), ("check", .string(check)),
            ("seed", Value(seed)), ("quick", .bool(isQuick)), ("parent", .integer(Int64(parent))),
            ("milliseconds", .integer(milliseconds)),
            ("directory", .string(directory)), ("bounds", bounds.value),
        ]
        if let rule { members.append(("rule", .string(rule))) }
        if exampleSettings != .absent { members.append(("exampleSettings", exampleSettings)) }
        if let focus {
            members += [
                ("call", .integer(Int64(focus.call))),
                ("first", .integer(Int64(focus.rows.lowerBound))),
                ("end", .integer(Int64(focus.rows.upperBound))),
            ]
        }
        return Value.object(members).json
    }
}

/// One call of `evaluate` with some of its rows only.
struct CheckFocus: Equatable {
    /// The number of the call in the check.
    var call: Int
    var rows: Range<Int>
}

extension CheckRequest {
    /// Nil for what is no request.
    init?(parsing text: [UInt8]) {
        guard let value = try? JSONValueParser.parse(String(decoding: text, as: UTF8.self)),
            case .string(let path) = value["path"],
            case .string(let directory) = value["directory"],
            case .string(let check) = value["check"],
            case .bool(let isQuick) = value["quick"],
            let seed = Self.unsigned(value["seed"]), case .integer(let parent) = value["parent"],
            let parent = Int32(exactly: parent),
            case .integer(let milliseconds) = value["milliseconds"],
            let bounds = TrialBounds(value["bounds"])
        else { return nil }
        let configuration = value["configuration"]
        var rule: String?
        if case .string(let id) = value["rule"] { rule = id }
        self.init(
            path: path, configuration: configuration == .null ? .absent : configuration,
            check: check, seed: seed, isQuick: isQuick, parent: parent,
            milliseconds: milliseconds, rule: rule, directory: directory, bounds: bounds,
            exampleSettings: value["exampleSettings"],
            focus: CheckFocus(value))
    }

    private static func unsigned(_ value: Value) -> UInt64? {
        switch value {
        case .integer(let integer): UInt64(exactly: integer)
        case .unsignedInteger(let unsigned): unsigned
        default: nil
        }
    }
}

extension CheckFocus {
    fileprivate init?(_ value: Value) {
        guard case .integer(let call) = value["call"], case .integer(let first) = value["first"],
            case .integer(let end) = value["end"], first <= end
        else { return nil }
        self.init(call: Int(call), rows: Int(first)..<Int(end))
    }
}
