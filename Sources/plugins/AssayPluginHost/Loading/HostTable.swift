// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayServices
import AssayCLibrary

/// The table that tells a plugin about this host; it lives as long as the process.
///
/// Each start of a plugin has a table of its own, by which the services recognize the plugin.
struct HostTable: @unchecked Sendable {  // nothing writes it after init
    let pointer: UnsafePointer<assay_host>
    private let client: ServiceClient

    static let name = "assay"
    static let version = "0.1.0"

    /// - Parameters:
    ///   - counters: The counters of the plugin.
    ///   - directory: The directory of the plugin's data files.
    init(counters: PluginCounters, directory: String) {
        let page = ReadOnlyPage(textBytes: directory.utf8.count)
        pointer = page.place(
            assay_host(
                magic: ASSAY_MAGIC, struct_size: UInt32(MemoryLayout<assay_host>.size),
                abi_major: UInt16(ASSAY_ABI_MAJOR), abi_minor: UInt16(ASSAY_ABI_MINOR),
                reserved: 0, name: page.place(Self.name), version: page.place(Self.version),
                extension: { _, id in ServicePage.shared.table(id) },
                directory: page.place(directory)))
        page.seal()
        client = ServiceClient(counters: counters)
        client.register(host: pointer)
    }

    /// The services show by this id what the plugin does.
    func name(plugin id: String) { client.name(id) }
}

/// The services, whose tables plugins share.
private struct ServicePage: @unchecked Sendable {  // nothing writes it after init
    static let shared = ServicePage()

    private let tables: [(id: String, table: UnsafeRawPointer)]

    private init() {
        let page = ReadOnlyPage()
        tables = ServiceTables.all(page)
        page.seal()
    }

    /// The table with an id that ends with a zero; nil for every other.
    func table(_ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
        guard let id else { return nil }
        return tables.first { strcmp($0.id, id) == 0 }?.table
    }
}

/// Memory of a page, or a few, that is written once.
///
/// Plugins share what is in it, and cannot write it.
private final class ReadOnlyPage: TablePlacement {
    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0

    /// - Parameter textBytes: The size of the texts that are not counted as a part of the first page.
    init(textBytes: Int = 0) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        size = page + (textBytes + page - 1) / page * page
        let protection = PROT_READ | PROT_WRITE
        let memory = mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { fatalError("out of memory") }
        start = memory
    }

    /// Makes the page read-only, after which nothing can be placed in it.
    func seal() { mprotect(start, size, PROT_READ) }

    func callAsFunction<Table>(_ table: Table) -> UnsafeRawPointer {
        UnsafeRawPointer(place(table))
    }

    func place<Table>(_ table: Table) -> UnsafePointer<Table> {
        let memory = take(MemoryLayout<Table>.stride).bindMemory(to: Table.self, capacity: 1)
        memory.initialize(to: table)
        return UnsafePointer(memory)
    }

    func place(_ text: String) -> assay_str {
        let bytes = Array(text.utf8)
        let memory = take(bytes.count)
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        return assay_str(
            ptr: UnsafePointer(memory.bindMemory(to: UInt8.self, capacity: bytes.count)),
            len: UInt64(bytes.count))
    }

    /// Aligned for every table.
    private func take(_ bytes: Int) -> UnsafeMutableRawPointer {
        let place = used
        used += (bytes + 15) & ~15
        precondition(used <= size, "the tables of the host are larger than a page")
        return start + place
    }
}
