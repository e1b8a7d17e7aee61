// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// The descriptors and mappings that the process can still have.
///
/// Each version of a plugin that was loaded keeps some of both for the life of the process. A reload
/// stops before a service has none left, for which it would fail at any other place.
struct ProcessRoom {
    /// The descriptors, or the mappings, that are in use, and the largest number of them.
    struct Use {
        let name: String
        let count: Int
        let limit: Int
        /// The remedy when there are too few left.
        let remedy: String
    }

    /// The descriptors and mappings that a reload leaves for the rest of the program.
    private static let reserves = ["descriptors": 64, "mappings": 4096]

    private let uses: [Use]

    /// The room that is known in this process; what cannot be read is left out.
    static func current() -> ProcessRoom {
        var uses: [Use] = []
        let limit = ResourceLimit.all().first { $0.name == "RLIMIT_NOFILE" }?.soft
        if let limit, let limit = Int(exactly: limit),
            let open = try? FileSystem.names(inDirectory: "/proc/self/fd").count
        {
            uses.append(
                Use(
                    name: "descriptors", count: open, limit: limit,
                    remedy: "raise the limit (ulimit -n), or restart the program"))
        }
        if let most = number(in: "/proc/sys/vm/max_map_count"), let maps = mappingCount() {
            uses.append(
                Use(
                    name: "mappings", count: maps, limit: most,
                    remedy: "raise vm.max_map_count, or restart the program"))
        }
        return ProcessRoom(uses: uses)
    }

    init(uses: [Use]) {
        self.uses = uses
    }

    /// - Throws: An error of stage load if too little is left for another version of a plugin.
    func check() throws(StageError) {
        for use in uses {
            let reserve = Self.reserves[use.name] ?? 0
            guard use.count > use.limit - min(reserve, use.limit / 4) else { continue }
            throw StageError(
                .load, found: "\(use.count) of \(use.limit) \(use.name) in use",
                expected: "enough of them for another version of the plugin, which keeps its own",
                remedy: use.remedy)
        }
    }

    private static func number(in path: String) -> Int? {
        let bytes = try? SmallFile.read(path, limit: 64)
        return bytes.flatMap { bytes in
            Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
        }
    }

    private static func mappingCount() -> Int? {
        guard let bytes = try? SmallFile.read("/proc/self/maps", limit: 64 << 20) else {
            return nil
        }
        return bytes.count { $0 == UInt8(ascii: "\n") }
    }
}
