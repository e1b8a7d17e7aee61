// SPDX-License-Identifier: Apache-2.0
import Testing

/// Plugins whose verdicts are wrong or depend on what they must not.
@Suite struct VerdictTests {
    private static let statuses = "ASSAY_PASS, ASSAY_FAIL, ASSAY_SKIP or ASSAY_UNDECIDED"

    private static func on255(_ broken: inout Broken) {
        broken.value = "255"
        broken.isRow = true
    }

    @Test func exampleThatDoesNotHoldIsFound() throws {
        let broken = Broken(
            "has a wrong example", "#define EXAMPLE .value = STR(\"3\")",
            found: "FAIL (hostile.even.odd)", expected: "PASS",
            remedy: "correct the example or the rule"
        ) { $0.value = "3" }
        try broken.expectFound(by: "examples")
    }

    @Test(arguments: [
        Broken(
            "forgets a row", eachRow("if (v == 255) out[row].status = ASSAY_UNSET;"),
            found: "ASSAY_UNSET", expected: statuses, remedy: "write a verdict for every row",
            on255),
        Broken(
            "invents a status", eachRow("if (v == 255) out[row].status = 9;"), found: "status 9",
            expected: statuses, remedy: "write one of these to status", on255),
        Broken(
            "invents a code", eachRow("if (v == 255) out[row].code = 5;"), found: "code 5",
            expected: "the index of one of 1 codes",
            remedy: "declare the code, or use one that is declared", on255),
        Broken(
            "returns a number", eachCall("if (batch->count != 1) return 7;"),
            found: "the result 7 from evaluate", expected: "ASSAY_OK or an ASSAY_E_ number",
            remedy: "return ASSAY_OK"
        ) { $0.also = nil },
    ])
    func verdictThatDoesNotExistIsFound(broken: Broken) throws {
        try broken.expectFound(by: "verdicts")
    }

    @Test func verdictThatDependsOnThePlaceIsFound() throws {
        let broken = Broken(
            "forgets rows after 1,000",
            eachRow("if (row >= 1000 && v == 255) out[row].status = ASSAY_SKIP;"),
            found: "SKIP", expected: "FAIL (hostile.even.odd), as in a batch of 1",
            remedy: "check each row by itself, and all rows of the batch"
        ) {
            $0.value = "255"
            $0.isRow = true
        }
        try broken.expectFound(by: "batches")
    }

    @Test func verdictThatDependsOnTheInstanceIsFound() throws {
        let broken = Broken(
            "counts its instances",
            """
            static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
                static int64_t count;
                *inst = (void *)(count++ % 2);
                return ASSAY_OK;
            }
            #define RULE .create = create
            """ + "\n" + eachRow("if (v == 255 && inst != 0) out[row].status = ASSAY_PASS;"),
            found: "PASS",
            expected: "FAIL (hostile.even.odd), as from an instance with the same arguments",
            remedy: "let verdicts depend on the arguments and the row only", Self.on255)
        try broken.expectFound(by: "determinism")
    }

    @Test func verdictThatDependsOnTheCallIsFound() throws {
        let broken = Broken(
            "counts its calls",
            "static unsigned count;\n"
                + eachRow("if (v == 255 && count++ % 2) out[row].status = ASSAY_PASS;"),
            found: "PASS", expected: "FAIL (hostile.even.odd), as the first time",
            remedy: "keep nothing from call to call"
        ) {
            Self.on255(&$0)
            $0.also = ["batches"]
        }
        try broken.expectFound(by: "determinism")
    }

    @Test func pureRuleThatLooksAroundIsFound() throws {
        let broken = Broken(
            "looks at the time zone",
            "#include <stdlib.h>\n#define RULE .flags = ASSAY_RULE_PURE\n"
                + eachRow("if (v == 255 && getenv(\"TZ\")) out[row].status = ASSAY_PASS;"),
            found: "PASS",
            expected: "FAIL (hostile.even.odd), as in another locale, time zone and directory",
            remedy: "use only the values and the arguments, or drop ASSAY_RULE_PURE", Self.on255)
        try broken.expectFound(by: "purity")
    }

    @Test func ruleThatIsNotConcurrentIsFound() throws {
        let broken = Broken(
            "keeps its value in a static variable",
            "#include <unistd.h>\n#define RULE .flags = ASSAY_RULE_CONCURRENT\n"
                + "static volatile int inside;\n"
                + eachRow(
                    "inside++; if (v == 255) { usleep(1000); if (inside > 1) out[row].status = ASSAY_PASS; } inside--;"
                ),
            found: "PASS", expected: "FAIL (hostile.even.odd), as on one thread",
            remedy: "keep nothing of a call outside of it, or drop ASSAY_RULE_CONCURRENT",
            Self.on255)
        try broken.expectFound(by: "concurrency")
    }
}
