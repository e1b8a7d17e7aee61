// SPDX-License-Identifier: Apache-2.0

/// A member of an archive.
struct ArchiveMember {
    let path: String
    let bytes: [UInt8]
}

/// Writes archives; the same members always give the same bytes.
enum TarWriter {
    static func archive(of members: [ArchiveMember]) -> [UInt8] {
        var bytes: [UInt8] = []
        for member in members {
            bytes += TarHeader(path: member.path, size: member.bytes.count).bytes
            bytes += member.bytes
            bytes += [UInt8](
                repeating: 0, count: TarHeader.padding(after: member.bytes.count))
        }
        return bytes + [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)
    }
}

/// Reads the members of an archive one after the other, and no more than it is asked to.
struct TarReader {
    private let source: GzipSource
    private var count = 0
    private var seen: Set<String> = []
    /// Archivers fill up to so many zeros.
    private static let maximumPadding = 20 * TarHeader.blockSize

    init(_ source: GzipSource) {
        self.source = source
    }

    /// The header of the next member; nil at the end, after which there are zeros alone.
    ///
    /// - Throws: What is wrong with it.
    mutating func next() throws(PackageError) -> TarHeader? {
        let block = try source.read(TarHeader.blockSize)
        guard block.count == TarHeader.blockSize else {
            throw .archive("an archive without an end", expected: "two blocks of zeros at its end")
        }
        if block.allSatisfy({ $0 == 0 }) {
            try checkEnd()
            return nil
        }
        count += 1
        guard count <= PackageLimits.members else {
            throw .archive(
                "more than \(PackageLimits.members) members",
                expected: "at most \(PackageLimits.members)")
        }
        let header = try TarHeader(block, number: count)
        // Names that differ in case alone are one file on some systems.
        guard seen.insert(header.path.lowercased()).inserted else {
            throw .archive(
                "two members '\(header.path)', upper and lower case aside",
                expected: "each path once")
        }
        return header
    }

    /// The contents of the member whose header was read last.
    ///
    /// - Parameters:
    ///   - header: Its header.
    ///   - limit: The largest size.
    /// - Returns: Its bytes.
    /// - Throws: That it is larger, or truncated.
    func contents(of header: TarHeader, limit: Int) throws(PackageError) -> [UInt8] {
        guard header.size <= limit else {
            throw .archive(
                "'\(header.path)' of \(header.size) bytes", expected: "at most \(limit) bytes")
        }
        let bytes = try source.read(header.size)
        let padding = try source.read(TarHeader.padding(after: header.size))
        guard bytes.count == header.size,
            padding.count == TarHeader.padding(after: header.size)
        else { throw .archive("'\(header.path)' cut short", expected: "a complete package") }
        guard padding.allSatisfy({ $0 == 0 }) else {
            throw .archive("bytes after '\(header.path)'", expected: "zeros up to the next member")
        }
        return bytes
    }

    private func checkEnd() throws(PackageError) {
        let rest = try source.read(Self.maximumPadding + 1)
        guard rest.count >= TarHeader.blockSize else {
            throw .archive("an archive without an end", expected: "two blocks of zeros at its end")
        }
        guard rest.count <= Self.maximumPadding, rest.allSatisfy({ $0 == 0 }) else {
            throw .archive("data after the end of the archive", expected: "only zeros")
        }
    }
}
