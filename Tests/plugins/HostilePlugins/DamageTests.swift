// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Foundation
import PluginWorkshop
import Testing

/// Plugins with bytes missing.
@Suite struct DamageTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// Where the parts of the template plugin end, by their names, in the order of their checks.
    private static func ends(in bytes: [UInt8]) -> [(part: String, end: Int)] {
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
        }
        let segments = number(56, 2)
        var ends = [(part: "the segment headers", end: 64 + 56 * segments)]
        for index in 0..<segments {
            let header = 64 + 56 * index
            ends.append(("segment \(index)", number(header + 8, 8) + number(header + 32, 8)))
        }
        ends.append(("the section headers", number(40, 8) + 64 * number(60, 2)))
        return ends
    }

    @Test(arguments: 0..<13)
    func truncatedPluginIsRejected(place: Int) throws {
        let bytes = try BuiltPlugin.template.bytes()
        let ends = Self.ends(in: bytes)
        let loads = ends.map(\.end).max() ?? 0
        let sizes = [
            1, 63, 64, 65, 64 + 56, ends[0].end - 1, ends[0].end, 1000, 4096, 4097,
            bytes.count / 2, ends[2].end - 1, loads - 1,
        ]
        let size = sizes[place]
        let path = try workshop.write(bytes[..<size], to: "cut.so")
        guard size >= 64 else {
            try expectError(
                of: path, at: .open,
                "found a file of \(size) bytes, expected 64 to 536870912 bytes; "
                    + "build the plugin again")
            return
        }
        let missing = try #require(ends.first { $0.end > size })
        try expectError(
            of: path, at: .format,
            "found a truncated file: \(missing.part) would end at byte \(missing.end) of \(size), "
                + "expected a complete file; copy or build the plugin again")
    }
}
