// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A value of a manifest that is being read, and its place.
struct ManifestPlace {
    let value: Value
    /// A JSON Pointer (RFC 6901).
    let pointer: String

    /// A text that a manifest has only where it says something.
    func text(_ name: String) throws(PluginManifestError) -> String? {
        guard let member = try later(name) else { return nil }
        let text = try member.string()
        guard !text.isEmpty else { throw member.error("a text that is not empty") }
        return text
    }

    /// The members of an object that a manifest has only where there are any.
    func dictionary(_ name: String) throws(PluginManifestError) -> [String: Value] {
        guard let member = try later(name) else { return [:] }
        var result: [String: Value] = [:]
        for (key, place) in try member.members() {
            guard result.updateValue(place.value, forKey: key) == nil else {
                throw place.error("each name once")
            }
        }
        return result
    }

    /// A member that may be missing.
    private func later(_ name: String) throws(PluginManifestError) -> ManifestPlace? {
        try members().last { $0.key == name }?.place
    }

    /// A member that must be there.
    func member(_ name: String) throws(PluginManifestError) -> ManifestPlace {
        let members = try members()
        guard let member = members.last(where: { $0.key == name })?.place else {
            throw PluginManifestError(
                place: place, found: "no member '\(name)'", expected: "one")
        }
        return member
    }

    func members() throws(PluginManifestError) -> [(key: String, place: ManifestPlace)] {
        guard case .object(let object) = value else { throw error("an object") }
        return object.members.map { key, value in
            let pointer = pointer + PointerToken.pointer([.key(key)])
            return (key, ManifestPlace(value: value, pointer: pointer))
        }
    }

    func elements<Element>(
        _ read: (ManifestPlace) throws(PluginManifestError) -> Element
    ) throws(PluginManifestError) -> [Element] {
        guard case .array(let values) = value else { throw error("an array") }
        var elements: [Element] = []
        for (index, value) in values.enumerated() {
            elements.append(try read(ManifestPlace(value: value, pointer: "\(pointer)/\(index)")))
        }
        return elements
    }

    func string() throws(PluginManifestError) -> String {
        guard case .string(let text) = value else { throw error("a string") }
        return text
    }

    func strings() throws(PluginManifestError) -> [String] {
        try elements { (element) throws(PluginManifestError) in try element.string() }
    }

    func bool() throws(PluginManifestError) -> Bool {
        guard case .bool(let bool) = value else { throw error("true or false") }
        return bool
    }

    func number<Number: FixedWidthInteger>() throws(PluginManifestError) -> Number {
        guard case .integer(let integer) = value, let number = Number(exactly: integer) else {
            throw error("an integer from \(Number.min) to \(Number.max)")
        }
        return number
    }

    /// The meaning of one of some names.
    func one<Meaning>(of names: [(String, Meaning)]) throws(PluginManifestError) -> Meaning {
        if case .string(let text) = value, let named = names.first(where: { $0.0 == text }) {
            return named.1
        }
        throw error("one of " + names.map(\.0).joined(separator: ", "))
    }

    func expect(_ expected: Value) throws(PluginManifestError) {
        guard value == expected else { throw error(expected.json) }
    }

    func error(_ expected: String) -> PluginManifestError {
        PluginManifestError(place: place, found: excerpt(of: value), expected: expected)
    }

    private var place: String { pointer.isEmpty ? "the root" : oneLine(pointer, limit: 80) }
}
