// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import Glibc
import TestRandomness
import Testing

/// Packed inputs: what they hold, and what is wrong with those that hold nothing whole.
@Suite struct CompressionTests {
    private static let text = Array("a line of text\n".utf8)

    /// Everything that can be read, and what ended it.
    private func read(
        _ bytes: [UInt8], _ compression: InputCompression = .auto, step: Int = 1 << 16
    ) throws -> (bytes: [UInt8], failure: String?) {
        try PackedText.withFile(bytes) { path in
            var all: [UInt8] = []
            do {
                let source = try ByteSource(path: path, compression: compression)
                while case let more = try source.read(count: step), !more.isEmpty { all += more }
            } catch let error as InputError {
                return (all, error.description.replacing(path, with: "FILE"))
            }
            return (all, nil)
        }
    }

    private static func lines(_ count: Int) -> [UInt8] {
        var random = SeededNumbers(seed: 7)
        return (0..<count).flatMap { Array("\($0) \(random.next())\n".utf8) }
    }

    @Test(arguments: [InputCompression.gz, .zst], [0, 1, 1_000, 120_000])
    func whatIsPackedIsRead(compression: InputCompression, count: Int) throws {
        let bytes = Self.lines(count)
        let packed = try PackedText.pack(bytes, compression)
        for step in [999, 1 << 16, 8 << 20] {
            let (found, failure) = try read(packed, compression, step: step)
            #expect(found == bytes)
            #expect(failure == nil)
        }
    }

    @Test(arguments: [InputCompression.gz, .zst])
    func membersInARowAreOneInput(compression: InputCompression) throws {
        let parts = [Self.lines(5_000), [], Self.text, Self.lines(100)]
        let packed = try parts.flatMap { try PackedText.pack($0, compression) }
        let (found, failure) = try read(packed)
        #expect(found == parts.flatMap(\.self))
        #expect(failure == nil)
    }

    @Test func zerosAfterGzipAreSkipped() throws {
        let packed = try PackedText.pack(Self.text, .gz)
        let (found, failure) = try read(packed + Array(repeating: 0, count: 200_000))
        #expect(found == Self.text)
        #expect(failure == nil)
    }

    @Test(arguments: [
        (InputCompression.gz, [UInt8](), "it ends at byte 0, in the middle of the data"),
        (.zst, [], "it ends at byte 0, in the middle of the data"),
        (.gz, text, "it does not begin like gzip"),
        (.zst, text, "it does not begin like zstd"),
        (
            .gz, [0x1F, 0x8B, 7, 0, 0, 0, 0, 0, 0, 0],
            "damaged after byte 0: unknown compression method"
        ),
    ])
    func bytesThatAreNotCompressedAreRejected(
        compression: InputCompression, bytes: [UInt8], reason: String
    ) throws {
        let (found, failure) = try read(bytes, compression)
        #expect(found == [])
        let title = compression == .gz ? "gzip" : "zstd"
        #expect(failure == "cannot read 'FILE' as \(title): \(reason)")
    }

    @Test(arguments: [InputCompression.gz, .zst])
    func somethingElseAfterTheEndIsAnError(compression: InputCompression) throws {
        let packed = try PackedText.pack(Self.text, compression)
        for rest in ["hello", "\u{0}\u{0}x"] {
            let (found, failure) = try read(packed + Array(rest.utf8))
            #expect(found == Self.text)
            #expect(
                failure?.hasSuffix(
                    "after its end, at byte \(packed.count), there is other data")
                    == true, "\(failure ?? "none")")
        }
    }

    @Test func wrongCheckSumIsDamage() throws {
        var packed = try PackedText.pack(Self.lines(10), .gz)
        packed[packed.count - 8] ^= 1
        let (found, failure) = try read(packed)
        #expect(found == Self.lines(10))
        let place = "damaged after byte \(packed.count - 4): incorrect data check"
        #expect(failure == "cannot read 'FILE' as gzip: \(place)")
    }

    @Test(arguments: [InputCompression.gz, .zst])
    func truncatedInputIsAnErrorAfterItsBytes(compression: InputCompression) throws {
        let whole = Self.text + Self.lines(20)
        let first = try PackedText.pack(Self.text, compression)
        let packed = try first + PackedText.pack(Self.lines(20), compression)
        for count in 4..<packed.count {
            let (found, failure) = try read(Array(packed.prefix(count)), compression)
            #expect(found == Array(whole.prefix(found.count)))
            let isWhole = count == first.count
            #expect((failure == nil) == isWhole, "\(count)")
            let reason = "it ends at byte \(count), in the middle of the data"
            #expect(isWhole || failure?.hasSuffix(reason) == true, "\(failure ?? "")")
        }
    }

    @Test(arguments: [InputCompression.gz, .zst])
    func damagedInputIsAnErrorOrTheSame(compression: InputCompression) throws {
        let bytes = Self.lines(300)
        let packed = try PackedText.pack(bytes, compression)
        var random = SeededNumbers(seed: 3)
        for _ in 0..<200 {
            var damaged = packed
            damaged[Int(random.next() % UInt64(packed.count))] ^= UInt8(random.next() % 255 + 1)
            let (found, failure) = try read(damaged, compression)
            // Only gzip has a check sum by default.
            #expect(failure != nil || found == bytes || compression == .zst)
        }
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 8, 0], "gz"), ([0x28, 0xB5, 0x2F, 0xFD], "zst"),
            ([0x5A, 0x2A, 0x4D, 0x18], "zst"), ([0x1F], "none"), ([0x1F, 0x8C, 8, 0], "none"),
        ] as [([UInt8], String)])
    func firstBytesTellThePacking(bytes: [UInt8], packing: String) throws {
        let (found, failure) = try read(bytes)
        #expect((failure == nil) == (packing == "none"))
        #expect(found == (packing == "none" ? bytes : []))
    }

    @Test(arguments: [
        ("a.csv.gz", "a.csv"), ("a.NDJSON.ZST", "a.NDJSON"), ("a.gzip", "a"), ("gz", "gz"),
    ])
    func endingOfThePackingIsNotThatOfTheFormat(name: String, plain: String) {
        #expect(InputCompression.plainName(of: name) == plain)
        #expect(InputFormat(fileName: name) == InputFormat(fileName: plain))
    }

    /// The thread that reads waits for a pipe that says no more; whoever drops the source does not.
    @Test func sourceThatIsDroppedDoesNotWait() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let packed = try PackedText.pack(Self.lines(100_000), .gz)
        let part = packed.prefix(20_000)
        try #require(part.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == 20_000)
        do {
            let source = try ByteSource(path: "/proc/self/fd/\(ends[0])", compression: .auto)
            #expect(source.name.hasPrefix("/proc/"))
        }
        for end in ends { close(end) }
    }

    /// A body that comes in pieces of any size, of which each is unpacked as far as the output goes.
    @Test(arguments: [1, 7, 1 << 16])
    func piecesAreUnpacked(step: Int) throws {
        let plain = Self.lines(2000)
        func unpack(_ packed: [UInt8]) throws -> [UInt8] {
            let unpacker = try GzipUnpacker(name: "body")
            var all: [UInt8] = []
            var output = [UInt8](repeating: 0, count: 100)
            for start in stride(from: 0, to: packed.count, by: step) {
                var piece = packed[start..<min(start + step, packed.count)]
                var isFull = false
                while !piece.isEmpty || isFull {
                    let (taken, made) = try piece.withUnsafeBytes { input in
                        try output.withUnsafeMutableBytes { try unpacker.unpack(input, into: $0) }
                    }
                    piece.removeFirst(taken)
                    all += output[..<made]
                    isFull = made == output.count
                }
            }
            try unpacker.end()
            return all
        }
        let packed = try PackedText.pack(plain, .gz)
        #expect(try unpack(packed) == plain)
        #expect(try unpack(packed + packed) == plain + plain)
        for (bytes, reason) in [
            ([], "it ends at byte 0, in the middle of the data"),
            (Array(packed.dropLast()), "in the middle of the data"),
            (Self.text, "it does not begin like gzip"),
            (packed + Self.text, "there is other data"),
        ] {
            let error = #expect(throws: InputError.self) { try unpack(bytes) }
            #expect(error?.description.contains(reason) == true, "\(reason)")
        }
    }
}
