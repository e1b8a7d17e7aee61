// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Plugins that do with what they are given what the contract forbids.
@Suite struct BoundaryTests {
    private static let verdict = "a verdict for every row"

    private static func firstRow(_ broken: inout Broken) {
        broken.value = "2"
        broken.isRow = true
    }

    @Test func writtenInputIsFound() throws {
        let broken = Broken(
            "writes its input",
            eachRow("((assay_value *)batch->columns[0])[row].flags = 0;"),
            found: "a write to the batch in evaluate", expected: Self.verdict,
            remedy: "treat the batch and all it points to as const", Self.firstRow)
        try broken.expectFound(by: "readOnlyInput")
    }

    @Test(arguments: [
        Broken(
            "reads a row too many",
            eachCall("(void)*(volatile const uint32_t *)&batch->columns[0][batch->count].kind;"),
            found: "an access after the end of a value or a column in evaluate",
            expected: verdict,
            remedy: "read only len bytes, elements and members, and count rows; strings have no "
                + "NUL at the end", firstRow),
        Broken(
            "takes strings for words with NUL at their end",
            """
            #define RULE .kinds = ASSAY_KIND_BIT(ASSAY_STR)
            #define EXAMPLE .value = STR("\\"a\\"")
            #define EVALUATE for (uint32_t row = 0; row < batch->count; row++) { \\
                const assay_value *v = &batch->columns[0][row]; \\
                if (v->len == 16) (void)*(volatile const uint8_t *)&v->as.ptr[16]; \\
                out[row].status = ASSAY_PASS; }
            """,
            found: "an access after the end of a value or a column in evaluate",
            expected: verdict,
            remedy: "read only len bytes, elements and members, and count rows; strings have no "
                + "NUL at the end"
        ) {
            $0.value = "\"anna@example.org\""
            $0.isRow = true
        },
    ])
    func readBehindTheInputIsFound(broken: Broken) throws {
        try broken.expectFound(by: "inputBounds")
    }

    @Test func writeBehindTheVerdictsIsFound() throws {
        let broken = Broken(
            "writes a verdict too many", eachCall("out[batch->count].status = ASSAY_PASS;"),
            found: "an access after the last verdict in evaluate", expected: Self.verdict,
            remedy: "write only out[0] to out[count - 1]"
        ) { $0.value = "2" }
        try broken.expectFound(by: "verdictBounds")
    }

    @Test(arguments: [
        Broken(
            "keeps its batch",
            "static const assay_value *kept;\n"
                + eachCall(
                    "if (kept) (void)*(volatile const uint32_t *)&kept->kind; kept = batch->columns[0];"
                ),
            found: "an access to what an earlier call had borrowed in evaluate",
            expected: verdict, remedy: "copy what is needed after the call"
        ) {
            firstRow(&$0)
            $0.also = nil
        },
        Broken(
            "keeps its arguments",
            """
            static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
                *inst = (void *)params[0].as.ptr;
                return ASSAY_OK;
            }
            #define PARAMETER .type = ASSAY_PARAM_STRING
            #define EXAMPLE .expression = STR("even(\\"a\\")")
            #define RULE .create = create
            """ + "\n" + eachCall("if (inst) (void)*(volatile const uint8_t *)inst;"),
            found: "an access to what an earlier call had borrowed in evaluate",
            expected: verdict, remedy: "copy what is needed after the call"
        ) {
            firstRow(&$0)
            $0.expression = "hostile.even(\"a\")"
            $0.also = nil
        },
    ])
    func borrowedMemoryThatIsKeptIsFound(broken: Broken) throws {
        try broken.expectFound(by: "lifetime")
    }

    private static let callbacks = (
        expected: "rows of the batch, UTF-8, at most 16 arguments, and no use of a call that has "
            + "returned",
        remedy: "see assay_call in assay_plugin.h"
    )

    @Test(arguments: [
        (
            "call->args(call, 4000000000u, (assay_str){0, 0}, 0, 0);",
            "arguments for row 4000000000 of a batch of ROWS"
        ),
        ("call->args(call, 0, (assay_str){0, 0}, 0, 17);", "17 arguments"),
        ("call->args(call, 0, (assay_str)STR(\"a\"), 0, 0);", "the path 'a'"),
        (
            "call->error(call, ASSAY_E_INTERNAL, (assay_str)STR(\"\\xff\"));",
            "bytes that are no UTF-8 for error"
        ),
        ("call->log(call, 2, (assay_str){0, 9});", "9 bytes at NULL for log"),
        (
            "static const assay_call *kept; if (kept) kept->scratch(kept, 1); kept = call;",
            "a callback of a call that had returned"
        ),
    ])
    func misuseOfCallbacksIsFound(statement: String, found: String) throws {
        let source = pluginSource(eachCall("if (batch->count > 1) { \(statement) }"))
        let workshop = try Workshop()
        let failing = try check(try workshop.compile(source)).results
            .filter { !$0.findings.isEmpty }
        #expect(failing.map(\.name) == ["callbacks"])
        let finding = failing.first?.findings.first
        let count = finding?.place.rows.map(String.init) ?? ""
        #expect(finding?.found == found.replacing("ROWS", with: count))
        #expect(finding?.expected == Self.callbacks.expected)
        #expect(finding?.remedy == Self.callbacks.remedy)
    }
}
