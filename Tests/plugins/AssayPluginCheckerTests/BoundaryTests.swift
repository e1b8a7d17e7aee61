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
    func readAfterTheInputIsFound(broken: Broken) throws {
        try broken.expectFound(by: "inputBounds")
    }

    /// A `create` that does something with the value of its parameter, of this type, and takes `"a"`.
    private static func create(_ type: String, _ statement: String) -> String {
        """
        static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
            \(statement)
            return ASSAY_OK;
        }
        #define PARAMETER .type = ASSAY_PARAM_\(type)
        #define EXAMPLE .expression = STR("even(\\"a\\")")
        #define RULE .create = create
        """
    }

    private static func inCreate(_ broken: inout Broken) {
        broken.expression = "hostile.even(\"a\")"
        broken.also = nil
    }

    @Test func writtenArgumentsAreFound() throws {
        let broken = Broken(
            "writes its arguments", Self.create("STRING", "((assay_value *)params)[0].flags = 0;"),
            found: "a write to the arguments in create", expected: "a function that returns",
            remedy: "treat params and all they point to as const", Self.inCreate)
        try broken.expectFound(by: "readOnlyInput")
    }

    @Test(arguments: [
        ("STRING", "(void)*(volatile const uint32_t *)&params[1].kind;"),
        ("STRING", "((volatile assay_value *)params)[1].kind = 0;"),
        ("STRING", "(void)*(volatile const uint8_t *)&params[0].as.ptr[params[0].len];"),
        ("STRING", "((volatile uint8_t *)params[0].as.ptr)[params[0].len] = 0;"),
        ("LIST", "(void)*(volatile const uint32_t *)&params[0].as.items[params[0].len].kind;"),
    ])
    func accessAfterTheArgumentsIsFound(type: String, statement: String) throws {
        let broken = Broken(
            "\(statement) of a \(type)", Self.create(type, statement),
            found: "an access after the end of the arguments in create",
            expected: "a function that returns",
            remedy: "read only a value for each parameter, and of it len bytes, elements and "
                + "members; strings have no NUL at the end", Self.inCreate)
        try broken.expectFound(by: "inputBounds")
    }

    private static let scratch = "request as many bytes of scratch as you use"

    @Test(arguments: [
        "volatile uint8_t *p = call->scratch(call, 32); p[32] = 1;",
        "volatile uint8_t *p = call->scratch(call, 32); (void)p[32];",
        "volatile uint8_t *p = call->scratch(call, 20); (void)p[32];",
    ])
    func accessAfterScratchIsFound(statement: String) throws {
        var evaluate = Broken(
            "\(statement) in evaluate", eachCall(statement),
            found: "an access after the end of scratch in evaluate", expected: Self.verdict,
            remedy: Self.scratch, Self.firstRow)
        evaluate.also = nil
        try evaluate.expectFound(by: "scratchBounds")
        let create = Broken(
            "\(statement) in create", Self.create("STRING", statement),
            found: "an access after the end of scratch in create",
            expected: "a function that returns", remedy: Self.scratch, Self.inCreate)
        try create.expectFound(by: "scratchBounds")
    }

    /// Scratch memory is aligned to 16 bytes: no guard is at its end.
    @Test func writeRightAfterScratchIsFound() throws {
        let statement = "volatile uint8_t *p = call->scratch(call, 20); p[20] = 1;"
        let evaluate = Broken(
            "\(statement) in evaluate", eachCall(statement),
            found: "a write after the end of scratch in evaluate",
            expected: "writes to what was asked for", remedy: Self.scratch
        ) { $0.also = nil }
        try evaluate.expectFound(by: "scratchBounds")
        let create = Broken(
            "\(statement) in create", Self.create("STRING", statement),
            found: "a write after the end of scratch in create",
            expected: "writes to what was asked for", remedy: Self.scratch, Self.inCreate)
        try create.expectFound(by: "scratchBounds")
    }

    @Test func writeAfterTheVerdictsIsFound() throws {
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
        Broken(
            "keeps the array of its arguments",
            create("STRING", "*inst = (void *)params;") + "\n"
                + eachCall("if (inst) (void)*(volatile const uint8_t *)inst;"),
            found: "an access to what an earlier call had borrowed in evaluate",
            expected: verdict, remedy: "copy what is needed after the call"
        ) {
            firstRow(&$0)
            inCreate(&$0)
        },
        Broken(
            "keeps the scratch memory of create",
            create("STRING", "*inst = call->scratch(call, 32);") + "\n"
                + eachCall("if (inst) (void)*(volatile const uint8_t *)inst;"),
            found: "an access to what an earlier call had borrowed in evaluate",
            expected: verdict, remedy: "copy what is needed after the call"
        ) {
            firstRow(&$0)
            inCreate(&$0)
        },
        Broken(
            "keeps the scratch memory of evaluate",
            eachCall(
                "static volatile uint8_t *kept; if (kept) (void)*kept; kept = call->scratch(call, 32);"
            ),
            found: "an access to what an earlier call had borrowed in evaluate",
            expected: verdict, remedy: "copy what is needed after the call"
        ) {
            firstRow(&$0)
            $0.also = nil
        },
    ])
    func borrowedMemoryThatIsKeptIsFound(broken: Broken) throws {
        try broken.expectFound(by: "lifetime")
    }
}
