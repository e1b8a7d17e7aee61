// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for packages of plugins: reads the input as an archive, packed and as it is, as the member package.json,
// and as an index of versions. What is read of an archive must come out of one that is written of it, and a manifest must
// be as it would be written. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzPackage

import AssayCore
import AssayRuleSets
@testable import AssayPluginPackages
import Glibc

/// No more is unpacked of an input: a few bytes can stand for many.
private let maximumBytes = 1 << 20

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPackage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    _ = members(ofPacked: bytes)
    if let packed = try? Gzip.compress(withChecksums(bytes)), let read = members(ofPacked: packed) {
        guard let again = try? Gzip.compress(TarWriter.archive(of: read)),
            members(ofPacked: again).map({ $0.map(\.path) }) == read.map(\.path),
            members(ofPacked: again).map({ $0.map(\.bytes) }) == read.map(\.bytes)
        else { fatalError("an archive of what was read is another: \(read.map(\.path))") }
    }
    if let manifest = try? PackageManifest(parsing: bytes) {
        guard manifest.json.utf8.elementsEqual(bytes) else { fatalError("another manifest") }
        _ = BillOfMaterials.json(of: manifest)
    }
    checkIndex(bytes)
    return 0
}

/// The same with right checksums in all that may be headers: chance does not find any.
private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let size = TarHeader.blockSize
    for start in stride(from: 0, through: bytes.count - size, by: size)
    where bytes[(start + 257)..<(start + 262)].elementsEqual("ustar".utf8) {
        let field = (start + 148)..<(start + 156)
        bytes.replaceSubrange(field, with: "        ".utf8)
        let sum = bytes[start..<(start + size)].reduce(0) { $0 + Int($1) }
        let digits = String(sum, radix: 8)
        let text = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
        bytes.replaceSubrange(field, with: Array(text.utf8) + [0, UInt8(ascii: " ")])
    }
    return bytes
}

/// The members of an archive; nil for what is none.
private func members(ofPacked bytes: [UInt8]) -> [ArchiveMember]? {
    guard let source = try? GzipSource(bytes) else { return nil }
    var reader = TarReader(source)
    var members: [ArchiveMember] = []
    var rest = maximumBytes
    while true {
        guard let header = try? reader.next() else { break }
        guard let contents = try? reader.contents(of: header, limit: rest) else { return nil }
        rest -= contents.count
        members.append(ArchiveMember(path: header.path, bytes: contents))
    }
    return members.isEmpty ? nil : members
}

private func checkIndex(_ bytes: [UInt8]) {
    guard let stream = tmpfile() else { fatalError("no file: \(errno)") }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count, fflush(stream) == 0 else {
        fatalError("cannot write: \(errno)")
    }
    guard let index = try? PackageIndex(file: "/proc/self/fd/\(fileno(stream))"),
        let version = SemanticVersion("1.2.0")
    else { return }
    if let newer = index.newer(than: version, of: "fleet"), newer <= version {
        fatalError("\(newer) is not newer than \(version)")
    }
}
