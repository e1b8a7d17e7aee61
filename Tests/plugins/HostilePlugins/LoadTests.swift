// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// What the dynamic loader does not find, and libraries that end a process in their own ways.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct LoadTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test func undefinedSymbolIsRejected() throws {
        let source = pluginSource("#define EVALUATE nowhere();\nvoid nowhere(void);")
        try expectError(
            of: try workshop.compile(source), at: .load,
            "found an error ({path}: undefined symbol: nowhere), "
                + "expected a library whose symbols and needed libraries are all found; "
                + "link the plugin with the libraries that it needs, and install them",
            as: HostileCase(.library, "undefined symbol"))
    }

    @Test func missingNeededLibraryIsRejected() throws {
        _ = try workshop.compile("int there(void) { return 1; }", to: "libthere.so")
        let source = pluginSource("#define EVALUATE return there();\nint there(void);")
        let flags = ["-shared", "-fPIC", "-L", workshop.directory, "-lthere"]
        let path = try workshop.compile(source, to: "plugin.so", flags)
        try expectError(
            of: path, at: .load,
            "found an error (libthere.so: cannot open shared object file: "
                + "No such file or directory), "
                + "expected a library whose symbols and needed libraries are all found; "
                + "link the plugin with the libraries that it needs, and install them",
            as: HostileCase(.library, "needed library that is missing"))
    }

    /// The plugin calls a library in another language, in `init`.
    @Test(arguments: Failure.allCases)
    func failureOfAnotherLanguageIsRejected(failure: Failure) throws {
        guard let compiler = Program.find(failure.compiler) else {
            try leaveOut("no \(failure.compiler) on PATH")
        }
        let source = try workshop.write(Array(failure.source.utf8), to: "fail.\(failure.suffix)")
        let library = workshop.path("libfail.so")
        try Program.run(compiler, failure.flags + [source, "-o", library])
        let macros = Place.initialisation.macros("void fail(void); fail();")
        let path = try workshop.compile(
            pluginSource(macros), to: "plugin.so", ["-shared", "-fPIC", library])
        try expectProbeError(
            of: path, "\(failure.signal) in init",
            // The signal of a trap is the machine's.
            as: failure == .trapInSwift ? nil : HostileCase(.start, "\(failure) in init"))
    }

    @Test func entryMayAskTheHost() throws {
        let entry = "#define ENTRY (host->extension(host, \"no.such\") ? 0 : &plugin)"
        let path = try workshop.compile(pluginSource(entry))
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
    }
}

/// How a function ends a process in a language other than C.
enum Failure: CaseIterable {
    case exceptionInCxx, panicInRust, trapInSwift

    var compiler: String {
        switch self {
        case .exceptionInCxx: "g++"
        case .panicInRust: "rustc"
        case .trapInSwift: "swiftc"
        }
    }

    var suffix: String {
        switch self {
        case .exceptionInCxx: "cpp"
        case .panicInRust: "rs"
        case .trapInSwift: "swift"
        }
    }

    var source: String {
        switch self {
        case .exceptionInCxx: "extern \"C\" void fail() { throw 1; }"
        case .panicInRust: "#[no_mangle] pub extern \"C\" fn fail() { panic!() }"
        case .trapInSwift: "@_cdecl(\"fail\") public func fail() { fatalError() }"
        }
    }

    var flags: [String] {
        switch self {
        case .exceptionInCxx: ["-shared", "-fPIC"]
        case .panicInRust: ["--crate-type", "cdylib"]
        case .trapInSwift: ["-emit-library", "-module-name", "Fail"]
        }
    }

    var signal: String {
        #if arch(x86_64)
        self == .trapInSwift ? "SIGILL" : "SIGABRT"
        #else
        self == .trapInSwift ? "SIGTRAP" : "SIGABRT"
        #endif
    }
}
