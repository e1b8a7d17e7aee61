// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Synchronization
import Testing

/// What observers are told of plugins.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct PluginEventTests {
    private final class Recorder: ValidationObserver {
        private let events = Locked<[PluginEvent]>([])

        func didValidate(_ event: ValidationEvent) {}

        func didLoad(_ event: PluginEvent) { events.withLock { $0.append(event) } }

        /// The events since the last call.
        func take() -> [PluginEvent] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    private let workshop: Workshop
    private let recorder = Recorder()
    private let host: PluginHost
    private let registry = RuleRegistry()

    init() throws {
        workshop = try Workshop()
        host = PluginHost(observer: recorder)
    }

    /// Loads a library that fails, and returns its only event.
    private func failure(_ path: String) throws -> (event: PluginEvent, error: PluginError) {
        let error = #expect(throws: PluginError.self) { try host.load(path: path, into: registry) }
        let events = recorder.take()
        try #require(events.count == 1)
        return (events[0], try #require(error))
    }

    @Test func aPluginThatIsLoadedHasItsIdAndNoCode() throws {
        let path = try workshop.compile(versionedSource("one"), to: "one.so")
        try host.load(path: path, into: registry)
        let event = try #require(recorder.take().first)
        #expect(event.path == path && event.id == "versioned")
        #expect(event.code == nil && event.reason == nil)
    }

    @Test func aFileThatIsNoLibraryHasACodeAndTheWordsOfItsError() throws {
        let path = try workshop.write(Array("no library".utf8), to: "text.so")
        let (event, error) = try failure(path)
        #expect(event.path == path && event.id == nil)
        #expect(event.code == "plugin.open" && event.reason == error.description)
    }

    @Test func aPluginThatDiesWhileItIsTriedIsNamed() throws {
        let source = """
            #include "assay_plugin.h"
            #include <stdlib.h>
            __attribute__((constructor)) static void die(void) { abort(); }
            const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return 0; }
            """
        let path = try workshop.compile(source, to: "dying.so")
        let (event, error) = try failure(path)
        #expect(event.path == path && event.id == nil)
        #expect(event.code == "plugin.probe" && event.reason == error.description)
    }

    @Test func aReloadIsToldOnlyIfSomethingWasReadAgain() throws {
        let path = try workshop.compile(versionedSource("one"), to: "plugin.so")
        try host.load(path: path, into: registry)
        _ = recorder.take()
        // It keeps nothing between calls, and its file is as it was.
        try host.reload("versioned")
        #expect(recorder.take().isEmpty)
        _ = try workshop.compile(versionedSource("two"), to: "plugin.so")
        try host.reload("versioned")
        #expect(recorder.take().map(\.id) == ["versioned"])
    }

    @Test func aReloadThatFailsHasTheIdOfThePluginThatStays() throws {
        let path = try workshop.compile(versionedSource("one"), to: "plugin.so")
        try host.load(path: path, into: registry)
        _ = recorder.take()
        try workshop.write(Array("no library".utf8), to: "plugin.so")
        let error = #expect(throws: PluginError.self) { try host.reload("versioned") }
        let events = recorder.take()
        #expect(events.map(\.id) == ["versioned"])
        #expect(events.map(\.path) == [path])
        #expect(events.map(\.code) == ["plugin.open"])
        #expect(events.map(\.reason) == [error?.description])
        #expect(host.plugins.count == 2)
    }

    @Test func nothingIsToldOfAPluginThatIsNotLoaded() {
        #expect(throws: PluginError.self) { try host.reload("versioned") }
        #expect(recorder.take().isEmpty)
    }
}
