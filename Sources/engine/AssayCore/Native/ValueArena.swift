// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// Memory for `assay_value` trees made from owned values: allocated piece by piece, freed at once.
///
/// Not thread-safe while it is written; what it holds may be read from any thread afterwards.
@usableFromInline
package final class ValueArena {
    private var blocks: [(start: UnsafeMutableRawPointer, size: Int)] = []
    private var blockIndex = 0
    private var used = 0
    private let blockSize: Int
    /// Bytes of memory that are kept.
    package private(set) var size = 0

    /// - Parameter blockSize: The least number of bytes that are allocated at once.
    package init(blockSize: Int = 16 * 1024) {
        self.blockSize = blockSize
    }

    deinit {
        for block in blocks { block.start.deallocate() }
    }

    /// Forgets everything that was stored and keeps the memory for reuse.
    package func reset() {
        blockIndex = 0
        used = 0
    }

    /// Uninitialized memory, aligned to 16 bytes, that lives until `reset` or `deinit`.
    package func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        assert(bytes >= 0)
        assert(blockIndex <= blocks.count)
        let size = (max(bytes, 1) + 15) & ~15
        while blockIndex < blocks.count {
            if used + size <= blocks[blockIndex].size {
                defer { used += size }
                return blocks[blockIndex].start + used
            }
            blockIndex += 1
            used = 0
        }
        let capacity = max(size, blockSize)
        assert(capacity >= size && blockIndex == blocks.count)
        let start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        blocks.append((start, capacity))
        self.size += capacity
        used = size
        return start
    }

    /// Copies the value and all that it holds; the result points into the arena.
    package func store(_ value: Value) -> assay_value {
        var result = assay_value()
        switch value {
        case .absent: result.kind = ASSAY_ABSENT
        case .null: result.kind = ASSAY_NULL
        case .bool(let bool):
            result.kind = ASSAY_BOOL
            result.as.i64 = bool ? 1 : 0
        case .integer(let integer):
            result.kind = ASSAY_I64
            result.as.i64 = integer
        case .unsignedInteger(let unsigned):
            result.kind = ASSAY_U64
            result.as.u64 = unsigned
        case .number(let number):
            result.kind = ASSAY_F64
            result.as.f64 = number
        case .decimal(let text): result = storeDecimal(text)
        case .string(let string): result = storeText(string, kind: ASSAY_STR)
        case .array(let elements): storeElements(elements, in: &result)
        case .object(let object): storeMembers(object, in: &result)
        }
        return result
    }

    /// Copies the text; the result points into the arena.
    package func store(_ text: String) -> assay_str {
        let value = storeText(text, kind: ASSAY_STR)
        return assay_str(ptr: value.as.ptr, len: value.len)
    }

    private func storeText(_ text: String, kind: UInt32) -> assay_value {
        var result = assay_value()
        var text = text
        result.kind = kind
        text.withUTF8 { bytes in
            let memory = allocate(bytes.count)
            UnsafeMutableRawBufferPointer(start: memory, count: bytes.count)
                .copyMemory(from: UnsafeRawBufferPointer(bytes))
            result.as.ptr = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
            result.len = UInt64(bytes.count)
            if kind == ASSAY_STR, bytes.allSatisfy({ $0 < 0x80 }) {
                result.flags = ASSAY_FLAG_ASCII
            }
        }
        return result
    }

    /// A number within the range of a double keeps its text beside the double.
    private func storeDecimal(_ text: String) -> assay_value {
        var result = storeText(text, kind: ASSAY_DECIMAL)
        guard let number = Double(text), number.isFinite, result.len < 1 << 24 else {
            return result
        }
        result.kind = ASSAY_F64
        result.flags = ASSAY_FLAG_SOURCE_TEXT | UInt32(result.len) << ASSAY_SOURCE_TEXT_SHIFT
        result.len = UInt64(UInt(bitPattern: result.as.ptr))
        result.as.f64 = number
        return result
    }

    private func storeElements(_ elements: [Value], in result: inout assay_value) {
        let items = allocate(elements.count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: elements.count)
        for (index, element) in elements.enumerated() {
            (items + index).initialize(to: store(element))
        }
        result.kind = ASSAY_ARRAY
        result.as.items = UnsafePointer(items)
        result.len = UInt64(elements.count)
    }

    private func storeMembers(_ given: Value.Object, in result: inout assay_value) {
        let object = given.hasDuplicateKeys ? given.withoutDuplicateKeys : given
        let members = allocate(object.members.count * MemoryLayout<assay_member>.stride)
            .bindMemory(to: assay_member.self, capacity: object.members.count)
        for (index, member) in object.members.enumerated() {
            let key = store(member.key)
            (members + index).initialize(to: assay_member(key: key, value: store(member.value)))
        }
        result.kind = ASSAY_OBJECT
        result.as.members = UnsafePointer(members)
        result.len = UInt64(object.members.count)
    }
}

/// An owned value in the C layout, for arguments that rules keep.
package final class NativeValue: @unchecked Sendable {  // immutable after init
    private let arena = ValueArena()
    private let storage: UnsafeMutablePointer<assay_value>

    package init(_ value: Value) {
        storage = .allocate(capacity: 1)
        storage.initialize(to: arena.store(value))
    }

    deinit {
        storage.deallocate()
    }

    /// The value, borrowed from this object.
    package var value: FieldValue {
        @_lifetime(borrow self)
        get { FieldValue(unsafePointer: storage) }
    }

    /// The C value, valid as long as this object.
    package var unsafePointer: UnsafePointer<assay_value> { UnsafePointer(storage) }
}
