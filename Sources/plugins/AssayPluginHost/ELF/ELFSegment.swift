// SPDX-License-Identifier: Apache-2.0

/// One program header.
struct ELFSegment {
    let type: UInt32
    let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64
    let alignment: UInt64

    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let interpreter: UInt32 = 3
    static let notes: UInt32 = 4
    static let headers: UInt32 = 6
    static let threadLocal: UInt32 = 7
    static let stack: UInt32 = 0x6474_E551
    static let relocatedReadOnly: UInt32 = 0x6474_E552

    init?(_ reader: ByteReader, at start: UInt64) {
        guard let type: UInt32 = reader.load(at: start),
            let flags: UInt32 = reader.load(at: start + 4),
            let offset: UInt64 = reader.load(at: start + 8),
            let address: UInt64 = reader.load(at: start + 16),
            let fileSize: UInt64 = reader.load(at: start + 32),
            let memorySize: UInt64 = reader.load(at: start + 40),
            let alignment: UInt64 = reader.load(at: start + 48)
        else { return nil }
        self.type = type
        self.flags = flags
        self.offset = offset
        self.address = address
        self.fileSize = fileSize
        self.memorySize = memorySize
        self.alignment = alignment
    }

    var isExecutable: Bool { flags & 1 != 0 }
    var isWritable: Bool { flags & 2 != 0 }
    var isReadable: Bool { flags & 4 != 0 }
}

extension ELFFile {
    static let pageSize: UInt64 = 4096
    /// The largest image: all addresses of a library lie below.
    static let maximumAddress: UInt64 = 1 << 32

    /// Checks what the loader relies on when it maps the segments.
    func checkSegments() throws(StageError) {
        var end: UInt64 = 0
        for (index, segment) in segments.enumerated() {
            try checkExtent(of: segment, at: index)
            switch segment.type {
            case ELFSegment.interpreter:
                throw StageError(
                    elf: "an executable", expected: "a shared library",
                    remedy: "link the plugin with -shared")
            case ELFSegment.stack where segment.isExecutable:
                throw StageError(
                    elf: "a library that wants an executable stack", expected: "none",
                    remedy: "link the plugin with -z noexecstack")
            case ELFSegment.load:
                try checkMapping(segment, index: index, after: end)
                end = segment.address + segment.memorySize
            default: break
            }
        }
        guard end > 0 else {
            throw StageError(elf: "no segment to load", expected: "a shared library")
        }
        for (index, segment) in segments.enumerated() { try checkPlace(of: segment, at: index) }
    }

    private func checkExtent(of segment: ELFSegment, at index: Int) throws(StageError) {
        guard reader.contains(segment.offset, size: segment.fileSize) else {
            throw StageError(
                truncated: "segment \(index)", end: segment.offset &+ segment.fileSize,
                of: reader.count)
        }
        guard segment.address < Self.maximumAddress, segment.memorySize < Self.maximumAddress,
            segment.alignment <= 1 << 21, segment.alignment & (segment.alignment &- 1) == 0
        else {
            throw StageError(
                elf: "segment \(index) with an address, a size or an alignment out of range",
                expected: "an image below 4 GiB")
        }
    }

    private func checkMapping(
        _ segment: ELFSegment, index: Int, after end: UInt64
    ) throws(StageError) {
        let isAligned =
            segment.alignment >= Self.pageSize
            && segment.address % segment.alignment == segment.offset % segment.alignment
        guard isAligned, segment.memorySize >= segment.fileSize, segment.memorySize > 0,
            segment.isReadable
        else {
            throw StageError(
                elf: "segment \(index) that cannot be mapped",
                expected: "a readable, aligned segment")
        }
        guard end == 0 || segment.address / Self.pageSize >= (end - 1) / Self.pageSize + 1 else {
            throw StageError(
                elf: "segment \(index) at an address that an earlier one has",
                expected: "segments in ascending order")
        }
        guard !(segment.isWritable && segment.isExecutable) else {
            throw StageError(
                elf: "segment \(index) that is both writable and executable",
                expected: "one or the other", remedy: "link the plugin without -N")
        }
    }

    /// Segments that describe a part of the image must lie in it where the mapping puts them.
    private func checkPlace(of segment: ELFSegment, at index: Int) throws(StageError) {
        // Of thread-local variables, those without a value are not in the image: each thread has its own.
        let size =
            segment.type == ELFSegment.threadLocal ? segment.fileSize : segment.memorySize
        guard segment.type != ELFSegment.load, segment.type != ELFSegment.stack, size > 0
        else { return }
        let mustBeWritable =
            segment.type == ELFSegment.dynamic || segment.type == ELFSegment.relocatedReadOnly
        let host = self.segment(at: segment.address, size: 0)
        // The loader protects whole pages, and some linkers count them in.
        let pages = host.map { ($0.address + $0.memorySize + Self.pageSize - 1) / Self.pageSize }
        let end = segment.address + size
        let isInPlace =
            segment.fileSize == 0
            || offset(ofAddress: segment.address, size: segment.fileSize) == segment.offset
        let isOwnTable =
            segment.type != ELFSegment.headers || segment.offset == reader.load(at: 32)
        guard let host, isInPlace, isOwnTable, host.isWritable || !mustBeWritable,
            segment.memorySize >= segment.fileSize, end <= (pages ?? 0) * Self.pageSize,
            // A linker fills up to a page; more would make variables read-only.
            segment.type != ELFSegment.relocatedReadOnly
                || segment.memorySize - segment.fileSize < host.alignment
        else {
            throw StageError(
                elf: "segment \(index) outside the segments that are mapped",
                expected: "a part of them")
        }
    }
}
