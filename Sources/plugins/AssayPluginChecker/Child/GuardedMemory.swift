// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import CPluginChecker
import AssayCLibrary

/// Memory that ends the process when a plugin does with it what it must not.
///
/// The fault is flagged as one of watched memory; what was made last is watched.
final class GuardedMemory: InputMemory {
    enum Protection {
        /// Cannot be written once it is sealed.
        case readOnly
        /// Each piece ends where memory begins that can be neither read nor written.
        case bounded
        /// Can be read and written until it is revoked.
        case revocable
    }

    private let protection: Protection
    private let start: UnsafeMutableRawPointer
    private var used = 0
    private let temporary = ValueArena()

    private static let size = 256 << 20
    private static let page = sysconf(Int32(_SC_PAGESIZE))

    /// Nil if there is no memory.
    init?(_ protection: Protection) {
        let access = protection == .bounded ? PROT_NONE : PROT_READ | PROT_WRITE
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let start = mmap(nil, Self.size, access, flags, -1, 0)
        guard let start, start != MAP_FAILED else { return nil }
        self.protection = protection
        self.start = start
        assay_faults_watch(start, Self.size)
    }

    deinit {
        munmap(start, Self.size)
    }

    func seal() {
        if protection == .readOnly { mprotect(start, Self.size, PROT_READ) }
    }

    /// Makes all of it unreadable, after the calls that borrowed it have returned.
    func revoke() {
        mprotect(start, Self.size, PROT_NONE)
    }

    func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        switch protection {
        case .readOnly, .revocable: allocate(bytes, alignedTo: 16)
        case .bounded: allocateAtEndOfPage(bytes)
        }
    }

    private func allocate(_ bytes: Int, alignedTo alignment: Int) -> UnsafeMutableRawPointer {
        let size = (max(1, bytes) + alignment - 1) / alignment * alignment
        guard used + size <= Self.size else { return temporary.allocate(bytes) }
        defer { used += size }
        return start + used
    }

    private func allocateAtEndOfPage(_ bytes: Int) -> UnsafeMutableRawPointer {
        let size = (bytes + Self.page - 1) / Self.page * Self.page
        guard used + size + Self.page <= Self.size else { return temporary.allocate(bytes) }
        let end = start + used + size
        if size > 0 { mprotect(start + used, size, PROT_READ | PROT_WRITE) }
        used += size + Self.page
        return end - bytes
    }

    func store(_ value: Value) -> assay_value { moved(temporary.store(value)) }

    func store(_ argument: Arguments.Bound) -> assay_value { moved(temporary.store(argument)) }

    /// The same value with all it points to in this memory.
    private func moved(_ value: assay_value) -> assay_value {
        var result = value
        switch value.kind {
        case ASSAY_STR, ASSAY_DECIMAL:
            result.as.ptr = bytes(copying: value.as.ptr, count: Int(value.len))
        case ASSAY_F64 where value.flags & ASSAY_FLAG_SOURCE_TEXT != 0:
            let text = UnsafePointer<UInt8>(bitPattern: UInt(value.len))
            let count = Int(value.flags >> ASSAY_SOURCE_TEXT_SHIFT)
            result.len = UInt64(UInt(bitPattern: bytes(copying: text, count: count)))
        case ASSAY_ARRAY: result.as.items = items(copying: value.as.items, count: Int(value.len))
        case ASSAY_OBJECT:
            result.as.members = members(copying: value.as.members, count: Int(value.len))
        default: break
        }
        return result
    }

    private func bytes(copying source: UnsafePointer<UInt8>?, count: Int) -> UnsafePointer<UInt8> {
        let target = allocate(count)
        if let source, count > 0 { target.copyMemory(from: source, byteCount: count) }
        return UnsafePointer(target.bindMemory(to: UInt8.self, capacity: count))
    }

    private func items(
        copying source: UnsafePointer<assay_value>?, count: Int
    ) -> UnsafePointer<assay_value> {
        let target = allocate(count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: count)
        if let source { for index in 0..<count { target[index] = moved(source[index]) } }
        return UnsafePointer(target)
    }

    private func members(
        copying source: UnsafePointer<assay_member>?, count: Int
    ) -> UnsafePointer<assay_member> {
        let target = allocate(count * MemoryLayout<assay_member>.stride)
            .bindMemory(to: assay_member.self, capacity: count)
        guard let source else { return UnsafePointer(target) }
        for index in 0..<count {
            var member = source[index]
            member.key.ptr = bytes(copying: member.key.ptr, count: Int(member.key.len))
            member.value = moved(member.value)
            target[index] = member
        }
        return UnsafePointer(target)
    }
}
