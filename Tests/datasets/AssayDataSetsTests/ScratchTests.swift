// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import TestRandomness
import Testing

@testable import AssayDataSets

/// Sorting, scratch files and their faults.
@Suite struct ScratchTests {
    private static func key(_ index: Int, of count: Int, _ numbers: inout SeededNumbers)
        -> ElementKey
    {
        // Few keys, many keys, and keys that differ in one byte only.
        let high: UInt64 =
            switch count % 3 {
            case 0: numbers.next()
            case 1: UInt64.random(in: 0..<3, using: &numbers) << 56
            default: 7
            }
        let low = count % 2 == 0 ? numbers.next() : 1
        let place = RecordPlace(
            chunk: UInt32.random(in: 0..<5, using: &numbers), row: UInt32(index))
        return ElementKey(
            Fingerprint(high: high, low: low), PlaceWord(place, wasInvalid: index % 2 == 0),
            element: Int.random(in: 0..<3, using: &numbers))
    }

    private static func words(_ entry: ElementKey) -> [UInt64] { (0..<4).map { entry.word($0) } }

    @Test func entriesAreSortedByAllTheirWords() {
        var numbers = SeededNumbers(seed: 1)
        for count in [0, 1, 2, 24, 25, 26, 100, 101, 102, 1_000, 1_001, 1_002, 5_000] {
            let entries = (0..<count).map { Self.key($0, of: count, &numbers) }
            var sorted = entries
            sorted.withUnsafeMutableBufferPointer { RadixSort.sort($0) }
            let expected = entries.map(Self.words).sorted { $0.lexicographicallyPrecedes($1) }
            #expect(sorted.map(Self.words) == expected, "\(count) entries")
        }
    }

    /// The entries of a store, whatever its memory, come in order.
    @Test func storesGiveTheirEntriesInOrder() throws {
        var numbers = SeededNumbers(seed: 2)
        for count in [0, 1, 100, 1_001, 6_000, 6_001, 6_002] {
            let entries = (0..<count).map { Self.key($0, of: count, &numbers) }
            let expected = entries.map(Self.words).sorted { $0.lexicographicallyPrecedes($1) }
            for memory in [4 << 10, 40 << 10, 400 << 10, 16 << 20] {
                var settings = DataSetSettings()
                settings.scratchMemory = memory
                settings.workers = 3
                let space = ScratchSpace(settings)
                let sizes = ScratchSizes(settings, stores: 1)
                let store = EntryStore<ElementKey>(in: space, name: "", sizes: sizes)
                var buffers = (0..<3).map { _ in EntryBuffer(store) }
                for (index, entry) in entries.enumerated() { try buffers[index % 3].add(entry) }
                for index in buffers.indices { try buffers[index].flush() }
                #expect(store.count == count)
                for sorting in [1 << 10, 20 << 10, 1 << 20] {
                    var found: [[UInt64]] = []
                    var sorted = store.sorted(sorting)
                    while true {
                        let slice = try sorted.next()
                        if slice.isEmpty { break }
                        found += slice.map(Self.words)
                    }
                    #expect(found == expected, "\(count) entries, \(memory) and \(sorting) bytes")
                }
                #expect((space.usedCount > 0) == (count * 32 > memory * 3 / 4))
                try store.clear()
                #expect(space.usedCount == 0)
            }
        }
    }

    @Test func fewKeysAreNotWritten() throws {
        var run = try TestRun(#"["unique(id)"]"#)
        run.settings.scratchDirectory = "/nonexistent"
        let records = (0..<3_000).map {
            Value(dictionaryLiteral: ("id", .integer(Int64($0 % 2_999))))
        }
        #expect(try run.outcome(of: records).lines == ["0 unique.repeated 3000 as 1"])
    }

    private static func error(of body: () throws -> Void) -> DataSetError? {
        do {
            try body()
            return nil
        } catch {
            return error as? DataSetError
        }
    }

    private static let records = (0..<5_000).map {
        Value(dictionaryLiteral: ("id", .integer(Int64($0))))
    }

    @Test func aDirectoryThatDoesNotExistIsAnError() throws {
        var run = try TestRun(#"["unique(id)"]"#)
        run.settings.scratchDirectory = "/nonexistent"
        run.settings.scratchMemory = 16 << 10
        let error = Self.error { _ = try run.outcome(of: Self.records) }
        #expect(
            error?.description
                == "a scratch file cannot be created in '/nonexistent': No such file or directory")
        #expect(error?.help == "name another directory with --scratch DIR")
    }

    @Test func aLimitOfScratchFilesIsAnError() throws {
        var run = try TestRun(#"["unique(id)"]"#)
        run.settings.scratchLimit = 50_000
        run.settings.scratchMemory = 16 << 10
        let error = Self.error { _ = try run.outcome(of: Self.records) }
        #expect(error?.reason == .limit)
        #expect(
            error?.description.hasPrefix("the scratch files need more than 48.8 KiB: they have ")
                == true)
        #expect(
            error?.help
                == "raise --limit-scratch, or raise --scratch-memory to keep more in memory")
        // Keys that do not fit into the memory are written once more when they are sorted.
        run.settings.scratchLimit = 2 * 5_000 * 24 + 100_000
        #expect(try run.outcome(of: Self.records).lines == [])
    }

    @Test func numbersOfBytesAreShort() {
        #expect(ByteCount(1).description == "1 byte")
        #expect(ByteCount(999).description == "999 bytes")
        #expect(ByteCount(50_000).description == "48.8 KiB")
        #expect(ByteCount(1 << 20).description == "1 MiB")
        #expect(ByteCount(3 << 19).description == "1.5 MiB")
        #expect(ByteCount(5 << 30).description == "5 GiB")
    }

    /// A run that is interrupted anywhere and continued finds what an uninterrupted one finds.
    @Test func aCheckpointContinuesTheRun() throws {
        let directory = try TestDirectory()
        var numbers = SeededNumbers(seed: 3)
        var run = try TestRun(
            #"["unique(id)", "sum(id, 0...0)", "sorted(id)", "references(p, all)", "unique(id, missing=fail)"]"#,
            sources: #"{"all": {"self": true, "key": ["id"]}}"#)
        run.workers = 2
        let records = (0..<400).map { index -> Value in
            let id = Int64.random(in: 0..<300, using: &numbers)
            let parent = Int64.random(in: 0..<300, using: &numbers)
            return ["id": index % 50 == 0 ? .null : .integer(id), "p": .integer(parent)]
        }
        let ends = Array(stride(from: 10, to: 400, by: 10))
        let expected = try run.outcome(of: records, ends: ends)
        for memory in [4 << 10, 1 << 20] {
            run.settings.scratchMemory = memory
            run.settings.namedFiles = FileSystem.path(of: "run", in: directory.path)
            for place in [0, 1, 20, 39, 40] {
                let first = DataSet(plan: run.plan, settings: run.settings)
                try run.add(records, ends: ends, to: first) { $0 < place }
                let saved = try Value(json: try first.save().json)
                for name in try FileSystem.names(inDirectory: directory.path) {
                    let path = FileSystem.path(of: name, in: directory.path)
                    #expect(try FileStatus(path: path).permissions == 0o600)
                }
                let second = try DataSet(plan: run.plan, settings: run.settings, saved: saved)
                try run.add(records, ends: ends, from: place, to: second)
                let outcome = try TestRun.read(try second.finish())
                #expect(outcome == expected, "\(memory) bytes, chunk \(place)")
                // The second process ends before it has written what it found.
                let third = try DataSet(plan: run.plan, settings: run.settings, saved: saved)
                try run.add(records, ends: ends, from: place, to: third)
                let again = try TestRun.read(try third.finish())
                #expect(again == expected, "\(memory) bytes, chunk \(place), once more")
                second.removeFiles()
                #expect(try FileSystem.names(inDirectory: directory.path) == [])
            }
        }
    }

    @Test func aScratchFileThatIsCutIsAnError() throws {
        let directory = try TestDirectory()
        var run = try TestRun(#"["unique(id)"]"#)
        run.settings.scratchMemory = 16 << 10
        run.settings.namedFiles = FileSystem.path(of: "run", in: directory.path)
        let dataSet = DataSet(plan: run.plan, settings: run.settings)
        try run.add(Self.records, ends: [], to: dataSet)
        let saved = try dataSet.save()
        let path = FileSystem.path(of: "run-keys0", in: directory.path)
        try FileDescriptor(writing: path, mode: 0o600).resize(to: 1_000)
        let text =
            "a scratch file in '\(directory.path)' has not the contents that were written: "
            + "another program changed it"
        let error = Self.error { _ = try dataSet.finish() }
        #expect(error?.description == text)
        let other = Self.error {
            _ = try DataSet(plan: run.plan, settings: run.settings, saved: saved)
        }
        #expect(other?.description == text)
    }

    @Test func aCheckpointOfAnotherFormIsAnError() throws {
        let run = try TestRun(#"["unique(id)", "sum(id, 0...)"]"#)
        let key = Self.error {
            _ = try DataSet(plan: run.plan, settings: run.settings, saved: .null)
        }
        #expect(
            key?.description == "the state of the rules about records in the checkpoint has no key")
        let other = try TestRun(#"["unique(id)", "count(0...)"]"#)
        let rule = Self.error {
            _ = try DataSet(
                plan: run.plan, settings: run.settings, saved: try DataSet(plan: other.plan).save())
        }
        #expect(
            rule?.description
                == "the state of the rules about records in the checkpoint has no state of 'sum(id, 0...)'"
        )
    }

    @Test func chunksSayWhereRecordsAre() throws {
        for count in [1, 20_000] {
            let table = ChunkTable(in: ScratchSpace(DataSetSettings()))
            for chunk in (0..<count).reversed() {
                try table.note(
                    UInt32(chunk),
                    ChunkPlace(
                        input: chunk % 3, recordsBefore: chunk * 10,
                        linesBefore: chunk % 2 == 0 ? chunk * 20 : nil,
                        lineShifts: [.init(row: 2, extraLines: 5), .init(row: 7, extraLines: -1)]))
            }
            let last = count - 1
            let rows = [0, 1, 2, 6, 7, 9].map { RecordPlace(chunk: UInt32(last), row: $0) }
            let found = try rows.map { try table.location(of: $0) }
            #expect(found.map(\.record) == [1, 2, 3, 7, 8, 10].map { $0 + last * 10 })
            #expect(found.allSatisfy { $0.input == last % 3 })
            let lines: [Int?] = last == 0 ? [1, 2, 8, 12, 7, 9] : Array(repeating: nil, count: 6)
            #expect(found.map(\.line) == lines)
            let first = try table.location(of: RecordPlace(chunk: 0, row: 8))
            #expect(first == RecordLocation(input: 0, record: 9, line: 8))
        }
    }
}
