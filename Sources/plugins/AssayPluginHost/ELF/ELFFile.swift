// SPDX-License-Identifier: Apache-2.0

/// A shared library as it is in the file, read before the dynamic loader sees it.
///
/// The loader trusts what it loads: a file that ends before its segments kills the process with
/// SIGBUS. So everything that the loader relies on is checked here: the System V ABI's "Object
/// Files" and "Dynamic Linking" chapters, class 64, for the machine that the host runs on.
struct ELFFile {
    let reader: ByteReader
    let segments: [ELFSegment]

    static let headerSize: UInt64 = 64
    static let segmentHeaderSize: UInt16 = 56
    static let maximumSegments: UInt16 = 256

    /// Reads the file's header and its segments.
    ///
    /// - Throws: An error of stage format.
    init(_ bytes: UnsafeRawBufferPointer) throws(StageError) {
        reader = ByteReader(bytes: bytes)
        try Self.checkIdentification(reader)
        try Self.checkType(reader)
        segments = try Self.readSegments(reader)
        try checkSegments()
        try checkSections()
    }

    /// The segments that the loader maps, by address.
    var loaded: [ELFSegment] { segments.filter { $0.type == ELFSegment.load } }

    /// The end of the image: the first address after all loaded segments.
    var imageEnd: UInt64 { loaded.map { $0.address + $0.memorySize }.max() ?? 0 }

    /// Returns the offset in the file of an address of the image, or `nil` if some of the `size`
    /// bytes do not come from the file.
    func offset(ofAddress address: UInt64, size: UInt64) -> UInt64? {
        for segment in loaded where address >= segment.address {
            let distance = address - segment.address
            if distance <= segment.fileSize, size <= segment.fileSize - distance {
                return segment.offset + distance
            }
        }
        return nil
    }

    /// The mapped segment that holds all of a range of addresses.
    func segment(at address: UInt64, size: UInt64) -> ELFSegment? {
        loaded.first { segment in
            guard address >= segment.address else { return false }
            let distance = address - segment.address
            return distance <= segment.memorySize && size <= segment.memorySize - distance
        }
    }

    private static func checkIdentification(_ reader: ByteReader) throws(StageError) {
        guard reader.load(at: 0, as: UInt32.self) == 0x464C_457F else {
            throw StageError(elf: "a file that does not begin as ELF", expected: "an ELF library")
        }
        guard reader.load(at: 4, as: UInt8.self) == 2 else {
            let is32Bit = reader.load(at: 4, as: UInt8.self) == 1
            throw StageError(elf: is32Bit ? "32-bit" : "an unknown word size", expected: "64-bit")
        }
        guard reader.load(at: 5, as: UInt8.self) == 1 else {
            throw StageError(elf: "another byte order", expected: "little-endian")
        }
        guard reader.load(at: 6, as: UInt8.self) == 1, reader.load(at: 20, as: UInt32.self) == 1
        else {
            throw StageError(elf: "an unknown version of ELF", expected: "version 1")
        }
    }

    private static func checkType(_ reader: ByteReader) throws(StageError) {
        let type: UInt16 = reader.load(at: 16) ?? 0
        guard type == 3 else {
            let names = [1: "a relocatable object (.o)", 2: "an executable", 4: "a core dump"]
            throw StageError(
                elf: names[Int(type)] ?? "a file of type \(type)", expected: "a shared library",
                remedy: "link the plugin with -shared")
        }
        let machine = ELFMachine(rawValue: reader.load(at: 18) ?? 0)
        guard machine == .host else {
            throw StageError(
                elf: "machine \(machine)", expected: "\(ELFMachine.host)",
                remedy: "build the plugin for this machine")
        }
    }

    private static func readSegments(_ reader: ByteReader) throws(StageError) -> [ELFSegment] {
        guard let start: UInt64 = reader.load(at: 32), let size: UInt16 = reader.load(at: 54),
            let count: UInt16 = reader.load(at: 56)
        else { throw StageError(truncated: "the header", end: headerSize, of: reader.count) }
        guard size == segmentHeaderSize, count > 0, count <= maximumSegments, start % 8 == 0 else {
            throw StageError(
                elf: "\(count) segment headers of \(size) bytes at \(start)",
                expected: "1 to \(maximumSegments) of \(segmentHeaderSize) bytes")
        }
        let length = UInt64(count) * UInt64(size)
        guard reader.contains(start, size: length) else {
            throw StageError(
                truncated: "the segment headers", end: start &+ length, of: reader.count)
        }
        var segments: [ELFSegment] = []
        for index in 0..<UInt64(count) {
            guard let segment = ELFSegment(reader, at: start + index * UInt64(size)) else { break }
            segments.append(segment)
        }
        return segments
    }
}

/// The numbers of `e_machine` that plugins are likely to have.
struct ELFMachine: RawRepresentable, Equatable, CustomStringConvertible {
    let rawValue: UInt16

    #if arch(x86_64)
    static let host = ELFMachine(rawValue: 62)
    #elseif arch(arm64)
    static let host = ELFMachine(rawValue: 183)
    #elseif arch(riscv64)
    static let host = ELFMachine(rawValue: 243)
    #endif

    var description: String {
        let names: [UInt16: String] = [
            3: "80386", 21: "PowerPC64", 22: "S390", 40: "ARM", 62: "x86-64", 183: "AArch64",
            243: "RISC-V",
        ]
        return "\(names[rawValue] ?? "unknown") (\(rawValue))"
    }
}

extension StageError {
    /// A file that is no library for this host.
    init(
        elf found: String, expected: String,
        remedy: String = "build the plugin again as a shared library for this machine"
    ) {
        self.init(.format, found: found, expected: expected, remedy: remedy)
    }

    /// A part that lies beyond the end of the file.
    init(truncated part: String, end: UInt64, of size: UInt64) {
        self.init(
            .format, found: "a truncated file: \(part) would end at byte \(end) of \(size)",
            expected: "a complete file", remedy: "copy or build the plugin again")
    }
}
