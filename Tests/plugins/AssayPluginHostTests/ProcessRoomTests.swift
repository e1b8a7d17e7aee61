// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayPluginHost

/// Whether a reload leaves the program what it needs.
@Suite struct ProcessRoomTests {
    private func room(_ name: String, _ count: Int, of limit: Int) -> ProcessRoom {
        ProcessRoom(uses: [.init(name: name, count: count, limit: limit, remedy: "do this")])
    }

    @Test(
        arguments: [
            ("descriptors", 961, 1024), ("descriptors", 1024, 1024), ("descriptors", 13, 16),
            ("mappings", 61_435, 65_530), ("mappings", 65_530, 65_530),
        ])
    func lackIsAnError(name: String, count: Int, limit: Int) {
        let error = #expect(throws: StageError.self) { try room(name, count, of: limit).check() }
        #expect(
            error?.error(path: "a.so").description
                == "cannot load plugin 'a.so' at stage load: found \(count) of \(limit) \(name) in "
                + "use, expected enough of them for another version of the plugin, which keeps its "
                + "own; do this")
    }

    @Test(
        arguments: [
            ("descriptors", 960, 1024), ("descriptors", 12, 16), ("mappings", 61_434, 65_530),
        ])
    func enoughIsNoError(name: String, count: Int, limit: Int) throws {
        try room(name, count, of: limit).check()
        try ProcessRoom.current().check()
    }
}
