// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySchemas
import Testing

/// OpenAPI, data contracts and Table Schemas.
@Suite struct OtherSchemaTests {
    // MARK: - OpenAPI

    private static let api = """
        openapi: 3.0.3
        components:
          schemas:
            Order:
              type: object
              required: [id, note]
              properties:
                id: {type: string, format: uuid, readOnly: true}
                note: {type: string, nullable: true}
                count: {type: integer, format: int32, minimum: 0, exclusiveMinimum: true}
            Other: {type: object}
        """

    @Test func aDocumentWithSeveralSchemasNeedsAName() {
        #expect(
            SchemaText.issues(Self.api, name: "api.yaml") == [
                "1: schema.fragment the document has 2 schemas, and none is named"
            ])
        #expect(
            SchemaText.issues(Self.api, name: "api.yaml") {
                $0.fragment = "/components/schemas/Ordr"
            } == [
                "1: schema.fragment the document has nothing at '#/components/schemas/Ordr'; did you mean "
                    + "'#/components/schemas/Order'?"
            ])
    }

    @Test(
        arguments: [
            (SchemaDirection.request, ["note: present, string", "id: notNull, uuid"]),
            (SchemaDirection.response, ["id: present, notNull, uuid", "note: present, string"]),
        ])
    func membersThatAreOnlyRead(_ direction: SchemaDirection, _ fields: [String]) throws {
        let all = try SchemaText.fields(Self.api, name: "api.yaml") { options in
            options.fragment = "/components/schemas/Order"
            options.direction = direction
        }
        #expect(
            all == fields + [
                "count: notNull, integer, range(-2147483648...2147483647), range(exclusiveMin=0)"
            ])
    }

    @Test func aDiscriminatorDecides() throws {
        let api = """
            openapi: 3.1.0
            components:
              schemas:
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind, mapping: {dog: '#/components/schemas/Dog'}}
                Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
                Dog: {type: object, required: [kind, size], properties: {kind: {type: string}}}
            """
        let fields = try SchemaText.fields(api, name: "api.yaml") {
            $0.fragment = "/components/schemas/Pet"
        }
        #expect(fields.first?.hasPrefix(#"kind: present, notNull, oneOf("Cat", "dog")"#) == true)
        #expect(
            fields.contains { $0.hasPrefix(#"size: present when kind: notNull, equals("dog")"#) })
    }

    // MARK: - Data contracts

    private static func contract(_ properties: String) -> String {
        """
        apiVersion: v3.0.2
        kind: DataContract
        schema:
          - name: orders
            properties:
        \(properties)
        """
    }

    @Test(
        arguments: [
            (
                "      - {name: id, requird: true}",
                "6: schema.unknownKeyword #/schema/0/properties/0/requird: the standard has no key 'requird' here"
            ),
            (
                "      - {name: id, logicalType: text}",
                "6: schema.keyword #/schema/0/properties/0/logicalType: 'logicalType' has no type 'text'"
            ),
            (
                "      - {name: id, quality: [{type: sql, query: SELECT 1}]}",
                "6: schema.unsupported #/schema/0/properties/0/quality/0/query: the query 'SELECT 1' needs a database"
            ),
            (
                "      - {name: id, quality: [{metric: duplicateValues, mustBeLessThan: 3}]}",
                "6: schema.unsupported #/schema/0/properties/0/quality/0/metric: the metric 'duplicateValues' counts over all "
                    + "records, which a rule set cannot express"
            ),
        ])
    func contractsThatMakeNoRuleSet(_ properties: String, _ issue: String) {
        #expect(SchemaText.issues(Self.contract(properties), name: "orders.odcs.yaml") == [issue])
    }

    @Test func contractsBecomeRules() throws {
        let contract = Self.contract(
            """
                  - {name: id, logicalType: string, required: true, logicalTypeOptions: {minLength: 3, pattern: '^O'}}
                  - {name: amount, logicalType: number, logicalTypeOptions: {minimum: 0}}
                  - {name: day, logicalType: date, logicalTypeOptions: {minimum: '2020-01-01'}}
                  - {name: state, logicalType: string, quality: [{metric: invalidValues, mustBe: 0, arguments: {validValues: [a, b]}}]}
            """)
        #expect(
            try SchemaText.fields(contract, name: "orders.odcs.yaml") == [
                "id: present, notNull, length(3..., unit=codePoints), regex(/^O/)",
                "amount: number, range(0...)",
                #"day: date, afterOrEqual("2020-01-01")"#, #"state: oneOf("a", "b")"#,
            ])
    }

    @Test func keysOfContractsAreRulesAboutRecords() throws {
        let contract =
            Self.contract(
                """
                      - {name: b, primaryKey: true, primaryKeyPosition: 2}
                      - {name: a, primaryKey: true, primaryKeyPosition: 1}
                      - {name: c, unique: true, quality: [{metric: duplicateValues, mustBe: 0}]}
                """) + "\n    quality: [{metric: rowCount, mustBeGreaterThan: 0}]"
        let ruleSet = try SchemaText.imported(contract, name: "orders.odcs.yaml").ruleSet
        #expect(
            ruleSet.records.map(\.entry.expression.description) == [
                "count(1...)", "unique(c)", "unique(c)", "unique(a, b, missing=fail)",
            ])
        #expect(ruleSet.identity.map(\.description) == ["a", "b"])
    }

    /// Each bound of the number of records counts, however large it is.
    @Test(
        arguments: [
            ("mustBeGreaterThan: 9223372036854775806", ["count(9223372036854775807...)"]),
            ("mustBeGreaterThan: 10, mustBeGreaterOrEqualTo: 5", ["count(11...)", "count(5...)"]),
            ("mustBe: 3, mustBeLessThan: 3", ["count(3...3)", "count(...2)"]),
        ])
    func boundsOfTheNumberOfRecordsAreRules(bounds: String, rules: [String]) throws {
        let contract =
            Self.contract("      - {name: id}")
            + "\n    quality: [{metric: rowCount, \(bounds)}]"
        let ruleSet = try SchemaText.imported(contract, name: "orders.odcs.yaml").ruleSet
        #expect(ruleSet.records.map(\.entry.expression.description) == rules)
    }

    @Test(
        arguments: [
            (
                "rowCount, mustBeGreaterThan: 9223372036854775807",
                "7: schema.unsupported #/schema/0/quality/0/mustBeGreaterThan: 'mustBeGreaterThan' of 'rowCount' cannot be "
                    + "expressed in a rule set"
            ),
            (
                "duplicateValues, mustBe: 0, arguments: {properties: [id, 5]}",
                "7: schema.unsupported #/schema/0/quality/0/metric: 'duplicateValues' does not say of which properties"
            ),
        ])
    func qualityThatMakesNoRule(metric: String, issue: String) {
        let contract =
            Self.contract("      - {name: id}") + "\n    quality: [{metric: \(metric)}]"
        #expect(SchemaText.issues(contract, name: "orders.odcs.yaml") == [issue])
    }

    // MARK: - Table Schemas

    @Test func tablesBecomeRules() throws {
        let table = """
            {"missingValues": ["", "NA"], "uniqueKeys": [["id", "code"]], "fields": [
              {"name": "id", "type": "integer", "constraints": {"required": true, "minimum": 1, "maximum": 9}},
              {"name": "code", "type": "string", "constraints": {"pattern": "[A-Z]{2}", "maxLength": 5}}
            ]}
            """
        let imported = try SchemaText.imported(table, name: "table.json")
        #expect(imported.language == .frictionless)
        #expect(
            imported.ruleSet.records.map(\.entry.expression.description) == ["unique(id, code)"])
        #expect(imported.ruleSet.fields.map(\.validator.missing) == [["NA"], ["NA"]])
        #expect(
            try SchemaText.fields(table, name: "table.json") == [
                "id: present, notNull, integer, range(1...9)",
                "code: regex(/[A-Z]{2}/, match=whole), length(...5, unit=codePoints)",
            ])
    }

    @Test(
        arguments: [
            (
                #"{"fields": [{"name": "a", "type": "string", "constraints": {"pattern": "^a"}}]}"#,
                "1: schema.unsupported #/fields/0/constraints/pattern: the pattern is one of XML Schema, which is not translated "
                    + "exactly"
            ),
            (
                #"{"fields": [{"name": "a", "constrains": {}}]}"#,
                "1: schema.unknownKeyword #/fields/0/constrains: the standard has no key 'constrains' here"
            ),
        ])
    func tablesThatMakeNoRuleSet(_ table: String, _ issue: String) {
        #expect(SchemaText.issues(table, name: "table.json") == [issue])
    }
}
