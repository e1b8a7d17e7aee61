// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRuleSets
import AssaySchemas
import Testing

/// Schemas that rule sets become.
@Suite struct SchemaExportTests {
    private func schema(_ rules: String) throws -> (schema: Value, unsaid: [String]) {
        let export = SchemaExport(try RuleSet(parsing: "assay: 1\nfields:\n\(rules)\n"))
        return (try JSONValueParser.parse(export.text), export.unsaid.map(\.message))
    }

    @Test func whatASchemaCannotSayIsListed() throws {
        let (schema, unsaid) = try schema(
            "  a: iban, string\n  b: [{rule: string, when: {a: present}}]")
        #expect(
            unsaid == [
                "iban is not checked by the schema: the schema language has no keyword for it",
                "string is not checked by the schema: it has a condition",
            ])
        #expect(schema["properties"]["a"] == ["type": ["string", "null"], "x-assay": ["iban"]])
        #expect(schema["properties"]["b"] == ["x-assay": ["string"]])
    }

    @Test(
        arguments: [
            ("notNull, integer, range(1...5)", #"{"type":"integer","minimum":1,"maximum":5}"#),
            (
                "length(1...9, unit=codePoints)",
                #"{"type":["string","null"],"minLength":1,"maxLength":9}"#
            ),
            ("length(1...9)", #"{"x-assay":["length(1...9)"]}"#),
            (#"oneOf("a", "b")"#, #"{"enum":["a","b",null]}"#),
            ("equals([])", #"{"enum":[[],null]}"#),
            ("regex(/^[a-z]+$/)", #"{"type":["string","null"],"pattern":"^[a-z]+$"}"#),
            (#"regex(/\Aa/)"#, #"{"x-assay":["regex(/\\Aa/)"]}"#),
            (
                "anyOf(integer, boolean)",
                #"{"anyOf":[{"type":["integer","null"]},{"type":["boolean","null"]},{"type":"null"}]}"#
            ),
            (
                "not(range(5...))",
                #"{"type":["number","null"],"anyOf":[{"type":"null"},{"not":{"type":["number","null"],"minimum":5}}]}"#
            ),
            ("each(string)", #"{"type":["array","null"],"items":{"type":["string","null"]}}"#),
        ])
    func rules(_ rules: String, _ expected: String) throws {
        #expect(try schema("  a: '\(rules)'").schema["properties"]["a"].json == expected)
    }

    @Test func aMemberThatMustBeThereHasItsObjectThere() throws {
        let (schema, unsaid) = try schema("  a.b: present\n  c[*].d: present")
        #expect(unsaid == [])
        #expect(schema["required"] == ["a"])
        #expect(
            schema["properties"]["a"] == [
                "type": "object", "required": ["b"], "properties": ["b": [:]],
            ])
        #expect(
            schema["properties"]["c"] == [
                "type": ["array", "null"],
                "items": ["type": "object", "required": ["d"], "properties": ["d": [:]]],
            ])
    }

    @Test func aDocumentOfOpenAPIHasTheSchema() throws {
        let export = SchemaExport(RuleSet(), openAPIName: "Order")
        let document = try JSONValueParser.parse(export.text)
        #expect(document["components"]["schemas"]["Order"] == ["type": "object"])
    }
}
