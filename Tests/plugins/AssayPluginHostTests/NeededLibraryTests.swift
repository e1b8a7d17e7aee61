// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing
#if PluginSignatures
import AssaySignatures
#endif

/// Libraries that a plugin brings with it, through its run path for instance.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct NeededLibraryTests {
    fileprivate let workshop: Workshop
    fileprivate var folder: String { workshop.path("libs") }
    private var marker: String { workshop.path("marker") }

    init() throws {
        workshop = try Workshop()
        try #require(mkdir(workshop.path("libs"), 0o755) == 0)
    }

    /// A library whose constructor makes a file.
    @discardableResult
    fileprivate func library(
        _ path: String = "libs/libthere.so", soname: String = "libthere.so",
        _ flags: [String] = []
    ) throws -> String {
        try workshop.compile(
            """
            #include <fcntl.h>
            #include <unistd.h>
            __attribute__((constructor)) static void start(void) {
                close(creat("\(marker)", 0600));
            }
            int there(void) { return 1; }
            """, to: path, ["-shared", "-fPIC", "-Wl,-soname,\(soname)"] + flags)
    }

    /// A plugin that needs the library.
    fileprivate func plugin(
        runPath: String?, library: String = "libs/libthere.so", _ flags: [String] = []
    ) throws -> String {
        try workshop.compile(
            pluginSource(
                """
                int there(void);
                #define EVALUATE \\
                    for (uint32_t row = 0; row < batch->count; row++) \\
                        out[row].status = there() ? ASSAY_PASS : ASSAY_FAIL;
                """), to: "plugin.so",
            ["-shared", "-fPIC", workshop.path(library)]
                + (runPath.map { ["-Wl,-rpath,\($0)"] } ?? []) + flags)
    }

    private func expectRejection(
        of path: String, _ text: String, as name: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        try expectError(
            of: path, at: .policy, text, as: name.map { HostileCase(.library, $0) },
            location: location)
        #expect(!exists(marker), "the library ran", sourceLocation: location)
    }

    /// Its name is no other test's: of a name that is loaded already, the loader takes no second file.
    @Test func libraryInASafeDirectoryIsLoaded() throws {
        try library("libs/libsafe.so", soname: "libsafe.so")
        let registry = RuleRegistry()
        let path = try plugin(runPath: folder, library: "libs/libsafe.so")
        try PluginHost().load(path: path, into: registry)
        #expect(try failures(of: RuleExpression("hostile.even"), in: registry, [1]) == [[]])
        #expect(exists(marker))
    }

    @Test(arguments: [0o777, 0o775, 0o1777], ["--enable-new-dtags", "--disable-new-dtags"])
    func directoryThatOthersCanWriteIsRejected(mode: Int, tags: String) throws {
        try library()
        chmod(folder, mode_t(mode))
        let isGroup = mode == 0o775
        let shown = mode == 0o1777 ? "777" : String(mode, radix: 8)
        try expectRejection(
            of: try plugin(runPath: folder, ["-Wl,\(tags)"]),
            "found the directory '\(folder)' that \(isGroup ? "its group" : "everyone") can write "
                + "(mode \(shown)) (in the run path of '{path}'), "
                + "expected a path that only root and the user can change; "
                + "run chmod \(isGroup ? "g" : "o")-w \(folder), or link without this run path",
            as: "run path of mode \(String(mode, radix: 8)), linked with \(tags)")
    }

    /// Whoever can make the directory can put a library into it.
    @Test func directoryThatOthersCanMakeIsRejected() throws {
        try library()
        chmod(folder, 0o1777)
        try expectRejection(
            of: try plugin(runPath: "\(folder)/none/lib"),
            "found the directory '\(folder)' that everyone can write (mode 777) "
                + "(in the run path of '{path}'), "
                + "expected a path that only root and the user can change; "
                + "run chmod o-w \(folder), or link without this run path",
            as: "run path that others can make")
    }

    @Test func fileThatOthersCanWriteIsRejected() throws {
        let library = try library()
        let path = try plugin(runPath: folder)
        chmod(library, 0o666)
        try expectRejection(
            of: path,
            "found the file '\(library)' that everyone can write (mode 666) (the library "
                + "'libthere.so' that '{path}' needs, from the run path '\(folder)'), "
                + "expected a path that only root and the user can change; run chmod o-w \(library), "
                + "or install the library in a directory of the system",
            as: "needed library that others can write")
    }

    /// The loader prefers these where the processor is one of them.
    @Test(arguments: ["glibc-hwcaps/x86-64-v2", "tls", "haswell/x86_64"])
    func libraryForCertainProcessorsIsChecked(place: String) throws {
        try library()
        let path = try plugin(runPath: folder)
        var directory = folder
        for name in place.split(separator: "/") {
            directory += "/\(name)"
            try #require(mkdir(directory, 0o755) == 0)
        }
        chmod(try library("libs/\(place)/libthere.so"), 0o666)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: .init())
        }
        #expect(
            error?.found.hasPrefix("the file '\(directory)/libthere.so' that everyone can write")
                == true)
    }

    @Test func libraryOfALibraryIsChecked() throws {
        try #require(mkdir(workshop.path("inner"), 0o755) == 0)
        try library("inner/libinner.so", soname: "libinner.so")
        let outer = try library(
            "libs/libthere.so",
            [workshop.path("inner/libinner.so"), "-Wl,--no-as-needed"]
                + ["-Wl,-rpath,\(workshop.path("inner"))", workshop.path("inner/libinner.so")])
        let path = try plugin(runPath: folder)
        chmod(workshop.path("inner"), 0o777)
        try expectRejection(
            of: path,
            "found the directory '\(workshop.path("inner"))' that everyone can write (mode 777) "
                + "(in the run path of '\(outer)'), "
                + "expected a path that only root and the user can change; "
                + "run chmod o-w \(workshop.path("inner")), or link without this run path",
            as: "needed library with a run path that others can write")
    }

    @Test(arguments: [
        ("FOLDER:", "an empty entry, the working directory,"),
        ("libs", "the entry 'libs', relative to the working directory,"),
        ("/opt/$LIB", "the entry '/opt/$LIB' with an unknown variable"),
    ])
    func runPathThatLeadsAnywhereIsRejected(runPath: String, found: String) throws {
        try library()
        try expectRejection(
            of: try plugin(runPath: runPath.replacing("FOLDER", with: folder)),
            "found \(found) in the run path of '{path}', expected absolute paths of directories; "
                + "link it with the absolute path in -rpath, or without a run path")
    }

    /// To the loader, the origin is where the descriptor of the copy is.
    @Test(arguments: ["$ORIGIN", "${ORIGIN}"])
    func originIsTheOneThatTheLoaderSees(origin: String) throws {
        try library()
        let path = try plugin(runPath: "\(origin)/../../..\(folder)")
        chmod(folder, 0o777)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: .init())
        }
        #expect(error?.stage == .policy)
        #expect(!exists(marker))
        chmod(folder, 0o755)
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
    }

    @Test func libraryByItsPathIsChecked() throws {
        let library = try library(soname: folder + "/libthere.so")
        let path = try plugin(runPath: nil)
        chmod(library, 0o666)
        try expectRejection(
            of: path,
            "found the file '\(library)' that everyone can write (mode 666) (the library "
                + "'\(library)' that '{path}' needs), "
                + "expected a path that only root and the user can change; run chmod o-w \(library), "
                + "or install the library in a directory of the system")
        try self.library(soname: "libs/libthere.so")
        try expectRejection(
            of: try plugin(runPath: nil),
            "found the library 'libs/libthere.so' that '{path}' needs, "
                + "relative to the working directory, expected its name or an absolute path; "
                + "give the library a name with -soname, and link again")
    }

    @Test func damagedLibraryIsRejected() throws {
        let path = try {
            try library(); return try plugin(runPath: folder)
        }()
        try workshop.write(
            try bytes(of: folder + "/libthere.so").prefix(5000), to: "libs/libthere.so")
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: .init())
        }
        #expect(error?.stage == .format)
        #expect(error?.found.hasSuffix("from the run path '\(folder)')") == true)
    }

    @Test func policyWithoutChecksLoadsIt() throws {
        try library()
        let path = try plugin(runPath: folder)
        chmod(folder, 0o777)
        #expect(
            try PluginHost(policy: .unrestricted).load(path: path, into: .init()).id == "hostile")
    }

    /// In a process of its own, which has the variable.
    @Test func libraryPathOfTheEnvironmentIsChecked() async {
        await #expect(processExitsWith: .success) {
            let test = try NeededLibraryTests()
            let library = try test.library()
            let path = try test.plugin(runPath: nil)
            chmod(library, 0o666)
            setenv("LD_LIBRARY_PATH", "/nonexistent:\(test.folder)", 1)
            let error = #expect(throws: PluginError.self) {
                try PluginHost().load(path: path, into: .init())
            }
            #expect(error?.stage == .policy)
            #expect(
                error?.found == "the file '\(library)' that everyone can write (mode 666) (the "
                    + "library 'libthere.so' that '\(path)' needs, from LD_LIBRARY_PATH)")
        }
    }
}

#if PluginSignatures
extension NeededLibraryTests {
    private func load(_ path: String, _ trust: PluginTrust) throws -> String {
        var policy = PluginPolicy.standard
        policy.requiredTrust = trust
        return try PluginHost(policy: policy).load(path: path, into: .init()).id
    }

    @Test func libraryThatNoOneVouchesForIsRejected() throws {
        let library = try library()
        let path = try plugin(runPath: folder)
        let (own, other) = (
            try PluginTrust.digest(ofFile: path), try PluginTrust.digest(ofFile: library)
        )
        let error = #expect(throws: PluginError.self) {
            try load(path, PluginTrust(trustedDigests: [own], trustedKeys: []))
        }
        #expect(
            error?.description
                == "cannot load plugin '\(path)' at stage trust: found the SHA-256 digest \(other) "
                + "(the library 'libthere.so' that '\(path)' needs, from the run path '\(folder)'), "
                + "expected one of the 1 digests that are allowed; allow this digest if it is that "
                + "of the right file, or install the library in a directory of the system")
        #expect(!exists(marker))
        #expect(
            try load(path, PluginTrust(trustedDigests: [own, other], trustedKeys: [])) == "hostile")
    }

    @Test func libraryNeedsADigestAlsoWhereDirectoriesAreNotChecked() throws {
        try library()
        let path = try plugin(runPath: folder)
        var policy = PluginPolicy.unrestricted
        policy.requiredTrust = PluginTrust(
            trustedDigests: [try PluginTrust.digest(ofFile: path)], trustedKeys: [])
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: .init())
        }
        #expect(error?.stage == .trust)
        #expect(!exists(marker))
    }

    @Test func libraryNeedsASignatureOfItsOwn() throws {
        let key = SigningKey()
        let library = try library()
        let path = try plugin(runPath: folder)
        let trust = PluginTrust(trustedDigests: [], trustedKeys: [key.verificationKey])
        let sign = { (file: String, signature: String) in
            let text = try key.sign(try PluginTrust.digest(ofFile: file)).text
            _ = try workshop.write(Array(text.utf8), to: signature)
        }
        try sign(path, "plugin.so.sig")
        let error = #expect(throws: PluginError.self) { try load(path, trust) }
        #expect(error?.stage == .trust)
        #expect(
            error?.found == "no signature (\(library).sig: no such file) (the library "
                + "'libthere.so' that '\(path)' needs, from the run path '\(folder)')")
        #expect(!exists(marker))
        try sign(library, "libs/libthere.so.sig")
        #expect(try load(path, trust) == "hostile")
    }
}
#endif
