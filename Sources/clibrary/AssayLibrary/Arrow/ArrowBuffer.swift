// SPDX-License-Identifier: Apache-2.0

/// Memory of an array on its way to the caller: it begins where Arrow recommends it, grows, and is
/// given away without a copy.
struct ArrowBuffer: ~Copyable {
    private static let alignment = 64

    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    /// - Parameter capacity: Bytes that are likely to be needed.
    init(capacity: Int) {
        self.capacity = max(Self.alignment, capacity)
        start = .allocate(byteCount: self.capacity, alignment: Self.alignment)
    }

    deinit { start.deallocate() }

    /// The memory, which is the caller's to deallocate.
    consuming func take() -> UnsafeMutableRawPointer {
        let taken = start
        discard self
        return taken
    }

    @inline(__always)
    mutating func append<Number: BitwiseCopyable>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        if count &+ size > capacity { grow(size) }
        (start + count).storeBytes(of: number, as: Number.self)
        count &+= size
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        let size = bytes.count
        if count &+ size > capacity { grow(size) }
        (start + count).copyMemory(from: source, byteCount: size)
        count &+= size
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Appends zeros.
    mutating func append(zeros size: Int) {
        if count &+ size > capacity { grow(size) }
        (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        count &+= size
    }

    @inline(never)
    private mutating func grow(_ size: Int) {
        capacity = max(capacity * 2, count + size)
        let grown = UnsafeMutableRawPointer.allocate(
            byteCount: capacity, alignment: Self.alignment)
        grown.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = grown
    }
}
