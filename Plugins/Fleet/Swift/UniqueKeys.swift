// SPDX-License-Identifier: Apache-2.0
//
// fleet-swift.uniqueKeys: an array of objects that differ in one member.

import AssayPluginKit

struct UniqueKeys: Rule {
    enum Code: String, RuleCodes {
        case missing = "must be an object with an integer or a text of at most 1024 bytes as {key}"
        case duplicate = "must be unique: element {first} has {duplicate} too"

        var arguments: [String] { self == .duplicate ? ["duplicate", "first"] : [] }

        var translations: [String: String] {
            switch self {
            case .missing:
                [
                    "de": "muss ein Objekt mit einer ganzen Zahl oder einem Text von höchstens "
                        + "1024 Bytes als {key} sein"
                ]
            case .duplicate:
                ["de": "muss eindeutig sein: auch Element {first} hat {duplicate}"]
            }
        }
    }

    static let definition = RuleDefinition(
        "uniqueKeys", "An array of objects that differ in one member",
        parameters: [RuleParameter("key", .string, isRequired: true, "the name of the member")],
        kinds: .array, codes: Code.self,
        examples: [
            .valid([], #"uniqueKeys("id")"#),
            .valid([["id": 1], ["id": "1"], ["id": 2]], #"uniqueKeys("id")"#),
            .invalid(
                [["id": 1], ["id": 2], ["id": 1]], #"uniqueKeys("id")"#,
                code: "uniqueKeys.duplicate"),
            .invalid([["id": 1], ["name": 1]], #"uniqueKeys("id")"#, code: "uniqueKeys.missing"),
            .invalid([["id": 1], 1], #"uniqueKeys("id")"#, code: "uniqueKeys.missing"),
            .invalid([["id": 1.5]], #"uniqueKeys("id")"#, code: "uniqueKeys.missing"),
        ])

    /// The key of an element; texts are compared as bytes, because "é" is one character or two.
    private enum Identity: Hashable {
        case integer(Int64)
        case text([UInt8])

        init?(_ value: FieldValue) {
            if let integer = value.integer {
                self = .integer(integer)
            } else if value.isString, value.utf8.count <= 1024 {
                self = .text(Array(String(copying: value.string).utf8))
            } else {
                return nil
            }
        }

        var argument: Value {
            switch self {
            case .integer(let number): .integer(number)
            case .text(let bytes): .string(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    private let key: String
    /// The key as a token of a JSON Pointer (RFC 6901).
    private let token: String

    init(_ arguments: Arguments) {
        key = arguments.string("key") ?? ""
        token = key.unicodeScalars.reduce(into: "/") { token, scalar in
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var seen: [Identity: Int] = [:]
        for index in 0..<value.count {
            guard let member = value.element(index)?.member(key), let identity = Identity(member)
            else { return context.fail(Code.missing, [], at: "/\(index)") }
            if let first = seen[identity] {
                return context.fail(
                    Code.duplicate, [identity.argument, .integer(Int64(first))],
                    at: "/\(index)\(token)")
            }
            seen[identity] = index
        }
        return .pass
    }
}
