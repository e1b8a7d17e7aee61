// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// What a plugin is told about this host; it lives as long as the process.
struct HostTable: @unchecked Sendable {  // nothing writes it after init
    let pointer: UnsafePointer<assay_host>

    static let name = "assay"
    static let version = "0.1.0"
    static let shared = HostTable()

    private init() {
        let host = UnsafeMutablePointer<assay_host>.allocate(capacity: 1)
        host.initialize(
            to: assay_host(
                magic: ASSAY_MAGIC, struct_size: UInt32(MemoryLayout<assay_host>.size),
                abi_major: UInt16(ASSAY_ABI_MAJOR), abi_minor: UInt16(ASSAY_ABI_MINOR),
                reserved: 0, name: Self.text(Self.name), version: Self.text(Self.version),
                extension: { _, _ in nil }))
        pointer = UnsafePointer(host)
    }

    private static func text(_ text: String) -> assay_str {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        return assay_str(ptr: UnsafePointer(bytes.baseAddress), len: UInt64(bytes.count))
    }
}
