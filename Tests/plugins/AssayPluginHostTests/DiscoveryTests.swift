// SPDX-License-Identifier: Apache-2.0
import AssayCore
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Several libraries at once, and settings by the ids of plugins.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct DiscoveryTests {
    private let workshop: Workshop
    private let host = PluginHost()
    private let registry = RuleRegistry()

    init() throws { workshop = try Workshop() }

    /// Makes plugins that are named as their files are.
    private func compile(_ names: String...) throws {
        for name in names {
            _ = try workshop.compile(
                pluginSource("#define PLUGIN .id = STR(\"\(name)\")"), to: "\(name).so")
        }
    }

    /// The ids of the plugins that are loaded, and the paths of the files that failed.
    private func names(_ statuses: [PluginStatus]) -> [String] {
        statuses.map { status in
            switch status {
            case .success(let plugin): plugin.id
            case .failure(let error): error.path.replacing(workshop.directory, with: "DIR")
            }
        }
    }

    @Test func librariesOfADirectoryAreLoadedInTheOrderOfTheirNames() throws {
        try compile("b", "a", "B")
        try workshop.write(try bytes(of: workshop.path("a.so")), to: ".hidden.so")
        try workshop.write(Array("text".utf8), to: "readme.txt")
        let statuses = host.loadAll(in: workshop.directory, into: registry)
        #expect(names(statuses) == ["B", "a", "b"])
        #expect(host.plugins == statuses)
        #expect(registry.allDefinitions.map(\.id) == ["B.even", "a.even", "b.even"])
    }

    @Test func libraryThatFailsToLoadDoesNotKeepTheOthersOut() throws {
        try compile("a", "c")
        try workshop.write([UInt8](repeating: 1, count: 100), to: "b.so")
        let statuses = host.load(
            paths: [workshop.path("none.so"), workshop.directory], into: registry)
        #expect(names(statuses) == ["DIR/none.so", "a", "DIR/b.so", "c"])
        #expect(host.plugins == statuses)
        #expect(registry.allDefinitions.map(\.id) == ["a.even", "c.even"])
    }

    @Test func directoryThatIsNotThereIsRejected() {
        #expect(
            host.loadAll(in: "/nonexistent", into: registry).map(Self.description) == [
                "cannot load plugin '/nonexistent' at stage open: found an error (No such file or "
                    + "directory), expected a directory that can be read; check the path"
            ])
    }

    @Test func listOfPathsNamesFilesAndDirectories() throws {
        try compile("a", "b")
        let list = "\(workshop.path("none.so")):\(workshop.directory)/"
        #expect(names(host.load(pathList: list, into: registry)) == ["DIR/none.so", "a", "b"])
        #expect(host.load(pathList: "", into: registry).isEmpty)
    }

    @Test(arguments: ["DIR/a.so:", ":DIR/a.so", "DIR/a.so::"])
    func emptyEntryIsRejectedAndTheOthersAreLoaded(list: String) throws {
        try compile("a")
        let list = list.replacing("DIR", with: workshop.directory)
        let statuses = host.load(pathList: list, into: registry)
        #expect(
            statuses.first.map(Self.description)
                == "cannot load plugin '\(list)' at stage open: found an empty entry in "
                + "ASSAY_PLUGIN_PATH, expected paths with one ':' between them; "
                + "remove the extra ':'; '.' is the current directory")
        #expect(registry.allDefinitions.map(\.id) == ["a.even"])
    }

    @Test func fileOutsideOfTheDirectoriesIsRejected() throws {
        try compile("a")
        let path = workshop.path("a.so")
        var policy = PluginPolicy.standard
        for directories in [[], ["/nonexistent", "\(workshop.directory)/a"], ["/usr/lib"]] {
            policy.directories = directories
            let list = directories.map { "'\($0)'" }.joined(separator: ", ")
            let expected = directories.isEmpty ? "no plugins at all" : "a file below \(list)"
            #expect(throws: PluginError.self) {
                try PluginHost(policy: policy).load(path: path, into: registry)
            }
            let failed = PluginHost(policy: policy)
            #expect(
                failed.load(paths: [path], into: registry).map(Self.description) == [
                    "cannot load plugin '\(path)' at stage policy: found the file '\(path)' "
                        + "elsewhere, expected \(expected); move the plugin there, "
                        + "or add its directory to the policy's directories"
                ])
        }
        policy.directories = ["/nonexistent", "/tmp/../tmp/"]
        #expect(try PluginHost(policy: policy).load(path: path, into: registry).id == "a")
    }

    @Test func settingsAreFoundByTheIdOfThePlugin() throws {
        let path = try workshop.compile(pluginSource())
        let host = PluginHost(configurations: ["hostile": ["answer": 42], "other": ["x": 1]])
        let statuses = host.load(paths: [path], into: registry)
        #expect(
            statuses.map(Self.description) == [
                "cannot load plugin '\(path)' at stage configure: found an unknown setting "
                    + "'answer', expected no configuration; correct the plugin's configuration"
            ])
        #expect(try host.load(path: path, configuration: [:], into: registry).id == "hostile")
    }

    private static func description(_ status: PluginStatus) -> String {
        switch status {
        case .success(let plugin): plugin.id
        case .failure(let error): error.description
        }
    }
}
