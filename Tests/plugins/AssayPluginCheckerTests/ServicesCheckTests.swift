// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Plugins that do not give back what the host's services lend them.
@Suite struct ServicesCheckTests {
    private static func source(_ statement: String) -> String {
        """
        #include "assay_services.h"
        static const assay_host *known;
        static assay_pattern kept;
        #define ENTRY (known = host, &plugin)
        #define PATTERNS assay_find_patterns(known)
        #define COMPILE PATTERNS->compile(known, (assay_str)STR("a"), 0, &kept, 0);

        """ + eachCall(statement)
    }

    @Test(arguments: [
        ("COMPILE", "a pattern that create or evaluate has compiled, after destroy"),
        ("COMPILE COMPILE", "2 patterns that create or evaluate has compiled, after destroy"),
        (
            "COMPILE PATTERNS->release(kept); PATTERNS->release(kept);",
            "an unknown or released pattern was released"
        ),
        (
            "COMPILE PATTERNS->release(kept); PATTERNS->match(kept, call, (assay_str)STR(\"a\"));",
            "an unknown or released pattern was used"
        ),
        (
            "assay_find_counters(known)->add((assay_counter){7}, 1);",
            "an unknown counter was added to"
        ),
    ])
    func misuseOfHandlesIsFound(statement: String, found: String) throws {
        let workshop = try Workshop()
        let report = try check(
            try workshop.compile(pluginSource(Self.source(statement)), to: "broken.so"),
            only: ["services"])
        let finding = report.results.flatMap(\.findings).first
        #expect(finding?.found == found)
        #expect(
            finding?.expected
                == "each pattern released once, in destroy, and used before that alone")
        #expect(finding?.remedy == "see assay_services.h")
        #expect(finding?.place.rule == "hostile.even")
    }

    @Test func patternThatIsReleasedIsFine() throws {
        let source = Self.source(
            "COMPILE PATTERNS->match(kept, call, (assay_str)STR(\"a\")); PATTERNS->release(kept);")
        let workshop = try Workshop()
        let report = try check(
            try workshop.compile(pluginSource(source), to: "good.so"), only: ["services"])
        #expect(report.results.flatMap(\.findings).isEmpty)
        #expect(report.results.map(\.name) == ["services"])
    }

    @Test func shippedPluginWithServicesPasses() throws {
        let report = try check(
            try BuiltPlugin.taxId.path(), only: ["services", "examples", "leaks", "concurrency"])
        #expect(report.results.flatMap(\.findings).map(\.found) == [])
    }
}
