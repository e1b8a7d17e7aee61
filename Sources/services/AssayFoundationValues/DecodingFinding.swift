// SPDX-License-Identifier: Apache-2.0
package import AssayCore
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A `DecodingError` as a violation has it, without its own description, which can show values.
package struct DecodingFinding {
    package static let valid = "must be a valid value"
    private static let required = "is required"
    /// The message of the rule `type`, which has translations.
    private static let ofType = "must be of {names:type|one of the types} {names}"

    package let code: String
    package let template: String
    package var parameters: [MessageParameter] = []
    /// The path to the value, or to the place where it should be.
    package let path: [PointerToken]

    package init(_ error: DecodingError, from decoder: ValueDecoder) {
        switch error {
        case .typeMismatch(let type, let context):
            code = "decoding.typeMismatch"
            path = decoder.path(along: context.codingPath).tokens
            if let name = Self.name(of: type) {
                template = Self.ofType
                parameters = [MessageParameter("names", .array([.string(name)]))]
            } else {
                template = Self.valid
            }
        case .valueNotFound(_, let context):
            let (tokens, isFound) = decoder.path(along: context.codingPath)
            code = "decoding.valueNotFound"
            template = isFound ? "must not be null" : Self.required
            path = tokens
        case .keyNotFound(let key, let context):
            code = "decoding.keyNotFound"
            template = Self.required
            path = decoder.path(along: context.codingPath + [key]).tokens
        case .dataCorrupted(let context):
            code = "decoding.dataCorrupted"
            template = Self.valid
            path = decoder.path(along: context.codingPath).tokens
        @unknown default:
            code = "decoding.dataCorrupted"
            template = Self.valid
            path = []
        }
    }

    /// Returns JSON's name for the values of a type, or `nil` if they have another form in JSON.
    private static func name(of type: any Any.Type) -> String? {
        switch type {
        case is Bool.Type: "boolean"
        case is any BinaryInteger.Type: "integer"
        case is any ExpressibleByFloatLiteral.Type: "number"
        case is any StringProtocol.Type: "string"
        case is any ExpressibleByDictionaryLiteral.Type: "object"
        case is any ExpressibleByArrayLiteral.Type: "array"
        default: nil
        }
    }
}

extension ValidationReport {
    /// Adds what decoding found, unless a rule has found something at the same place.
    package mutating func add(_ finding: DecodingFinding) {
        let pointer = PointerToken.pointer(finding.path)
        let isKnown = violations.contains {
            $0.severity == .error && $0.pointer.utf8.elementsEqual(pointer.utf8)
        }
        guard !isKnown else { return }
        violations.append(
            Violation(
                pointer: pointer, field: "", rule: "decoding", code: finding.code,
                parameters: finding.parameters, template: finding.template))
    }
}
