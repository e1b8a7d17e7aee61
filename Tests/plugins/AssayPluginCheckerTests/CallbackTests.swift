// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Plugins that do with what they are offered during a call what the contract forbids.
@Suite struct CallbackTests {
    private static let callbacks = (
        expected:
            "rows of the batch, UTF-8, JSON numbers and JSON Pointers, at most 16 arguments of 64 KiB "
            + "and 16 levels, and calls that are used on their own thread until they return",
        remedy: "see assay_call in assay_plugin.h"
    )

    @Test(arguments: [
        (
            "call->args(call, 4000000000u, (assay_str){0, 0}, 0, 0);",
            "arguments for row 4000000000 of a batch of ROWS"
        ),
        ("call->args(call, 0, (assay_str){0, 0}, 0, 17);", "17 arguments"),
        (
            "call->args(call, 1, (assay_str)STR(\"b\"), 0, 0);",
            "the path 'b', which is not a JSON Pointer"
        ),
        (
            "call->args(call, 1, (assay_str)STR(\"/a~2\"), 0, 0);",
            "the path '/a~2', which is not a JSON Pointer"
        ),
        (
            "call->error_at(call, 4000000000u, ASSAY_E_INTERNAL, (assay_str)STR(\"a\"));",
            "a reason for row 4000000000 of a batch of ROWS"
        ),
        (
            "call->error(call, ASSAY_E_INTERNAL, (assay_str)STR(\"\\xff\"));",
            "bytes that are not UTF-8 for error"
        ),
        ("call->log(call, 2, (assay_str){0, 9});", "9 bytes at NULL for log"),
        (
            "static const assay_call *kept; if (kept) kept->scratch(kept, 1); kept = call;",
            "scratch of a call that had returned"
        ),
    ])
    func misuseOfCallbacksIsFound(statement: String, found: String) throws {
        try expectMisuse(eachCall("if (batch->count > 1) { \(statement) }"), found)
    }

    /// An `evaluate` that gives a number with a text to the message of the second row.
    private static func number(_ head: String, of text: String) -> String {
        "#define CODE .argument_count = 1, .argument_names = names\n"
            + "static const assay_str names[] = {STR(\"seen\")};\n"
            + eachCall(
                "static const char text[] = \"\(text)\";"
                    + "assay_value v = {\(head), {.ptr = (const uint8_t *)text}, sizeof text - 1};"
                    + "if (batch->count > 1) call->args(call, 1, (assay_str){0, 0}, &v, 1);")
    }

    /// Each refers twice to the one before: reading all of it takes longer than anyone waits.
    private static func nested(levels: Int, width: Int) -> String {
        """
        static assay_value levels[\(levels)][\(width)];
        static assay_rc nest(const assay_call *call) {
            for (int level = 0; level < \(levels); level++)
                for (int item = 0; item < \(width); item++) {
                    assay_value first = {ASSAY_I64, 0, {.i64 = 1}, 0};
                    assay_value other = {ASSAY_ARRAY, 0, {.items = levels[level - 1]}, \(width)};
                    levels[level][item] = level ? other : first;
                }
            return call->args(call, 0, (assay_str){0, 0}, levels[\(levels) - 1], 1);
        }

        """ + eachCall("if (batch->count > 1) nest(call);")
    }

    @Test(arguments: [
        (nested(levels: 40, width: 2), "an argument of more than 16 levels"),
        (nested(levels: 12, width: 100), "arguments of more than 64 KiB"),
        (
            eachCall(
                "assay_value v = {ASSAY_STR, 0, {.ptr = (void *)1}, 1ull << 40};"
                    + "if (batch->count > 1) call->args(call, 0, (assay_str){0, 0}, &v, 1);"),
            "arguments of more than 64 KiB"
        ),
        (
            eachCall(
                "assay_value v = {ASSAY_ARRAY, 0, {.items = 0}, 9};"
                    + "if (batch->count > 1) call->args(call, 0, (assay_str){0, 0}, &v, 1);"),
            "an argument with contents at NULL"
        ),
        (
            eachCall(
                "assay_value v = {99, 0, {.i64 = 1}, 0};"
                    + "if (batch->count > 1) call->args(call, 0, (assay_str){0, 0}, &v, 1);"),
            "an argument of kind 99"
        ),
        (number("ASSAY_DECIMAL, 0", of: "1,5"), "the number '1,5', which is not a JSON number"),
        (
            number("ASSAY_DECIMAL, 0", of: "1,\\\"code\\\":\\\"x\\\""),
            "the number '1,\"code\":\"x\"', which is not a JSON number"
        ),
        (
            eachCall(
                "static const char text[] = \"2,5\"; assay_value v = {ASSAY_F64, ASSAY_FLAG_SOURCE_TEXT | "
                    + "3u << ASSAY_SOURCE_TEXT_SHIFT, {.f64 = 2.5}, (uint64_t)text};"
                    + "if (batch->count > 1) call->args(call, 1, (assay_str){0, 0}, &v, 1);"),
            "the number '2,5', which is not a JSON number"
        ),
        (
            eachCall(
                "assay_value v = {ASSAY_F64, 0, {.f64 = 1e308 * 10}, 0};"
                    + "if (batch->count > 1) call->args(call, 1, (assay_str){0, 0}, &v, 1);"),
            "a number that is not finite"
        ),
    ])
    func argumentsThatNoHostTakesAreFound(macros: String, found: String) throws {
        try expectMisuse(macros, found)
    }

    /// A function that uses the call `kept` as a thread does.
    private static func thread(_ statement: String) -> String {
        """
        #include <pthread.h>
        static const assay_call *kept;
        static pthread_t thread;
        static void *use(void *unused) { \(statement) return 0; }
        static void start(void) { pthread_create(&thread, 0, use, 0); }
        static void finish(void) { pthread_join(thread, 0); }

        """
    }

    private static let log = "kept->log(kept, 2, (assay_str)STR(\"a\"));"

    @Test(arguments: [
        (
            thread(log) + eachCall("if (batch->count > 1) { kept = call; start(); finish(); }"),
            "log on another thread than that of the call"
        ),
        (
            thread("kept->args(kept, 0, (assay_str){0, 0}, 0, 0);")
                + eachCall("if (batch->count > 1) { kept = call; start(); finish(); }"),
            "args on another thread than that of the call"
        ),
        (
            thread("kept->error(kept, ASSAY_E_INTERNAL, (assay_str)STR(\"a\"));")
                + eachCall("if (kept) { start(); finish(); } kept = batch->count > 1 ? call : 0;"),
            "error of a call that had returned, on another thread"
        ),
    ])
    func useOfACallElsewhereIsFound(macros: String, found: String) throws {
        try expectMisuse(macros, found)
    }

    /// What the host has of the call is gone by then, so that there is no outcome for the page.
    @Test func useOfACallByDestroyIsFound() throws {
        let destroy = """
            static const assay_call *kept;
            static void destroy(void *inst) { if (kept) \(Self.log) kept = 0; }
            #define RULE .destroy = destroy

            """
        try expectMisuse(
            destroy + eachCall("if (batch->count > 1) kept = call;"),
            "log of a call that had returned", isRecorded: false)
    }

    /// What the host has of the call of `create` is gone by then, so that there is no outcome for the page.
    @Test func useOfTheCallOfCreateIsFound() throws {
        let create = """
            static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                                   void **inst) {
                kept = call;
                return ASSAY_OK;
            }
            #define RULE .create = create

            """
        try expectMisuse(
            Self.thread("") + create + eachCall("if (batch->count > 1) kept->scratch(kept, 1);"),
            "scratch of a call that had returned", isRecorded: false)
    }

    /// Of a thread that no one waits for it is not known whether the call returns before it.
    @Test func threadThatIsLeftAndUsesItsCallIsFound() throws {
        let macros =
            Self.thread(Self.log) + eachCall("if (batch->count > 1) { kept = call; start(); }")
        let workshop = try Workshop()
        let path = try workshop.compile(pluginSource(macros))
        let found = try check(path, only: ["callbacks"]).results.first?.findings.first?.found
        #expect(
            found == "log on another thread than that of the call"
                || found == "log of a call that had returned, on another thread")
    }

    private func expectMisuse(
        _ macros: String, _ found: String, isRecorded: Bool = true
    ) throws {
        let source = pluginSource(macros)
        let workshop = try Workshop()
        let path = try workshop.compile(source)
        let failing = try check(path).results
            .filter { !$0.findings.isEmpty }
        #expect(failing.map(\.name) == ["callbacks"])
        let finding = failing.first?.findings.first
        let count = finding?.place.rows.map(String.init) ?? ""
        #expect(finding?.found == found.replacing("ROWS", with: count))
        #expect(finding?.expected == Self.callbacks.expected)
        #expect(finding?.remedy == Self.callbacks.remedy)
        guard isRecorded else { return }
        HostileOutcomes.record(
            HostileCase(.contract, "misuses a callback: \(found.replacing("ROWS", with: "1024"))"),
            host: try validation(of: path, in: workshop),
            checker: "callbacks: \(found.replacing("ROWS", with: "the number of its rows"))")
    }
}
