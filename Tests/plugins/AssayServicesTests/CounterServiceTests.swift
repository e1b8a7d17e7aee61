// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayServices
import Dispatch
import Testing

@Suite struct CounterServiceTests {
    private func open(
        _ name: String, _ bench: ServiceBench
    ) -> (rc: assay_rc, counter: assay_counter) {
        var counter = assay_counter()
        let rc = borrowed(name) { bench.counters.open(bench.host, $0, &counter) }
        return (rc, counter)
    }

    private func counts(_ bench: ServiceBench) -> [String] {
        bench.counted.all.map { "\($0.plugin) \($0.name) \($0.value)" }
    }

    @Test func countersAreShownByPluginAndName() {
        let counted = PluginCounters()
        let zebra = ServiceBench(plugin: "zebra", counters: counted)
        let ant = ServiceBench(plugin: "ant", counters: counted)
        let seen = open("seen", zebra).counter
        #expect(open("seen", zebra).counter.number == seen.number)
        #expect(open("b.2_-", ant).rc == ASSAY_OK)
        #expect(zebra.counters.add(open("seen", ant).counter, 5) == ASSAY_OK)
        #expect(zebra.counters.add(seen, 2) == ASSAY_OK)
        #expect(zebra.counters.add(seen, 0) == ASSAY_OK)
        #expect(counts(ant) == ["ant b.2_- 0", "ant seen 5", "zebra seen 2"])
    }

    @Test func counterEndsAtTheGreatestNumber() {
        let bench = ServiceBench()
        let counter = open("most", bench).counter
        #expect(bench.counters.add(counter, .max - 1) == ASSAY_OK)
        #expect(bench.counters.add(counter, 5) == ASSAY_OK)
        #expect(bench.counters.add(counter, .max) == ASSAY_OK)
        #expect(counts(bench) == ["bench most \(UInt64.max)"])
    }

    @Test(
        arguments: [
            "", " ", "a b", "ä", "a/b", "a\0", "a\u{1b}", String(repeating: "a", count: 65),
        ])
    func nameThatIsNoneIsAnError(name: String) {
        let bench = ServiceBench()
        #expect(open(name, bench).rc == ASSAY_E_PARAM)
        #expect(counts(bench) == [])
    }

    @Test(arguments: HostileText.allCases)
    func textThatIsNoneIsAnError(text: HostileText) {
        let bench = ServiceBench()
        var counter = assay_counter()
        #expect(text.with { bench.counters.open(bench.host, $0, &counter) } == ASSAY_E_PARAM)
        #expect(borrowed("a") { bench.counters.open(nil, $0, &counter) } == ASSAY_E_PARAM)
        #expect(borrowed("a") { bench.counters.open(bench.host, $0, nil) } == ASSAY_E_PARAM)
    }

    @Test func pluginHasABoundedNumberOfCounters() {
        let bench = ServiceBench(plugin: "flood")
        for index in 0..<1000 {
            #expect(open("c\(index)", bench).rc == (index < 64 ? ASSAY_OK : ASSAY_E_NOMEM))
        }
        #expect(bench.counted.all.count == 64)
    }

    @Test func handlesThatAreNoneCountNowhere() {
        let bench = ServiceBench()
        let counter = open("a", bench).counter
        for number in [0, 1, .max, 1 << 63] + (20..<64).map({ counter.number ^ (1 << $0) }) {
            #expect(
                bench.counters.add(assay_counter(number: number), 1) == ASSAY_E_PARAM, "\(number)")
        }
        #expect(counts(bench) == ["bench a 0"])
    }

    @Test func threadsLoseNothing() {
        let bench = ServiceBench()
        let counter = open("a", bench).counter
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { _ = bench.counters.add(counter, 1) }
        }
        #expect(counts(bench) == ["bench a 80000"])
    }

    /// Before a plugin has told its id there is nowhere to show its numbers.
    @Test func pluginWithoutIdHasNoCounters() {
        let counted = PluginCounters()
        let host = UnsafeMutablePointer<assay_host>.allocate(capacity: 1)
        host.initialize(to: assay_host())
        ServiceClient(counters: counted).register(host: host)
        var counter = assay_counter()
        let rc = borrowed("a") { ServiceBench().counters.open(host, $0, &counter) }
        #expect(rc == ASSAY_E_NOMEM)
        #expect(counted.all.isEmpty)
    }
}
