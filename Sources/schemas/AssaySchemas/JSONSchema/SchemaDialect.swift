// SPDX-License-Identifier: Apache-2.0

/// A version of JSON Schema, as far as keywords mean different things.
enum SchemaDialect: Int, Comparable, Sendable {
    case draft04 = 4
    /// The schemas in documents of OpenAPI 3.0.
    case openAPI30 = 5
    case draft06 = 6
    case draft07 = 7
    case draft2019 = 8
    case draft2020 = 9

    static func < (left: SchemaDialect, right: SchemaDialect) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The dialect of a `$schema`, or `nil` for one that is not known.
    init?(uri: String) {
        var rest = Substring(uri)
        while let last = rest.last, last == "#" || last == "/" { rest = rest.dropLast() }
        for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        switch rest {
        case "json-schema.org/draft-04/schema": self = .draft04
        case "json-schema.org/draft-06/schema": self = .draft06
        case "json-schema.org/draft-07/schema", "json-schema.org/schema": self = .draft07
        case "json-schema.org/draft/2019-09/schema": self = .draft2019
        case "json-schema.org/draft/2020-12/schema",
            "spec.openapis.org/oas/3.1/dialect/base":
            self = .draft2020
        default: return nil
        }
    }

    static let known = "draft-04, draft-06, draft-07, 2019-09 and 2020-12"

    var idKeyword: String { self <= .openAPI30 ? "id" : "$id" }
    /// Other keywords next to `$ref` are ignored.
    var ignoresSiblingsOfReference: Bool { self <= .draft07 }
    var hasBooleanExclusiveBounds: Bool { self <= .openAPI30 }
    var hasPrefixItems: Bool { self >= .draft2020 }
    var hasAnchors: Bool { self >= .draft2019 }
    var hasDependencies: Bool { self <= .draft07 }
    var name: String {
        switch self {
        case .draft04: "draft-04"
        case .openAPI30: "OpenAPI 3.0"
        case .draft06: "draft-06"
        case .draft07: "draft-07"
        case .draft2019: "2019-09"
        case .draft2020: "2020-12"
        }
    }

    /// The keywords whose value is a schema, an array of schemas, or an object of schemas.
    static let schemaKeywords: Set<String> = [
        "not", "if", "then", "else", "items", "additionalItems", "contains", "additionalProperties",
        "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
    ]
    static let schemaLists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    static let schemaMaps: Set<String> = [
        "properties", "patternProperties", "definitions", "$defs", "dependentSchemas",
        "dependencies",
    ]

    /// The keywords that say nothing about what is valid.
    static let annotations: Set<String> = [
        "$schema", "$comment", "$defs", "definitions", "title", "description", "default",
        "examples",
        "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType",
        "contentSchema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "format", "$id", "id",
        "$vocabulary", "example", "xml", "externalDocs", "discriminator", "nullable",
    ]

    private static let assertions: Set<String> = [
        "$ref", "$dynamicRef", "$recursiveRef", "type", "enum", "const", "multipleOf", "maximum",
        "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties",
        "minProperties", "required", "dependentRequired",
    ]

    /// Every keyword of some version, for words that are nearly one.
    static let allKeywords = assertions.union(annotations).union(schemaKeywords).union(schemaLists)
        .union(schemaMaps)

    /// Returns `true` if the version gives the keyword a meaning.
    func knows(_ keyword: String) -> Bool {
        switch keyword {
        case "id", "$id": keyword == idKeyword
        case "const", "contains", "propertyNames", "examples": self >= .draft06
        case "if", "then", "else": self >= .draft07
        case "dependencies", "definitions": true
        case "dependentRequired", "dependentSchemas", "minContains", "maxContains",
            "unevaluatedItems", "unevaluatedProperties", "$anchor", "$defs":
            self >= .draft2019
        case "$recursiveRef", "$recursiveAnchor": self == .draft2019
        case "$dynamicRef", "$dynamicAnchor", "prefixItems": self >= .draft2020
        case "additionalItems": self <= .draft2019
        case "patternProperties": self != .openAPI30
        case "nullable": self == .openAPI30
        default: Self.allKeywords.contains(keyword)
        }
    }
}
