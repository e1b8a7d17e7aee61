// SPDX-License-Identifier: Apache-2.0
//
// The words of the settings, which are read once, when the plugin is loaded.

import AssayPluginKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct Words: PluginSettings {
    static let parameters = [
        RuleParameter("file", .string, "the file with the words"),
        RuleParameter(
            "words", .string, default: "car motorcycle truck van", "the words, if there is no file"),
        RuleParameter("caseSensitive", .boolean, default: true, "whether A and a are different"),
    ]

    private let isCaseSensitive: Bool
    /// The words as bytes, because "é" is one character or two.
    private let words: Set<[UInt8]>

    var count: Int { words.count }

    init(_ given: Arguments) throws(SettingsError) {
        isCaseSensitive = given.bool("caseSensitive")
        guard let file = given.string("file") else {
            words = Self.words(
                in: Array((given.string("words") ?? "").utf8), at: " ", isCaseSensitive)
            if words.isEmpty { throw SettingsError("words: expected words and spaces") }
            return
        }
        var bytes = try TextFile(path: file).read()
        if bytes.starts(with: "\u{FEFF}".utf8) { bytes.removeFirst(3) }
        words = Self.words(in: bytes, at: "\n", isCaseSensitive)
        if words.isEmpty {
            throw SettingsError("file '\(file)' has no words, expected one on each line")
        }
    }

    func contains(_ word: Span<UInt8>) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.count)
        for index in word.indices { bytes.append(Self.folded(word[index], isCaseSensitive)) }
        return words.contains(bytes)
    }

    private static func words(
        in text: [UInt8], at separator: Unicode.Scalar, _ isCaseSensitive: Bool
    ) -> Set<[UInt8]> {
        let words = text.split(separator: UInt8(ascii: separator)).map(trimmed)
        let listed = words.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        return Set(listed.map { $0.map { folded($0, isCaseSensitive) } })
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let first = line.firstIndex { !isBlank($0) } ?? line.endIndex
        let end = line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? first
        return line[first..<end]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    /// Returns a byte without differences of case among the letters A to Z, unless they count.
    private static func folded(_ byte: UInt8, _ isCaseSensitive: Bool) -> UInt8 {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return isCapital && !isCaseSensitive ? byte | 0x20 : byte
    }
}

/// A file of the settings.
private struct TextFile {
    let path: String

    private static let mostBytes = 1 << 20

    private func error(_ found: String) -> SettingsError {
        SettingsError("file '\(path)' \(found)")
    }

    func read() throws(SettingsError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw SettingsError("file: the path has a NUL") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw error(errno == ENOENT ? "does not exist" : "cannot be read")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw error("is not a regular file") }
        guard status.st_size <= Self.mostBytes else {
            throw error("has \(status.st_size) bytes, expected at most \(Self.mostBytes)")
        }
        guard let file = fopen(path, "rbe") else { throw error("cannot be read") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        guard ferror(file) == 0 else { throw error("cannot be read") }
        try checkUTF8(bytes)
        return bytes
    }

    private func checkUTF8(_ bytes: [UInt8]) throws(SettingsError) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let lines = bytes[..<error.byteOffsets.lowerBound].count { $0 == UInt8(ascii: "\n") }
            throw self.error("has bytes that are not UTF-8 in line \(lines + 1)")
        }
    }
}
