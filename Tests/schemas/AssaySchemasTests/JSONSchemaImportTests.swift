// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssaySchemas
import Testing

/// The rules that a schema becomes, and what becomes none.
@Suite struct JSONSchemaImportTests {
    // MARK: - Rejected schemas

    @Test(
        arguments: [
            (##"{"type": "objekt"}"##, "1: schema.keyword #/type: 'type' has no kind 'objekt'"),
            (
                ##"{"minProperties": "3"}"##,
                "1: schema.keyword #/minProperties: 'minProperties' must be a whole number from 0, not \"3\""
            ),
            (
                ##"{"properties": {"a": 7}}"##,
                "1: schema.type #/properties/a: a schema must be an object or true or false, not 7"
            ),
            (##"{"$ref": "#/$defs/a"}"##, "1: schema.reference #/$ref: '#/$defs/a' leads nowhere"),
            (
                ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##,
                "1: schema.cycle #/$defs/b/$ref: '$ref' leads back to '#/$defs/a' without a member or an element between"
            ),
            (
                ##"{"$schema": "https://example.com/schema"}"##,
                "1: schema.dialect #/$schema: 'https://example.com/schema' is not a known version of JSON Schema"
            ),
        ])
    func mistakes(_ schema: String, _ issue: String) {
        #expect(SchemaText.issues(schema).first == issue)
    }

    @Test(
        arguments: [
            (
                ##"{"minProperties": 2}"##,
                "#/minProperties: the rule minProperties(2) of the record as a whole cannot be expressed in a rule set"
            ),
            (
                ##"{"properties": {"a": {"type": "object", "additionalProperties": {"type": "string"}}}}"##,
                "#/properties/a/additionalProperties: a rule set has no rules for all other members"
            ),
            (
                ##"{"anyOf": [{"minProperties": 2}, {"required": ["a"]}]}"##,
                "#/anyOf: alternatives of the record as a whole, which no member decides, cannot be expressed in a rule set"
            ),
            (
                ##"{"properties": {"a": {"pattern": "(a)\\1"}}}"##,
                #"#/properties/a/pattern: the pattern cannot be translated exactly: '\1' refers to a group, which PCRE2 does "#
                    + "in another way"
            ),
            (
                ##"{"properties": {"a": {"type": "array", "items": {"$ref": "#"}}}, "type": "object"}"##,
                "#/properties/a/items/$ref: '$ref' leads back to a schema that it is in, and a rule set has no recursion"
            ),
            (
                ##"{"properties": {"a": {"$ref": "other.json"}}}"##,
                "#/properties/a/$ref: '$ref' leads to 'file:///schemas/other.json', which is not among the files"
            ),
        ])
    func rejections(_ schema: String, _ message: String) throws {
        #expect(SchemaText.issues(schema) == ["1: schema.unsupported \(message)"])
        let partial = try SchemaText.imported(schema) { $0.isPartial = true }
        #expect(partial.leftOut.map(\.message) == [message])
        // The help for a part that was left out does not say to leave it out.
        #expect(partial.leftOut.allSatisfy { $0.help?.hasPrefix("leave it out") != true })
    }

    /// Rules about members inside others, about some elements, and about the record itself.
    @Test(
        arguments: [
            (
                ##"{"properties": {"a": {"properties": {"b": {"type": "string"}}}}}"##,
                """
                fields:
                  a: anyOf(type("string", "number", "boolean", "array"), member("b", notNull, string))
                """
            ),
            (
                ##"{"properties": {"a": {"const": {"b": [1]}}}}"##,
                """
                fields:
                  a: notNull, equals({"b":[1]})
                """
            ),
            (
                ##"{"properties": {"a": {"type": "array", "contains": {"const": 1}, "minContains": 2, "maxContains": 3}}}"##,
                """
                fields:
                  a: notNull, includes(notNull, equals(1), min=2, max=3)
                """
            ),
            (
                ##"{"properties": {"a": {"type": "array", "prefixItems": [true], "items": {"type": "string"}}}}"##,
                """
                fields:
                  a: notNull, each(notNull, string, from=1)
                """
            ),
            (
                ##"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"##,
                """
                fields: {}
                record: anyOf(requiredKeys("a"), requiredKeys("b"))
                """
            ),
            (
                ##"{"additionalProperties": false, "properties": {"a": {}}, "not": {"required": ["b"]}}"##,
                """
                fields:
                  b: notNull, type("null")
                  a: []
                record: not(requiredKeys("b"))
                unknownFields: reject
                """
            ),
        ])
    func membersElementsAndTheRecordHaveRules(_ schema: String, _ rules: String) throws {
        #expect(try SchemaText.imported(schema).ruleSet.yaml == "assay: 1\n\(rules)\n")
    }

    @Test func allRejectionsAreListedWithTheirLines() {
        let schema = """
            {"properties": {
              "a": {"type": "array", "items": {"$dynamicRef": "#y"}},
              "b": {"$dynamicRef": "#x"}
            }}
            """
        #expect(
            SchemaText.issues(schema).map { $0.prefix { $0 != "#" } } == [
                "2: schema.unsupported ", "3: schema.unsupported ",
            ])
    }

    @Test func aMistypedKeywordIsAWarning() throws {
        let schema = try SchemaText.imported(
            ##"{"properties": {"a": {"minLenght": 3, "x-minLenght": 3, "custom": 1}}}"##)
        #expect(
            schema.warnings.map(\.message) == [
                "#/properties/a/minLenght: 'minLenght' is not a keyword, so it is not checked; did you mean 'minLength'?"
            ])
    }

    @Test func keywordsOfOtherVersionsAreWarnings() throws {
        let schema = try SchemaText.imported(
            ##"{"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"const": 3}}}"##
        )
        #expect(
            schema.warnings.map(\.message) == [
                "#/properties/a/const: 'const' has no meaning in draft-04, so it is not checked"
            ])
        #expect(schema.ruleSet.fields.isEmpty)
    }

    // MARK: - Rules

    @Test(
        arguments: [
            (
                ##"{"type": "string", "minLength": 1, "maxLength": 9}"##,
                "notNull, length(1...9, unit=codePoints)"
            ),
            (##"{"type": "integer", "minimum": 1}"##, "notNull, integer, range(1...)"),
            (##"{"type": ["integer", "null"], "minimum": 1}"##, "integer, range(1...)"),
            (##"{"type": ["string", "integer"]}"##, #"type("string", "integer")"#),
            (
                ##"{"minimum": 1}"##,
                #"anyOf(type("string", "boolean", "array", "object"), range(1...))"#
            ),
            (##"{"enum": ["a", "b"]}"##, #"notNull, oneOf("a", "b")"#),
            (##"{"enum": ["a", null]}"##, #"equals("a")"#),
            (##"{"type": "integer", "enum": [1, "a"]}"##, "notNull, integer, equals(1)"),
            (##"{"const": []}"##, "notNull, equals([])"),
            (##"{"type": "string", "pattern": "^\\d+$"}"##, #"notNull, regex(/^\d+$/)"#),
            (
                ##"{"not": {"type": "string"}}"##,
                #"type("number", "boolean", "array", "object", "null")"#
            ),
            (##"{"type": "number", "not": {"minimum": 5}}"##, "notNull, number, not(range(5...))"),
            (##"{"anyOf": [{"type": "string"}, {"type": "null"}]}"##, "string"),
            (
                ##"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"##,
                #"type("string", "integer")"#
            ),
            (
                ##"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"##,
                "notNull, uniqueItems"
            ),
            (
                ##"{"type": "array", "contains": {"type": "integer"}}"##,
                "notNull, includes(notNull, integer)"
            ),
            (##"{"type": "object", "required": ["b"]}"##, #"notNull, requiredKeys("b")"#),
            (
                ##"{"type": "object", "additionalProperties": false, "properties": {"b": {}}}"##,
                #"notNull, allowedKeys("b")"#
            ),
            (
                ##"{"type": "object", "propertyNames": {"maxLength": 3}}"##,
                "notNull, keys(length(...3, unit=codePoints))"
            ),
            (
                ##"{"exclusiveMinimum": 0, "maximum": 5, "type": "number"}"##,
                "notNull, number, range(...5, exclusiveMin=0)"
            ),
        ])
    func rulesOfAField(_ schema: String, _ rules: String) throws {
        let fields = try SchemaText.fields(##"{"properties": {"a": \##(schema)}}"##)
        #expect(fields.first == "a: \(rules)")
    }

    @Test func whatAcceptsEverythingHasNoRules() throws {
        #expect(try SchemaText.fields(##"{"properties": {"a": true, "b": {"title": "x"}}}"##) == [])
    }

    @Test func membersBecomePaths() throws {
        let schema = """
            {
              "type": "object", "required": ["id", "address"],
              "properties": {
                "id": {"type": "string"},
                "address": {
                  "type": "object", "required": ["zip"],
                  "properties": {"zip": {"type": "string", "pattern": "^[0-9]{5}$"}, "note": {}}
                },
                "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}}
              }
            }
            """
        #expect(
            try SchemaText.fields(schema) == [
                "id: present, notNull, string", #"address: present, notNull, requiredKeys("zip")"#,
                "address.zip: notNull, regex(/^[0-9]{5}$/)", "items: notNull", "items[*]: notNull",
                "items[*].sku: notNull, string",
            ])
    }

    @Test func placesAreThoseOfKeywords() throws {
        let schema = """
            {
              "properties": {
                "id": {
                  "type": "string",
                  "pattern": "^ORD-"
                }
              }
            }
            """
        let rules = try SchemaText.imported(schema).ruleSet.fields[0].validator.rules
        #expect(
            rules.map { $0.location?.description ?? "" } == [
                "order.schema.json:4:15", "order.schema.json:5:18",
            ])
    }

    @Test func aClosedRecordRejectsOtherMembers() throws {
        let schema =
            ##"{"properties": {"a": {}, "b": {"type": "string"}}, "additionalProperties": false}"##
        let imported = try SchemaText.imported(schema)
        #expect(imported.ruleSet.unknownFields == .reject)
        #expect(try SchemaText.accepts(##"{"a": 1, "b": "x"}"##, schema))
        #expect(try !SchemaText.accepts(##"{"c": 1}"##, schema))
    }

    @Test func aClosedRecordWithOpenObjectsIsRejected() {
        let schema =
            ##"{"properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}}}, "additionalProperties": false}"##
        #expect(
            SchemaText.issues(schema) == [
                "1: schema.unsupported #/additionalProperties: a rule set that rejects other members of the record rejects other "
                    + "members of 'a' too, which the schema allows"
            ])
    }

    @Test func conditionsOnMembers() throws {
        let schema = """
            {
              "required": ["kind"], "properties": {"kind": {"enum": ["a", "b"]}},
              "if": {"properties": {"kind": {"const": "a"}}},
              "then": {"required": ["x"]}, "else": {"properties": {"x": {"type": "string"}}},
              "dependentRequired": {"y": ["z"]}
            }
            """
        #expect(
            try SchemaText.fields(schema) == [
                #"kind: present, notNull, oneOf("a", "b")"#, "z: present when y: present",
                #"x: present when kind: present, notNull, equals("a"), "#
                    + #"type("string") when kind: present, notEquals("a")"#,
            ])
    }

    @Test func alternativesThatAMemberDecides() throws {
        let schema = """
            {"oneOf": [
              {"required": ["kind", "x"], "properties": {"kind": {"const": "a"}}},
              {"required": ["kind"], "properties": {"kind": {"const": "b"}, "x": {"type": "integer"}}}
            ]}
            """
        for (record, isValid) in [
            (##"{"kind": "a", "x": 1}"##, true), (##"{"kind": "a"}"##, false),
            (##"{"kind": "b"}"##, true),
            (##"{"kind": "b", "x": "1"}"##, false), (##"{"kind": "c"}"##, false),
            (##"{"kind": null}"##, false), ("{}", false),
        ] {
            #expect(try SchemaText.accepts(record, schema) == isValid, "\(record)")
        }
    }

    @Test func aMemberDecidesAboutItself() throws {
        let schema = """
            {"required": ["a"], "properties": {"a": {"type": "integer"}},
             "if": {"properties": {"a": {"minimum": 5}}}, "then": {"properties": {"a": {"multipleOf": 2}, "b": false}}}
            """
        #expect(
            try SchemaText.fields(schema) == [
                "a: present, notNull, integer, anyOf(not(range(5...)), multipleOf(2))",
                "b: notNull when a: present, anyOf(type(\"string\", \"boolean\", \"array\", \"object\"), range(5...)), "
                    + "type(\"null\") when a: present, anyOf(type(\"string\", \"boolean\", \"array\", \"object\"), range(5...))",
            ])
        #expect(try SchemaText.accepts(#"{"a": 3}"#, schema))
        #expect(try !SchemaText.accepts(#"{"a": 7}"#, schema))
        #expect(try !SchemaText.accepts(#"{"a": 6, "b": null}"#, schema))
    }

    // MARK: - Formats and references

    @Test func formatsAreCounted() throws {
        let schema =
            ##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"a": {"format": "date"}}}"##
        let imported = try SchemaText.imported(schema)
        #expect(imported.ruleSet.fields.isEmpty)
        #expect(
            imported.notes == [
                "'format' is an annotation in JSON Schema, and 1 of them is not checked; 'ruleshell import --assert-formats' checks them"
            ])
        let fields = try SchemaText.fields(schema) { $0.checksFormats = true }
        #expect(fields == [#"a: anyOf(type("number", "boolean", "array", "object"), date)"#])
    }

    @Test func referencesToOtherFiles() throws {
        let fields = try SchemaText.fields(
            ##"{"properties": {"a": {"$ref": "parts/other.json#/$defs/n"}}}"##
        ) { options in
            options.files = [
                SchemaFile(
                    name: "other.json", path: "/schemas/parts/other.json",
                    bytes: Array(##"{"$defs": {"n": {"type": "integer"}}}"##.utf8))
            ]
        }
        #expect(fields == ["a: notNull, integer"])
    }

    @Test func bombsOfReferencesEndInBoundedTime() {
        var definitions = (0..<40).map {
            ##""d\##($0)": {"allOf": [{"$ref": "#/$defs/d\##($0 + 1)"}, {"$ref": "#/$defs/d\##($0 + 1)"}]}"##
        }
        definitions.append(#""d40": {"type": "string"}"#)
        let schema =
            ##"{"$defs": {\##(definitions.joined(separator: ", "))}, "properties": {"a": {"$ref": "#/$defs/d0"}}}"##
        #expect(SchemaText.issues(schema).first?.hasPrefix("1: schema.tooManyRules ") == true)
    }

    @Test func otherFilesAreNoSchemas() {
        #expect(
            SchemaImport.language(of: Array("assay: 1\nfields: {a: string}".utf8), file: "a.yaml")
                == nil)
        #expect(
            SchemaImport.language(of: Array(##"{"assay": 1, "fields": {}}"##.utf8), file: "a.json")
                == nil)
        #expect(
            SchemaImport.language(of: Array(##"{"type": "object"}"##.utf8), file: "a.json")
                == .jsonschema)
        #expect(SchemaImport.language(of: Array("openapi: 3.1.0".utf8), file: "a.yaml") == .openapi)
        #expect(
            SchemaImport.language(
                of: Array("apiVersion: v3.0.2\nkind: DataContract".utf8), file: "a.yaml") == .odcs)
        #expect(
            SchemaImport.language(of: Array(##"{"fields": [{"name": "a"}]}"##.utf8), file: "a.json")
                == .frictionless)
    }

    /// Numbers whose exponents no word of 64 bits holds end nothing.
    @Test(
        arguments: ["1.5e-9223372036854775808", "1e9223372036854775807", "1e99999999999999999999"],
        ["multipleOf", "minimum", "exclusiveMaximum", "minLength", "maxItems", "const"])
    func numbersOfAnySizeAreRead(number: String, keyword: String) {
        let schema = #"{"properties": {"a": {"type": "integer", "\#(keyword)": \#(number)}}}"#
        let issues = SchemaText.issues(schema)
        #expect(issues.allSatisfy { $0.hasPrefix("1: schema.") }, "\(issues)")
    }
}
