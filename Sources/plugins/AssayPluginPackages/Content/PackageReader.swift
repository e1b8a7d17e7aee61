// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
package import AssaySignatures
import AssaySystem

/// A package that was read, with all its members covered by its signature.
package struct PackageReader {
    package let manifest: PackageManifest
    /// The trusted key that signed it.
    package let key: VerificationKey
    /// Every member by its path, including the manifest and its signature.
    let members: [String: [UInt8]]

    /// The manifest of the plugin, as its libraries have it.
    static let manifestPath = "manifest.json"

    /// Reads a package and checks it against a trust store.
    ///
    /// Only the manifest and its signature are unpacked before the signature is found to be
    /// trusted.
    ///
    /// - Parameters:
    ///   - path: The archive.
    ///   - store: The keys whose packages are accepted.
    /// - Throws: `PackageError`; nothing was written.
    package init(file path: String, store: TrustStore) throws(PackageError) {
        try self.init(try Self.read(path), store: store)
    }

    init(_ bytes: [UInt8], store: TrustStore) throws(PackageError) {
        var reader = TarReader(try GzipSource(bytes))
        let own = try Self.member(
            PackageManifest.path, limit: PackageLimits.manifestBytes, from: &reader)
        let signature = try Self.member(
            PackageManifest.signaturePath, limit: PackageLimits.signatureBytes, from: &reader)
        key = try store.check(
            Digest(of: own), signature: String(decoding: signature.bytes, as: UTF8.self))
        manifest = try PackageManifest(parsing: own.bytes)
        try Self.checkForm(of: manifest)
        try store.check(key, for: manifest)
        var members = [own.path: own.bytes, signature.path: signature.bytes]
        try Self.readFiles(of: manifest, from: &reader, into: &members)
        self.members = members
    }

    private static func read(_ path: String) throws(PackageError) -> [UInt8] {
        guard !path.contains("://") else {
            throw .archive(
                "the URL '\(path)'", expected: "a file",
                remedy: "nothing is downloaded: download it with your own tools, such as curl -fO")
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            guard try FileStatus(path: path).kind == .regularFile else {
                throw SystemError.invalidArgument
            }
            bytes = try SmallFile.read(path, limit: PackageLimits.archiveBytes + 1)
        } catch {
            throw .archive(
                "an error (\(path): \(error))", expected: "a regular file that can be read",
                remedy: "check the path")
        }
        guard bytes.count <= PackageLimits.archiveBytes else {
            throw .archive(
                "more than \(PackageLimits.archiveBytes >> 20) MiB", expected: "a smaller package")
        }
        return bytes
    }

    /// The next member, which must be this one.
    private static func member(
        _ path: String, limit: Int, from reader: inout TarReader
    ) throws(PackageError) -> ArchiveMember {
        guard let header = try reader.next() else {
            throw .archive("no member '\(path)'", expected: "a package")
        }
        guard header.path == path else {
            throw .archive("'\(header.path)' where '\(path)' belongs", expected: "a package")
        }
        return ArchiveMember(path: path, bytes: try reader.contents(of: header, limit: limit))
    }

    // MARK: - What was signed

    /// A signed manifest is believed, but what it names becomes names of files.
    private static func checkForm(of manifest: PackageManifest) throws(PackageError) {
        let id = manifest.id.utf8
        guard let first = id.first, (97...122).contains(first | 0x20), id.count <= 64,
            ArchivePath.isPlain(Array(id)), !id.contains(where: { "._+".utf8.contains($0) })
        else { throw .content("the plugin id '\(manifest.id)'", expected: "an id of a plugin") }
        guard SemanticVersion.isValid(manifest.version) else {
            throw .content("the version '\(manifest.version)'", expected: "a semantic version")
        }
        let paths = Set(manifest.files.map(\.path))
        guard paths.count == manifest.files.count else {
            throw .content("a file that is listed twice", expected: "each once")
        }
        for library in manifest.libraries
        where !paths.contains(library.path) || !paths.contains(library.path + ".sig") {
            throw .content(
                "a library for \(library.machine) that is not among the files",
                expected: "'\(library.path)' and its signature")
        }
        guard manifest.files.reduce(0, { $0 &+ $1.size }) <= PackageLimits.contentBytes,
            manifest.files.allSatisfy({ $0.size <= PackageLimits.contentBytes }),
            manifest.files.count <= PackageLimits.members
        else {
            throw .content(
                "more than \(PackageLimits.contentBytes >> 20) MiB of files",
                expected: "a smaller package")
        }
    }

    /// Takes the rest of the members, each of which must be listed with its size and digest.
    private static func readFiles(
        of manifest: PackageManifest, from reader: inout TarReader,
        into members: inout [String: [UInt8]]
    ) throws(PackageError) {
        let files = Dictionary(manifest.files.map { ($0.path, $0) }) { first, _ in first }
        while let header = try reader.next() {
            guard let file = files[header.path] else {
                throw .content(
                    "a member '\(header.path)' that was not signed",
                    expected: "those that \(PackageManifest.path) lists")
            }
            guard header.size == file.size else {
                throw .content(
                    "'\(header.path)' of \(header.size) bytes", expected: "\(file.size) bytes")
            }
            let member = ArchiveMember(
                path: header.path, bytes: try reader.contents(of: header, limit: file.size))
            let digest = Digest(of: member).description
            guard digest == file.digest else {
                throw .content(
                    "'\(header.path)' with the SHA-256 digest \(digest)", expected: file.digest)
            }
            members[header.path] = member.bytes
        }
        for file in manifest.files where members[file.path] == nil {
            throw .content("no member '\(file.path)'", expected: "every file that is signed")
        }
    }
}
#endif
