// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
import AssayPluginHost
import AssaySignatures
import PluginWorkshop
import Testing

@testable import AssayPluginPackages

/// Archives that mean harm or are damaged: each is an error, and nothing is written.
@Suite struct HostileArchiveTests {
    private let shop: PackageWorkshop

    init() throws { shop = try PackageWorkshop() }

    private func expect(
        _ archive: [UInt8], _ error: String, store: TrustStore? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(shop.outcome(of: archive, store: store) == error, sourceLocation: location)
        #expect(shop.installed() == [], sourceLocation: location)
    }

    private static let paths =
        "expected relative paths of letters, digits and '.', '_', '+', '-', without '..'"

    // MARK: - Headers

    @Test(arguments: [
        ("../evil.so", "a path with '..' (member 1)"),
        ("a/../../evil", "a path with '..' (member 1)"),
        ("..", "a path with '..' (member 1)"), ("/etc/passwd", "an absolute path (member 1)"),
        ("a//b", "a path with other characters (member 1)"),
        ("./a", "a path with other characters (member 1)"),
        (".hidden", "a path with other characters (member 1)"),
        ("a\\b", "a path with other characters (member 1)"),
        ("a\u{1B}[31m", "a path with other characters (member 1)"),
        ("-rf", "a path with other characters (member 1)"),
        ("a b", "a path with other characters (member 1)"),
    ])
    func pathThatLeadsElsewhere(path: String, found: String) throws {
        let name = Array(path.utf8) + [UInt8](repeating: 0, count: 100 - path.utf8.count)
        let archive = try shop.tar { $0.rewrite(at: 0, name) }
        expect(archive, "archive: found \(found), \(Self.paths)")
    }

    @Test(arguments: [
        ("1", "a hard link"), ("2", "a symbolic link"), ("3", "a character device"),
        ("4", "a block device"), ("5", "a directory"), ("6", "a FIFO"), ("S", "a sparse file"),
        ("x", "an extended header"), ("L", "a long name"), ("9", "a file of type 57"),
    ])
    func memberThatIsNoFile(type: String, found: String) throws {
        let archive = try shop.tar { $0.rewrite(at: 156, Array(type.utf8)) }
        expect(archive, "archive: found \(found) (member 1), expected only regular files")
    }

    @Test(
        arguments: [
            (
                Array("77777777777\u{0}".utf8),
                "'package.json' of 8589934591 bytes, expected at most 1048576 bytes"
            ),
            (
                [0x80] + [UInt8](repeating: 0, count: 10) + [1],
                "a size in base 256 of 'package.json', expected octal digits"
            ),
            (
                [UInt8](repeating: 0xFF, count: 12),
                "a negative size in base 256 of 'package.json', expected octal digits"
            ),
            (
                Array("-0000000001\u{0}".utf8),
                "a size of 'package.json' that is not a number, expected octal digits"
            ),
            (
                Array("00000000008\u{0}".utf8),
                "a size of 'package.json' that is not a number, expected octal digits"
            ),
            (
                Array(repeating: 0, count: 12),
                "a size of 'package.json' that is not a number, expected octal digits"
            ),
        ] as [([UInt8], String)])
    func sizeThatIsWrong(field: [UInt8], found: String) throws {
        expect(try shop.tar { $0.rewrite(at: 124, field) }, "archive: found \(found)")
    }

    @Test func headerThatIsDamaged() throws {
        expect(
            try shop.tar { $0[0] ^= 1 },
            "archive: found a wrong checksum in the header of member 1, expected the right one")
        expect(
            try shop.tar { $0.rewrite(at: 257, Array("ustar  \u{0}".utf8)) },
            "archive: found member 1 whose header is not POSIX ustar, expected 'ustar' and version 00"
        )
    }

    // MARK: - The archive as a whole

    @Test func fileThatIsNoArchive() {
        expect([], "archive: found a file that does not begin as gzip, expected a package")
        expect(
            Array("PK".utf8),
            "archive: found a file that does not begin as gzip, expected a package")
    }

    @Test func archiveWithoutMembers() throws {
        expect(
            try Gzip.compress([UInt8](repeating: 0, count: 1024)),
            "archive: found no member 'package.json', expected a package")
        expect(
            try Gzip.compress([]),
            "archive: found an archive without an end, expected two blocks of zeros at its end")
        expect(
            try shop.archive { $0.swapAt(0, 1) },
            "archive: found 'package.json.sig' where 'package.json' belongs, expected a package")
    }

    @Test func everyTruncationIsNoticed() throws {
        let whole = try shop.builder.archive()
        for count in stride(from: 2, to: whole.count, by: max(1, whole.count / 60)) {
            let outcome = shop.outcome(of: Array(whole[..<count]))
            #expect(
                outcome == "archive: found a truncated file, expected a complete package",
                "\(count) bytes")
        }
        #expect(shop.installed() == [])
    }

    @Test func tarThatIsTruncatedInsideGzip() throws {
        let tar = TarWriter.archive(of: shop.builder.members)
        expect(
            try Gzip.compress(Array(tar[..<700])),
            "archive: found 'package.json' cut short, expected a complete package")
        expect(
            try Gzip.compress(Array(tar.dropLast(1024))),
            "archive: found an archive without an end, expected two blocks of zeros at its end")
        expect(
            try Gzip.compress(Array(tar.dropLast(512))),
            "archive: found an archive without an end, expected two blocks of zeros at its end")
    }

    @Test func dataAfterTheEnd() throws {
        let archive = try shop.builder.archive()
        expect(
            archive + [0x1F],
            "archive: found 1 bytes after the end of the compressed data, "
                + "expected the end of the file")
        expect(
            archive + archive,
            "archive: found \(archive.count) bytes after the end of the compressed data, expected "
                + "the end of the file")
        expect(
            try shop.tar { $0.append(1) },
            "archive: found data after the end of the archive, expected only zeros")
        expect(
            try shop.tar { $0 += [UInt8](repeating: 0, count: 20_000) },
            "archive: found data after the end of the archive, expected only zeros")
    }

    @Test func bytesBetweenMembers() throws {
        let size = shop.builder.members[0].bytes.count
        expect(
            try shop.tar { $0[512 + size] = 7 },
            "archive: found bytes after 'package.json', expected zeros up to the next member")
    }

    @Test func flippedBitsOfGzipAreNoticed() throws {
        let whole = try shop.builder.archive()
        let contents = try #require(Self.unpacked(whole))
        var damagedCount = 0
        for index in stride(from: 20, to: whole.count, by: max(1, whole.count / 40)) {
            var damaged = whole
            damaged[index] ^= 0x10
            // Another bit may say the same: of a run of zeros, from where it is copied.
            if Self.unpacked(damaged) == contents { continue }
            damagedCount += 1
            let outcome = shop.outcome(of: damaged)
            #expect(!outcome.hasPrefix("installed"), "byte \(index): \(outcome)")
        }
        #expect(damagedCount > 20)
        #expect(shop.installed() == [])
    }

    /// What gzip holds; nil if it is damaged.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        try? GzipSource(bytes).read(1 << 20)
    }

    // MARK: - Members

    @Test func twoMembersOfOneName() throws {
        expect(
            try shop.archive { $0.append($0[3]) },
            "archive: found two members '\(shop.builder.members[3].path)', upper and lower case aside, "
                + "expected each path once")
        expect(
            try shop.archive { $0.append(ArchiveMember(path: "SBOM.cdx.json", bytes: [])) },
            "archive: found two members 'SBOM.cdx.json', upper and lower case aside, expected each "
                + "path once")
    }

    @Test func memberThatWasNotSigned() throws {
        expect(
            try shop.archive { $0.append(ArchiveMember(path: "evil.so", bytes: [1])) },
            "content: found a member 'evil.so' that was not signed, expected those that package.json "
                + "lists")
    }

    @Test func millionMembersAreNotRead() throws {
        // Signed ones: without a signature, the third is not read.
        let files = (0..<1001).map { ArchiveMember(path: "documents/\($0)", bytes: []) }
        let digest = Digest(of: files[0]).description
        let manifest = shop.manifest(
            files: shop.builder.manifest.files
                + files.map { PackageManifest.File(path: $0.path, size: 0, digest: digest) })
        expect(
            try shop.signed(manifest),
            "content: found more than 512 MiB of files, expected a smaller package")
        let unsigned = try shop.archive { members in
            members += (0..<3000).map { ArchiveMember(path: "documents/\($0)", bytes: []) }
        }
        expect(
            unsigned,
            "content: found a member 'documents/0' that was not signed, expected those that "
                + "package.json lists")
    }

    @Test func decompressionBombIsNotUnpacked() throws {
        let bomb = ArchiveMember(path: "bomb", bytes: [UInt8](repeating: 0, count: 64 << 20))
        expect(
            try shop.archive { $0.append(bomb) },
            "content: found a member 'bomb' that was not signed, expected those that package.json "
                + "lists")
        let first = ArchiveMember(
            path: PackageManifest.path, bytes: [UInt8](repeating: 0x20, count: 64 << 20))
        expect(
            try shop.archive { $0[0] = first },
            "archive: found 'package.json' of 67108864 bytes, expected at most 1048576 bytes")
        let manifest = shop.manifest(
            files: shop.builder.manifest.files + [
                PackageManifest.File(path: "bomb", size: 1 << 40, digest: "")
            ])
        expect(
            try shop.signed(manifest),
            "content: found more than 512 MiB of files, expected a smaller package")
    }

    @Test func memberWithOtherBytes() throws {
        let index = try #require(
            shop.builder.members.firstIndex { $0.path.hasSuffix("README.md") })
        let member = ArchiveMember(
            path: shop.builder.members[index].path, bytes: Array("Red me.\n!".utf8))
        expect(
            try shop.archive { $0[index] = member },
            "content: found 'documents/README.md' with the SHA-256 digest \(Digest(of: member)), "
                + "expected \(Digest(of: shop.builder.members[index]))")
        expect(
            try shop.archive { $0[index] = ArchiveMember(path: member.path, bytes: [1]) },
            "content: found 'documents/README.md' of 1 bytes, expected 9 bytes")
    }

    @Test func memberThatIsMissing() throws {
        expect(
            try shop.archive { $0.removeAll { $0.path.hasSuffix(".so") } },
            "content: found no member '\(LibrarySummary.hostMachine)/template.so', expected every "
                + "file that is signed")
    }

    // MARK: - Signatures and trust

    @Test func signatureThatIsNone() throws {
        expect(
            try shop.archive {
                $0[1] = ArchiveMember(path: $0[1].path, bytes: Array("signed".utf8))
            },
            "trust: found a line with 'signed' in package.json.sig, expected one line "
                + "'assay-ed25519-signature BASE64'")
    }

    @Test func manifestThatChangedAfterItWasSigned() throws {
        let text = shop.manifest(version: "9.0.0").json
        expect(
            try shop.archive {
                $0[0] = ArchiveMember(path: PackageManifest.path, bytes: Array(text.utf8))
            },
            "trust: found a signature of key \(shop.key.verificationKey.id) for another package, "
                + "expected one of a key in trust.yaml")
    }

    @Test func signatureOfALibraryIsNoneOfAPackage() throws {
        let signature = try shop.key.sign(Digest(of: shop.builder.members[0]))
        expect(
            try shop.archive {
                $0[1] = ArchiveMember(path: $0[1].path, bytes: Array(signature.text.utf8))
            },
            "trust: found a signature of key \(shop.key.verificationKey.id) for another package, "
                + "expected one of a key in trust.yaml")
    }

    @Test func keyThatIsNotTrusted() throws {
        let other = SigningKey()
        expect(
            try shop.signed(shop.builder.manifest, by: other),
            "trust: found a signature of the unknown key '\(other.verificationKey.id)', expected one of "
                + "a key in trust.yaml")
        expect(
            try shop.builder.archive(),
            "trust: found a signature of the unknown key '\(shop.key.verificationKey.id)', expected a "
                + "key in trust.yaml, which has none", store: TrustStore([]))
    }

    @Test(arguments: [
        ("other", "'other'"), ("template >= 9", "'template >= 9'"),
        ("template < 0.1", "'template < 0.1'"),
    ])
    func keyThatMayNotSignThis(grant: String, list: String) throws {
        let manifest = shop.builder.manifest
        expect(
            try shop.builder.archive(),
            "trust: found template \(manifest.version) signed by key \(shop.key.verificationKey.id), "
                + "expected one of \(list)", store: shop.store(grant))
    }

    // MARK: - Signed, and wrong all the same

    @Test func manifestThatIsNotCanonical() throws {
        func archive(_ text: String) throws -> [UInt8] {
            let own = ArchiveMember(path: PackageManifest.path, bytes: Array(text.utf8))
            let signature = try shop.key.sign(Digest(of: own), as: .package)
            return try shop.archive {
                $0[0] = own
                $0[1] = ArchiveMember(path: $0[1].path, bytes: Array(signature.text.utf8))
            }
        }
        let text = shop.builder.manifest.json
        let twice = text.replacing("{\"package\":1,", with: "{\"package\":1,\"id\":\"acme\",")
        for other in ["", "{}", "[1]", text + " ", twice, "\u{0}"] {
            let isVersion = other == "{}"
            expect(
                try archive(other),
                isVersion
                    ? "content: found another version of the format of packages, expected version 1"
                    : "content: found package.json that is not as 'ruleshell plugin pack' writes it, "
                        + "expected its JSON")
        }
    }

    @Test(arguments: [
        ("../x", "1.0.0", "the plugin id '../x', expected an id of a plugin"),
        ("", "1.0.0", "the plugin id '', expected an id of a plugin"),
        ("a.b", "1.0.0", "the plugin id 'a.b', expected an id of a plugin"),
        ("template", "1", "the version '1', expected a semantic version"),
        ("template", "1.0.0/..", "the version '1.0.0/..', expected a semantic version"),
    ])
    func signedNamesAreNotBelieved(id: String, version: String, found: String) throws {
        expect(
            try shop.signed(shop.manifest(id: id, version: version)), "content: found \(found)",
            store: shop.store("*"))
    }

    @Test func packageForOtherMachinesAlone() throws {
        let old = try #require(shop.builder.manifest.libraries.first)
        let machine = LibrarySummary.hostMachine
        let outcome = shop.outcome(of: try shop.builder.archive(), machine: "linux-sparc64")
        #expect(
            outcome == "content: found libraries for \(machine), expected one for linux-sparc64")
        let claimed = PackageManifest.Library(
            machine: "linux-sparc64", path: old.path, needed: old.needed)
        let lied = shop.outcome(
            of: try shop.signed(shop.manifest(libraries: [claimed])), machine: "linux-sparc64")
        #expect(
            lied
                == "content: found a library for \(machine), expected one for linux-sparc64, as it is "
                + "listed")
        #expect(shop.installed() == [])
    }

    @Test func libraryThatIsNotListed() throws {
        let library = PackageManifest.Library(
            machine: LibrarySummary.hostMachine, path: "none.so", needed: [])
        expect(
            try shop.signed(shop.manifest(libraries: [library])),
            "content: found a library for \(LibrarySummary.hostMachine) that is not among the files, "
                + "expected 'none.so' and its signature")
    }

    @Test func manifestThatDisagreesWithTheLibrary() throws {
        expect(
            try shop.signed(shop.manifest(version: "99.0.0")),
            "content: found a library whose manifest is not that of the package, expected the "
                + "same id, version and rules")
    }

    @Test func libraryThatTheKeyHasNotSigned() throws {
        let other = SigningKey()
        let path = try #require(shop.builder.manifest.libraries.first).path
        var files = Array(shop.builder.members.dropFirst(2))
        let index = try #require(files.firstIndex { $0.path == path + ".sig" })
        let library = try #require(files.first { $0.path == path })
        files[index] = ArchiveMember(
            path: path + ".sig", bytes: Array(try other.sign(Digest(of: library)).text.utf8))
        let listed = files.map {
            PackageManifest.File(
                path: $0.path, size: $0.bytes.count, digest: Digest(of: $0).description)
        }
        expect(
            try shop.signed(shop.manifest(files: listed), files: files),
            "content: found a library that key \(shop.key.verificationKey.id) has not signed, expected "
                + "the signature of the package's key")
    }

    @Test func libraryThatIsNone() throws {
        let path = try #require(shop.builder.manifest.libraries.first).path
        var files = Array(shop.builder.members.dropFirst(2))
        let index = try #require(files.firstIndex { $0.path == path })
        files[index] = ArchiveMember(path: path, bytes: Array(repeating: 7, count: 100))
        let listed = files.map {
            PackageManifest.File(
                path: $0.path, size: $0.bytes.count, digest: Digest(of: $0).description)
        }
        expect(
            try shop.signed(shop.manifest(files: listed), files: files),
            "content: found a library with a file that does not begin as ELF, expected an ELF library"
        )
    }

    @Test func hostThatIsTooOld() throws {
        expect(
            try shop.signed(shop.manifest(minimumHost: "99.0.0")),
            "content: found template \(shop.builder.manifest.version) for hosts from 99.0.0, expected a "
                + "plugin for this host, \(PluginHost.version)")
    }

    @Test func fileThatIsListedTwice() throws {
        let files = shop.builder.manifest.files
        expect(
            try shop.signed(shop.manifest(files: files + files.suffix(1))),
            "content: found a file that is listed twice, expected each once")
    }

    @Test func urlIsNotFetched() {
        #expect(throws: PackageError.self) {
            try PackageReader(file: "https://example.com/fleet.tar.gz", store: shop.store())
        }
        do throws(PackageError) {
            _ = try PackageReader(file: "https://example.com/fleet.tar.gz", store: shop.store())
        } catch {
            #expect(
                error.description
                    == "found the URL 'https://example.com/fleet.tar.gz', expected a file; nothing is "
                    + "downloaded: download it with your own tools, such as curl -fO")
        }
    }
}
#endif
