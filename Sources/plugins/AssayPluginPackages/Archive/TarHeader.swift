// SPDX-License-Identifier: Apache-2.0

/// The header of a member: one block of POSIX ustar (IEEE 1003.1, pax, "ustar Interchange Format").
///
/// Members are regular files; everything else that an archive can hold is an error.
struct TarHeader {
    let path: String
    /// The size of the member's contents, in bytes.
    let size: Int

    static let blockSize = 512
    private static let magic = Array("ustar\u{0}00".utf8)

    init(path: String, size: Int) {
        self.path = path
        self.size = size
    }

    /// Reads a block that is not all zeros.
    ///
    /// - Parameters:
    ///   - block: 512 bytes.
    ///   - number: The number of the member, from 1, for messages.
    /// - Throws: What is wrong with it.
    init(_ block: [UInt8], number: Int) throws(PackageError) {
        let place = "member \(number)"
        guard let sum = Self.octal(block[148..<156]), sum == Self.checksum(of: block) else {
            throw .archive("a wrong checksum in the header of \(place)", expected: "the right one")
        }
        guard block[257..<265].elementsEqual(Self.magic) else {
            throw .archive(
                "\(place) whose header is not POSIX ustar", expected: "'ustar' and version 00")
        }
        try Self.checkKind(block[156], place: place)
        path = try ArchivePath.check(
            Self.text(block[0..<100]), prefix: Self.text(block[345..<500]), place: place)
        size = try Self.size(block[124..<136], of: path)
    }

    /// The block.
    var bytes: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
        }
        func octal(_ number: Int, width: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let (prefix, name) = Self.split(path)
        put(name, at: 0)
        put("0000644", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(size, width: 11), at: 124)
        put("00000000000", at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        put(prefix, at: 345)
        put(octal(Self.checksum(of: block), width: 6) + "\u{0} ", at: 148)
        return block
    }

    /// The number of zeros that fill the last block of `size` bytes.
    static func padding(after size: Int) -> Int {
        (blockSize - size % blockSize) % blockSize
    }

    /// At most 100 bytes of a name, and the folders before it.
    private static func split(_ path: String) -> (prefix: String, name: String) {
        guard path.utf8.count > 100, let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Returns `true` if the header has room for a path.
    static func fits(_ path: String) -> Bool {
        let (prefix, name) = split(path)
        return name.utf8.count <= 100 && prefix.utf8.count <= 155
    }

    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
        Array(field.prefix { $0 != 0 })
    }

    private static func checksum(of block: [UInt8]) -> Int {
        block.enumerated().reduce(0) { sum, byte in
            sum + ((148..<156).contains(byte.offset) ? 0x20 : Int(byte.element))
        }
    }

    /// Octal digits up to a NUL or a space; nil for anything else.
    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.prefix { $0 != 0 && $0 != 0x20 }
        guard field[digits.endIndex...].allSatisfy({ $0 == 0 || $0 == 0x20 }) else { return nil }
        return digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    private static func size(
        _ field: ArraySlice<UInt8>, of path: String
    ) throws(PackageError) -> Int {
        if let first = field.first, first >= 0x80 {
            let kind = first == 0xFF ? "a negative size in base 256" : "a size in base 256"
            throw .archive("\(kind) of '\(path)'", expected: "octal digits")
        }
        guard let size = octal(field), size >= 0 else {
            throw .archive("a size of '\(path)' that is not a number", expected: "octal digits")
        }
        return size
    }

    private static func checkKind(_ type: UInt8, place: String) throws(PackageError) {
        guard type != UInt8(ascii: "0"), type != 0 else { return }
        let kinds: [UInt8: String] = [
            UInt8(ascii: "1"): "a hard link", UInt8(ascii: "2"): "a symbolic link",
            UInt8(ascii: "3"): "a character device", UInt8(ascii: "4"): "a block device",
            UInt8(ascii: "5"): "a directory", UInt8(ascii: "6"): "a FIFO",
            UInt8(ascii: "S"): "a sparse file", UInt8(ascii: "x"): "an extended header",
            UInt8(ascii: "g"): "an extended header", UInt8(ascii: "L"): "a long name",
            UInt8(ascii: "K"): "a long link",
        ]
        throw .archive(
            "\(kinds[type] ?? "a file of type \(type)") (\(place))", expected: "only regular files"
        )
    }
}

/// Paths of members: names of plain characters with '/' between them.
enum ArchivePath {
    /// - Parameters:
    ///   - name: The field of the header.
    ///   - prefix: What comes before it.
    ///   - place: The member, for messages.
    /// - Returns: The path.
    /// - Throws: That it could lead out of a directory, or means other things elsewhere.
    static func check(
        _ name: [UInt8], prefix: [UInt8], place: String
    ) throws(PackageError) -> String {
        let bytes = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
        guard bytes.first != UInt8(ascii: "/") else {
            throw .archive("an absolute path (\(place))", expected: expected)
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw .archive("a path with '..' (\(place))", expected: expected)
        }
        guard bytes.count <= PackageLimits.pathBytes, parts.allSatisfy(isPlain) else {
            throw .archive("a path with other characters (\(place))", expected: expected)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let expected =
        "relative paths of letters, digits and '.', '_', '+', '-', without '..'"

    /// Returns `true` if a text can be a name in a path.
    static func isPlain(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
            return false
        }
        return name.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20)
                || "._+-".utf8.contains(byte)
        }
    }
}
