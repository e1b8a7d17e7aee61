// SPDX-License-Identifier: Apache-2.0
#if FormMacros
/// The type of a property as it is written.
struct PropertyType {
    /// The kind of the values, or `nil` if the type is not known by its name.
    let kind: RuleKinds?
    let written: String
    /// The type without Optional.
    let name: String
    /// The type of the elements, or `nil` if the type is not written as an array or a set.
    let elements: String?

    /// The type of the values, or `nil` if the type is not written as a dictionary.
    let values: String?

    /// `true` if the type, or a type that it holds, can bring its own rules.
    var mayNest: Bool {
        kind == nil || (elements ?? values).map { PropertyType($0).mayNest } ?? false
    }

    /// `true` if a rule may read the texts of its values as numbers or Booleans, which the type itself says.
    var mayBeRead: Bool { kind == nil || kind == .number || kind == .boolean }

    /// The type that it holds in the end: without arrays, dictionaries and optionals.
    var innermost: String {
        (elements ?? values).map { PropertyType($0).innermost } ?? name
    }

    init(_ written: String) {
        var name = Self.trimmed(written)
        self.written = name
        while true {
            if name.hasSuffix("?") || name.hasSuffix("!") {
                name = Self.trimmed(String(name.dropLast()))
            } else if let wrapped = Self.argument(of: name, generic: "Optional") {
                name = wrapped
            } else {
                break
            }
        }
        if name.hasPrefix("Swift.") { name = String(name.dropFirst(6)) }
        self.name = name
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        let isDictionary = isBracketed && Self.hasOuterColon(name)
        if isBracketed, !isDictionary {
            elements = Self.trimmed(String(name.dropFirst().dropLast()))
        } else {
            elements =
                Self.argument(of: name, generic: "Array") ?? Self.argument(of: name, generic: "Set")
        }
        values =
            isDictionary
            ? Self.afterColon(name) : Self.secondArgument(of: name, generic: "Dictionary")
        if elements != nil {
            kind = .array
        } else if values != nil {
            kind = .object
        } else {
            kind = Self.scalars[name]
        }
    }

    private static let scalars: [String: RuleKinds] = {
        var kinds: [String: RuleKinds] = [
            "Bool": .boolean, "String": .string, "Substring": .string, "URL": .string,
            "UUID": .string, "Double": .number, "Float": .number, "Float16": .number,
            "Decimal": .number,
        ]
        for width in ["", "8", "16", "32", "64", "128"] {
            kinds["Int" + width] = .number
            kinds["UInt" + width] = .number
        }
        return kinds
    }()

    private static func trimmed(_ text: String) -> String {
        var part = text[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return String(part)
    }

    private static func argument(of name: String, generic: String) -> String? {
        guard name.hasPrefix(generic + "<"), name.hasSuffix(">") else { return nil }
        return trimmed(String(name.dropFirst(generic.count + 1).dropLast()))
    }

    private static func secondArgument(of name: String, generic: String) -> String? {
        guard let arguments = argument(of: name, generic: generic) else { return nil }
        return outer(",", of: arguments, depth: 0).map {
            trimmed(String(arguments[arguments.index(after: $0)...]))
        }
    }

    /// Returns `true` if the name has a colon that is not inside a nested type.
    private static func hasOuterColon(_ name: String) -> Bool {
        outer(":", of: name, depth: 1) != nil
    }

    private static func afterColon(_ name: String) -> String? {
        outer(":", of: name, depth: 1).map {
            trimmed(String(name[name.index(after: $0)...].dropLast()))
        }
    }

    /// Returns the first place of a mark inside that many brackets, or `nil` if there is none.
    private static func outer(
        _ mark: Character, of name: String, depth wanted: Int
    ) -> String.Index? {
        var depth = 0
        for index in name.indices {
            switch name[index] {
            case "[", "(", "<": depth += 1
            case "]", ")", ">": depth -= 1
            case mark where depth == wanted: return index
            default: break
            }
        }
        return nil
    }
}
#endif
