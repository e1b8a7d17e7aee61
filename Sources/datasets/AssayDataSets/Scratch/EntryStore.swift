// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import Synchronization

/// The sizes of the parts of `scratchMemory`.
struct ScratchSizes: Sendable {
    /// The bytes of all stores and of the memory in which they are sorted.
    let memory: Int
    /// The bytes of one store that stay in memory.
    let store: Int
    /// The bytes of a worker's buffer for one store, once the store is in a file.
    let buffer: Int
    /// The bytes of a worker's buffer for one store that is still in memory.
    let smallBuffer: Int
    /// The number of bits by which a store is split into partitions.
    let partitionBits: Int

    /// The minimum memory with which everything still works.
    static let least = 4 << 10

    /// - Parameters:
    ///   - settings: The settings of the data set.
    ///   - stores: The number of stores.
    init(_ settings: DataSetSettings, stores: Int) {
        memory = max(Self.least, settings.scratchMemory)
        let store = memory * 3 / 4 / max(1, stores)
        let buffer = max(Self.least / 64, store / max(1, settings.workers))
        (self.store, self.buffer) = (store, buffer)
        smallBuffer = min(16 << 10, max(Self.least / 64, buffer / 4))
        // A partition of a buffer has 32 entries or more, unless there is one partition alone.
        partitionBits = (0..<8).last { (buffer / 32) >> ($0 + 1) >= 32 }.map { $0 + 1 } ?? 0
    }

    /// Returns the bytes in which entries are sorted at the end.
    ///
    /// - Parameter held: The bytes that stores have in memory then.
    /// - Returns: A quarter of the memory at least.
    func sorting(beside held: Int) -> Int { max(memory / 4, memory - held) }
}

/// Entries that workers add in any order, and that are read in order at the end.
///
/// They stay in memory as long as they fit there. Then they go to a file, each buffer of a worker
/// as a run that is split into partitions: 256 of them, unless there is little memory. Partitions
/// are sorted one after the other at the end.
final class EntryStore<Entry: ScratchEntry>: Sendable {
    /// The entries of one buffer in the file.
    private struct Run: Sendable {
        let offset: Int
        /// The end of each partition, in entries.
        let ends: [UInt32]

        func range(of partition: Int) -> Range<Int> {
            (partition == 0 ? 0 : Int(ends[partition - 1]))..<Int(ends[partition])
        }
    }

    private struct State: Sendable {
        var memory: SortArea<Entry>?
        /// The number of entries in memory.
        var count = 0
        var runs: [Run] = []
        var isInFile = false

        /// Takes the entries out of the memory.
        mutating func takeMemory() -> (area: SortArea<Entry>, count: Int)? {
            defer { (memory, count) = (nil, 0) }
            return memory.map { ($0, count) }
        }
    }

    private let file: ScratchFile
    /// The file of partitions that do not fit into memory.
    private let overflow: ScratchFile
    private let capacity: Int
    private let bits: Int
    private let state = Locked(State())

    /// The number of entries of a worker's buffer, once the store is in a file and before.
    let bufferCapacity: (large: Int, small: Int)

    /// - Parameters:
    ///   - space: The directory of the files.
    ///   - name: The end of the path of the file, if it has a name.
    ///   - sizes: The sizes in memory.
    ///   - isSplit: `true` for entries whose first word is random.
    init(in space: ScratchSpace, name: String, sizes: ScratchSizes, isSplit: Bool = true) {
        file = ScratchFile(in: space, name: name)
        overflow = ScratchFile(in: space, name: name + "-sorted")
        capacity = sizes.store / MemoryLayout<Entry>.stride
        bufferCapacity = (
            sizes.buffer / MemoryLayout<Entry>.stride,
            sizes.smallBuffer / MemoryLayout<Entry>.stride
        )
        bits = isSplit ? sizes.partitionBits : 0
    }

    /// The number of entries.
    var count: Int {
        state.withLock { state in
            state.count + state.runs.reduce(0) { $0 + Int($1.ends.last ?? 0) }
        }
    }

    /// The bytes that the store has in memory.
    var heldCount: Int { state.withLock(\.count) * MemoryLayout<Entry>.stride }

    /// Adds the entries of a worker's buffer, whose order changes.
    ///
    /// - Returns: `true` if the store is in a file, so that larger buffers are better.
    func add(_ entries: UnsafeMutableBufferPointer<Entry>) throws(DataSetError) -> Bool {
        let (isKept, old) = state.withLock { state in
            guard state.isInFile || state.count + entries.count > capacity else {
                let memory =
                    state.memory ?? SortArea(byteCount: capacity * MemoryLayout<Entry>.stride)
                _ = memory.entries[state.count...].update(fromContentsOf: entries)
                state.memory = memory
                state.count += entries.count
                return (true, nil as (area: SortArea<Entry>, count: Int)?)
            }
            state.isInFile = true
            return (false, state.takeMemory())
        }
        if isKept { return false }
        if let old { try write(old.area.prefix(old.count)) }
        try write(entries)
        return true
    }

    /// Writes a run: the ends of its partitions, four bytes each, and its entries.
    private func write(_ entries: UnsafeMutableBufferPointer<Entry>) throws(DataSetError) {
        guard !entries.isEmpty else { return }
        let ends = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << bits)
        defer { ends.deallocate() }
        ends.initialize(repeating: 0)
        RadixSort.split(entries, bits: bits, ends: ends)
        let offset = try file.append(
            UnsafeBufferPointer(entries), header: UnsafeRawBufferPointer(ends))
        let run = Run(offset: offset, ends: Array(ends))
        state.withLock { $0.runs.append(run) }
    }

    // MARK: - Reading

    /// Returns the entries in order.
    ///
    /// No worker adds more entries after that.
    ///
    /// - Parameter sorting: The number of bytes of memory in which entries are sorted.
    /// - Returns: The entries.
    func sorted(_ sorting: Int) -> StoredEntries<Entry> {
        StoredEntries(self, sorting)
    }

    /// The entries in order, if none of them are in a file.
    fileprivate func sortedMemory() -> (area: SortArea<Entry>, count: Int)? {
        state.withLock { state in
            guard !state.isInFile else { return nil }
            let area = state.memory ?? SortArea(byteCount: 0)
            RadixSort.sort(area.prefix(state.count))
            return (area, state.count)
        }
    }

    /// Sorts all entries, if they do not fit into memory.
    ///
    /// - Returns: The sorted runs, or `nil` if reading the store sorts it.
    func sortedRuns(_ sorting: Int) throws(DataSetError) -> SortedRuns<Entry>? {
        guard bits == 0, state.withLock(\.isInFile) else { return nil }
        let area = SortArea<Entry>(byteCount: sorting)
        return count > area.entries.count ? try sortedRuns(pieces(of: 0), in: area) : nil
    }

    /// Leaves out all entries; another process may still continue with a file that has a name.
    func clear() throws(DataSetError) {
        state.withLock { $0 = State() }
        if !file.hasName { try file.cut(to: 0) }
        try overflow.cut(to: 0)
    }

    fileprivate var partitionCount: Int { 1 << bits }

    /// Returns the places of a partition's entries in the file.
    fileprivate func pieces(of partition: Int) -> [(offset: Int, count: Int)] {
        state.withLock(\.runs).compactMap { run in
            let range = run.range(of: partition)
            guard !range.isEmpty else { return nil }
            return (run.offset + range.lowerBound * MemoryLayout<Entry>.stride, range.count)
        }
    }

    fileprivate func read(
        into entries: UnsafeMutableBufferPointer<Entry>, at offset: Int
    ) throws(DataSetError) {
        try file.read(into: entries, at: offset)
    }

    /// Sorts entries that do not fit into an area, and writes them to another file as runs.
    fileprivate func sortedRuns(
        _ pieces: [(offset: Int, count: Int)], in area: SortArea<Entry>
    ) throws(DataSetError) -> SortedRuns<Entry> {
        try overflow.cut(to: 0)
        var runs = SortedRuns<Entry>(in: overflow)
        var filled = 0
        for piece in pieces {
            var (offset, rest) = piece
            while rest > 0 {
                if filled == area.entries.count {
                    RadixSort.sort(area.entries)
                    try runs.add(UnsafeBufferPointer(area.entries))
                    filled = 0
                }
                let count = min(rest, area.entries.count - filled)
                try read(
                    into: UnsafeMutableBufferPointer(
                        rebasing: area.entries[filled..<(filled + count)]), at: offset)
                filled += count
                offset += count * MemoryLayout<Entry>.stride
                rest -= count
            }
        }
        let last = area.prefix(filled)
        RadixSort.sort(last)
        try runs.add(UnsafeBufferPointer(last))
        try runs.reduce(in: area)
        return runs
    }

    // MARK: - Checkpoints

    /// Writes what is in memory to the file; no worker adds entries meanwhile.
    ///
    /// - Returns: The number of bytes of the file.
    func save() throws(DataSetError) -> Int {
        let memory = state.withLock { state in
            state.isInFile = true
            return state.takeMemory()
        }
        if let memory { try write(memory.area.prefix(memory.count)) }
        return file.count
    }

    /// Waits until what was written would survive a crash of the machine.
    func synchronize() throws(DataSetError) {
        try file.synchronize()
    }

    /// Continues with the file of another process.
    ///
    /// - Parameter count: The number of bytes that `save` returned.
    /// - Throws: The error of the file, also if it has not the contents that were written.
    func restore(_ count: Int) throws(DataSetError) {
        guard count > 0 else { return }
        try file.open(count: count)
        var runs: [Run] = []
        var offset = 0
        let header = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << bits)
        defer { header.deallocate() }
        while offset < count {
            try file.read(into: UnsafeMutableRawBufferPointer(header), at: offset)
            offset += header.count * MemoryLayout<UInt32>.stride
            let run = Run(offset: offset, ends: Array(header))
            guard zip(run.ends, run.ends.dropFirst()).allSatisfy({ $0 <= $1 }),
                let size = run.ends.last, size > 0
            else { throw file.changed }
            runs.append(run)
            offset += Int(size) * MemoryLayout<Entry>.stride
        }
        guard offset == count else { throw file.changed }
        state.withLock { $0 = State(runs: runs, isInFile: true) }
    }

    /// Removes the names of the files, if they have any.
    func remove() {
        file.remove()
        overflow.remove()
    }
}

/// The entries of a store in order.
struct StoredEntries<Entry: ScratchEntry>: SortedEntries {
    private let store: EntryStore<Entry>
    private let sorting: Int
    private var area: SortArea<Entry>?
    private var partition = 0
    private var merge: MergedRuns<Entry>?
    /// The entries of a store in memory, which are returned at once.
    private let memory: (area: SortArea<Entry>, count: Int)?

    fileprivate init(_ store: EntryStore<Entry>, _ sorting: Int) {
        self.store = store
        self.sorting = sorting
        memory = store.sortedMemory()
    }

    mutating func next() throws(DataSetError) -> UnsafeBufferPointer<Entry> {
        if let memory {
            defer { partition = 1 }
            return UnsafeBufferPointer(memory.area.prefix(partition == 0 ? memory.count : 0))
        }
        while true {
            if let entries = try merge?.next(), !entries.isEmpty { return entries }
            merge = nil
            guard partition < store.partitionCount else {
                return UnsafeBufferPointer(start: nil, count: 0)
            }
            defer { partition += 1 }
            let pieces = store.pieces(of: partition)
            let count = pieces.reduce(0) { $0 + $1.count }
            if count == 0 { continue }
            let area = self.area ?? SortArea(byteCount: sorting)
            self.area = area
            guard count <= area.entries.count else {
                merge = try store.sortedRuns(pieces, in: area).merged(in: area)
                continue
            }
            var filled = 0
            for piece in pieces {
                try store.read(
                    into: UnsafeMutableBufferPointer(
                        rebasing: area.entries[filled..<(filled + piece.count)]), at: piece.offset)
                filled += piece.count
            }
            RadixSort.sort(area.prefix(count))
            return UnsafeBufferPointer(area.prefix(count))
        }
    }
}

/// The entries that a worker has for a store.
struct EntryBuffer<Entry: ScratchEntry> {
    private let store: EntryStore<Entry>
    private var entries: [Entry] = []
    private var capacity: Int

    init(_ store: EntryStore<Entry>) {
        self.store = store
        capacity = store.bufferCapacity.small
    }

    @inline(__always)
    mutating func add(_ entry: Entry) throws(DataSetError) {
        entries.append(entry)
        if entries.count >= capacity { try flush() }
    }

    /// Gives all entries to the store.
    mutating func flush() throws(DataSetError) {
        guard !entries.isEmpty else { return }
        let result = entries.withUnsafeMutableBufferPointer { buffer in
            Result { () throws(DataSetError) in try store.add(buffer) }
        }
        entries.removeAll(keepingCapacity: true)
        if try result.get(), capacity != store.bufferCapacity.large {
            capacity = store.bufferCapacity.large
            entries.reserveCapacity(capacity)
        }
    }
}
