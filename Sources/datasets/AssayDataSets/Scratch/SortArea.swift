// SPDX-License-Identifier: Apache-2.0

/// Memory in which entries are collected or sorted.
///
/// Pages that no entry has been in take no memory. It has one user at a time.
final class SortArea<Entry: ScratchEntry>: @unchecked Sendable {
    let entries: UnsafeMutableBufferPointer<Entry>

    /// - Parameter byteCount: The number of bytes; there is space for some entries at least.
    init(byteCount: Int) {
        let count = max(64, byteCount / MemoryLayout<Entry>.stride)
        entries = .allocate(capacity: count)
    }

    deinit {
        entries.deallocate()
    }

    /// Returns the first entries.
    func prefix(_ count: Int) -> UnsafeMutableBufferPointer<Entry> {
        UnsafeMutableBufferPointer(rebasing: entries[..<count])
    }
}

extension ScratchFile {
    /// Writes entries to the end, after a header.
    ///
    /// - Returns: The offset of the first entry.
    func append<Entry: ScratchEntry>(
        _ entries: UnsafeBufferPointer<Entry>,
        header: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(DataSetError) -> Int {
        try append(header, UnsafeRawBufferPointer(entries)) + header.count
    }

    func read<Entry: ScratchEntry>(
        into entries: UnsafeMutableBufferPointer<Entry>, at offset: Int
    ) throws(DataSetError) {
        try read(into: UnsafeMutableRawBufferPointer(entries), at: offset)
    }
}

/// Entries in ascending order, some at a time.
protocol SortedEntries<Entry> {
    associatedtype Entry: ScratchEntry
    /// Returns the next entries, which are valid until the next call; empty at the end.
    mutating func next() throws(DataSetError) -> UnsafeBufferPointer<Entry>
}

/// Sorted runs of entries in a scratch file, which are merged when they are read.
struct SortedRuns<Entry: ScratchEntry>: Sendable {
    /// A range of entries in the file.
    struct Run: Sendable {
        var offset: Int
        var count: Int
    }

    private let file: ScratchFile
    private(set) var runs: [Run] = []

    init(in file: ScratchFile) {
        self.file = file
    }

    /// Adds sorted entries.
    mutating func add(_ entries: UnsafeBufferPointer<Entry>) throws(DataSetError) {
        guard !entries.isEmpty else { return }
        runs.append(Run(offset: try file.append(entries), count: entries.count))
    }

    /// The minimum number of entries that are read of a run at a time.
    private static var leastCount: Int { 16 }

    /// Merges runs until they can be merged at once with an area.
    mutating func reduce(in area: SortArea<Entry>) throws(DataSetError) {
        let most = max(2, area.entries.count / Self.leastCount - 1)
        while runs.count > most {
            var merge = MergedRuns(Array(runs.prefix(most)), of: file, in: area)
            let merged = try merge.write(to: file)
            runs.removeFirst(most)
            runs.append(merged)
        }
    }

    /// Returns the entries of all runs in order.
    func merged(in area: SortArea<Entry>) -> MergedRuns<Entry> {
        MergedRuns(runs, of: file, in: area)
    }
}

/// A merge of sorted runs.
struct MergedRuns<Entry: ScratchEntry>: SortedEntries {
    /// The entries of a run that are in memory, and the rest of it.
    private struct Source {
        var rest: SortedRuns<Entry>.Run
        let memory: UnsafeMutableBufferPointer<Entry>
        var next = 0
        var end = 0
    }

    private let file: ScratchFile
    private let area: SortArea<Entry>
    private let output: UnsafeMutableBufferPointer<Entry>
    private var sources: [Source] = []
    /// The indexes of sources with entries, a heap by their next entries.
    private var heap: [Int] = []
    private var isStarted = false

    fileprivate init(
        _ runs: [SortedRuns<Entry>.Run], of file: ScratchFile, in area: SortArea<Entry>
    ) {
        self.file = file
        self.area = area
        let size = max(1, area.entries.count / (runs.count + 1))
        output = area.prefix(size)
        sources = runs.enumerated().map { index, run in
            let start = size * (index + 1)
            return Source(
                rest: run,
                memory: UnsafeMutableBufferPointer(rebasing: area.entries[start..<(start + size)]))
        }
    }

    mutating func next() throws(DataSetError) -> UnsafeBufferPointer<Entry> {
        if !isStarted { try start() }
        var count = 0
        while count < output.count, let first = heap.first {
            output[count] = sources[first].memory[sources[first].next]
            count += 1
            sources[first].next += 1
            if sources[first].next == sources[first].end { try fill(first) }
            if sources[first].next == sources[first].end {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
            }
            if !heap.isEmpty { sift(from: 0) }
        }
        return UnsafeBufferPointer(rebasing: output[..<count])
    }

    fileprivate mutating func write(
        to file: ScratchFile
    ) throws(DataSetError) -> SortedRuns<Entry>.Run {
        var run = SortedRuns<Entry>.Run(offset: 0, count: 0)
        while true {
            let entries = try next()
            if entries.isEmpty { return run }
            let offset = try file.append(entries)
            if run.count == 0 { run.offset = offset }
            run.count += entries.count
        }
    }

    private mutating func start() throws(DataSetError) {
        isStarted = true
        for index in sources.indices {
            try fill(index)
            if sources[index].end > 0 { heap.append(index) }
        }
        for index in heap.indices.reversed() { sift(from: index) }
    }

    private mutating func fill(_ index: Int) throws(DataSetError) {
        let count = min(sources[index].rest.count, sources[index].memory.count)
        let memory = UnsafeMutableBufferPointer(rebasing: sources[index].memory[..<count])
        try file.read(into: memory, at: sources[index].rest.offset)
        sources[index].rest.offset += count * MemoryLayout<Entry>.stride
        sources[index].rest.count -= count
        sources[index].next = 0
        sources[index].end = count
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (sources[left], sources[right])
        return a.memory[a.next] < b.memory[b.next]
    }

    private mutating func sift(from start: Int) {
        var place = start
        while true {
            var least = place
            let (left, right) = (2 * place + 1, 2 * place + 2)
            if left < heap.count, precedes(heap[left], heap[least]) { least = left }
            if right < heap.count, precedes(heap[right], heap[least]) { least = right }
            if least == place { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
