// SPDX-License-Identifier: Apache-2.0
import Synchronization
import AssayCore
import AssayPluginHost
import Testing

/// What plugins write for the host's log.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct PluginLogTests {
    private static let source = """
        #include "assay_plugin_c.h"
        #ifndef FLOOD
        #define FLOOD
        #endif

        static void say(const assay_call *call, uint32_t level, assay_str text) {
            call->log(call, level, text);
        }

        static assay_rc start(const assay_host *host, const assay_call *call,
                              const assay_value *config, void **state) {
            (void)host, (void)config, (void)state;
            say(call, 2, ASSAY_TEXT("ready"));
            FLOOD
            return ASSAY_OK;
        }

        static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                               void **inst) {
            (void)state, (void)params, (void)inst;
            say(call, 1, ASSAY_TEXT("made"));
            return ASSAY_OK;
        }

        static assay_verdict check(const assay_value *value, const assay_row *row) {
            if (value->as.i64 == 0)
                say(row->call, 3, ASSAY_TEXT("nothing"));
            if (value->as.i64 < 0) {
                say(row->call, 99, ASSAY_TEXT("less\\nthan"));
                say(row->call, 0, (assay_str){0, 5});
                say(row->call, 0, (assay_str){0, 0});
            }
            if (value->as.i64 > 9)
                for (int line = 0; line < 1000; line++)
                    say(row->call, 0, ASSAY_TEXT("much"));
            return assay_pass();
        }

        ASSAY_ROW_RULE(noted, "Writes for the log", ASSAY_KIND_BIT(ASSAY_I64), check,
                       .create = create);
        ASSAY_PLUGIN("log", "1.0.0", ASSAY_RULES(&assay_rule_noted), .init = start);
        """

    private func lines(of values: [Value]) throws -> [PluginLogLine] {
        let workshop = try Workshop()
        let lines = Locked<[PluginLogLine]>([])
        let host = PluginHost(log: { line in lines.withLock { $0.append(line) } })
        let registry = RuleRegistry()
        try host.load(path: try workshop.compile(Self.source), into: registry)
        let codes = try failures(of: RuleExpression("log.noted"), in: registry, values)
        #expect(codes == values.map { _ in [] })
        return lines.withLock(\.self)
    }

    @Test func linesReachTheHostWithTheirSource() throws {
        let start = [
            PluginLogLine(source: "log", level: 2, text: "ready"),
            PluginLogLine(source: "log.noted", level: 1, text: "made"),
        ]
        #expect(try lines(of: [5]) == start)
        let found = try lines(of: [0, -1])
        #expect(
            found == start + [
                PluginLogLine(source: "log.noted", level: 3, text: "nothing"),
                PluginLogLine(source: "log.noted", level: 4, text: "less\nthan"),
            ])
        #expect(found.last?.level == .error)
    }

    @Test func aFloodIsCut() throws {
        let found = try lines(of: [10])
        #expect(found.count == 2 + 64)
    }

    /// `init` is a call like any other.
    @Test func aFloodOfInitIsCut() throws {
        let workshop = try Workshop()
        let flood = """
            #define FLOOD \\
                for (int line = 0; line < 100; line++) { \\
                    static uint8_t much[5000]; \\
                    for (int byte = 0; byte < 5000; byte++) \\
                        much[byte] = 'a'; \\
                    say(call, 1, (assay_str){much, sizeof much}); \\
                }

            """
        let path = try workshop.compile(flood + Self.source)
        let lines = Locked<[PluginLogLine]>([])
        try PluginHost(log: { line in lines.withLock { $0.append(line) } })
            .load(path: path, into: RuleRegistry())
        let found = lines.withLock(\.self)
        #expect(found.count == 64)
        #expect(found.first?.text == "ready")
        #expect(found.last?.text == String(repeating: "a", count: 4096))
    }

    @Test(arguments: [
        (PluginLogLine.Level.trace, 3), (.debug, 3), (.info, 2), (.warning, 1), (.error, 0),
    ])
    func linesOfALowerLevelAreDropped(level: PluginLogLine.Level, count: Int) throws {
        let workshop = try Workshop()
        let lines = Locked<[PluginLogLine]>([])
        let host = PluginHost(
            logLevel: level, log: { line in lines.withLock { $0.append(line) } })
        let registry = RuleRegistry()
        try host.load(path: try workshop.compile(Self.source), into: registry)
        _ = try failures(of: RuleExpression("log.noted"), in: registry, [0])
        #expect(lines.withLock(\.count) == count)
    }

    @Test func logNeedsNoListener() throws {
        let workshop = try Workshop()
        let registry = RuleRegistry()
        try PluginHost().load(path: try workshop.compile(Self.source), into: registry)
        #expect(try failures(of: RuleExpression("log.noted"), in: registry, [0, 10]) == [[], []])
    }
}
