// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import Glibc

/// What a plugin is told about this host; it lives as long as the process.
struct HostTable: @unchecked Sendable {  // nothing writes it after init
    let pointer: UnsafePointer<assay_host>

    static let name = "assay"
    static let version = "0.1.0"
    static let shared = HostTable()

    /// Plugins share it: it is in a page of its own, which cannot be written any more.
    private init() {
        let bytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        let protection = PROT_READ | PROT_WRITE
        let page = mmap(nil, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let page, page != MAP_FAILED else { fatalError("out of memory") }
        let host = page.bindMemory(to: assay_host.self, capacity: 1)
        let name = Self.write(Self.name, to: page + MemoryLayout<assay_host>.stride)
        let version = Self.write(Self.version, to: page + MemoryLayout<assay_host>.stride + 64)
        host.initialize(
            to: assay_host(
                magic: ASSAY_MAGIC, struct_size: UInt32(MemoryLayout<assay_host>.size),
                abi_major: UInt16(ASSAY_ABI_MAJOR), abi_minor: UInt16(ASSAY_ABI_MINOR),
                reserved: 0, name: name, version: version, extension: { _, _ in nil }))
        mprotect(page, bytes, PROT_READ)
        pointer = UnsafePointer(host)
    }

    /// Copies a text of at most 64 bytes.
    private static func write(_ text: String, to address: UnsafeMutableRawPointer) -> assay_str {
        let bytes = Array(text.utf8)
        address.copyMemory(from: bytes, byteCount: bytes.count)
        return assay_str(
            ptr: UnsafePointer(address.bindMemory(to: UInt8.self, capacity: bytes.count)),
            len: UInt64(bytes.count))
    }
}
