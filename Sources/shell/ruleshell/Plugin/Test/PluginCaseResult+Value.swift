// SPDX-License-Identifier: Apache-2.0
import Assay

/// Results on their way from the process of the plugin.
extension PluginCaseResult {
    var value: Value {
        let own: [(key: String, value: Value)] = [
            ("codes", Self.value(of: codes)), ("parameters", Self.value(of: parameters)),
            ("wrongKinds", Self.value(of: wrongKinds)),
        ]
        return .object(Value.Object(difference.members + own))
    }

    init(_ value: Value) {
        difference.missing = Self.texts(value["missing"])
        difference.unexpected = Self.texts(value["unexpected"])
        if case .string(let error) = value["error"] { difference.error = error }
        codes = Set(Self.texts(value["codes"]))
        parameters = Self.sets(value["parameters"])
        wrongKinds = Self.sets(value["wrongKinds"])
    }

    private static func value(of texts: Set<String>) -> Value {
        .array(texts.sorted().map { .string($0) })
    }

    private static func value(of sets: [String: Set<String>]) -> Value {
        .object(
            Value.Object(sets.sorted { $0.key < $1.key }.map { ($0.key, value(of: $0.value)) }))
    }

    private static func texts(_ value: Value) -> [String] {
        guard case .array(let elements) = value else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    private static func sets(_ value: Value) -> [String: Set<String>] {
        guard case .object(let object) = value else { return [:] }
        return Dictionary(object.members.map { ($0.key, Set(texts($0.value))) }) { $1 }
    }
}
