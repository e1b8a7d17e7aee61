// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayCore
import AssayServices

/// The steps from a copy of a library to a plugin that runs: the same in the host and in the probe.
struct PluginStart {
    /// The path by which the loader opens the copy.
    let copy: String
    /// The path as it was given.
    let path: String
    let settings: GivenSettings
    /// The directory of the plugin's data files, which it is told.
    let directory: String
    /// The manifest in the file, to compare with the table, or `nil` if there is none.
    var note: PluginManifest?
    /// The table that the probe saw, to compare with the one that is read here, or `nil` if there was
    /// no probe.
    var seen: SeenTable?
    /// Takes what the plugin writes for the log.
    var log: PluginLog?
    /// The counters of the plugin.
    var counters = PluginCounters()
    /// `true` if the entry function is called once more, which must change nothing.
    var entersTwice = false
    /// Called as soon as the copy must be kept.
    var libraryIsLoaded: () -> Void = {}
    /// Called before anything of the table is used.
    var checksTable: (PluginTable) throws(StageError) -> Void = { _ throws(StageError) in }
    /// Called with each step before it is taken.
    var progress: (PluginStep) -> Void = { _ in }

    /// - Throws: An error of one of the stages load to initialize.
    func run() throws(StageError) -> RunningPlugin {
        let host = HostTable(counters: counters, directory: directory)
        let table = try self.table(for: host)
        try note?.check(against: table)
        try table.checkMinimumHost()
        try checksTable(table)
        let settings = try table.settings.complete(
            self.settings.settings(of: table.id))
        progress(.initialize)
        let state = try InitCall.initialize(
            plugin: table, for: host, configuration: settings, log: log)
        let plugin = RunningPlugin(table: table, state: state, log: log)
        do throws(StageError) {
            // The probe has called `init` before it read the table for the last time.
            try seen?.check(table)
        } catch {
            plugin.shutDown()
            throw error
        }
        return plugin
    }

    /// The first steps alone: `init` is not called.
    ///
    /// - Throws: An error of one of the stages load to table.
    func table() throws(StageError) -> PluginTable {
        try table(for: HostTable(counters: counters, directory: directory))
    }

    private func table(for host: HostTable) throws(StageError) -> PluginTable {
        progress(.load)
        let library = try LoadedLibrary(copy: copy, path: path)
        libraryIsLoaded()
        progress(.enter)
        let address = try library.enter(host: host.pointer)
        progress(.read)
        let table: PluginTable
        do throws(StageError) {
            table = try PluginTable(at: address)
            try table.checkKinds()
        } catch {
            throw error.explained(byVersionOf: address)
        }
        if entersTwice { try enterAgain(library, after: table, for: host) }
        host.name(plugin: table.id)
        return table
    }

    private func enterAgain(
        _ library: LoadedLibrary, after table: PluginTable, for host: HostTable
    ) throws(StageError) {
        let repeated = try RepeatedEntry(first: table)
        progress(.enter)
        let address = try library.callEntry(host: host.pointer)
        progress(.read)
        try repeated.check(second: address)
    }
}

extension StageError {
    /// Returns the error with both versions if the table is for a newer version of the contract.
    ///
    /// This host may not understand such a table, which is no defect of the table.
    fileprivate func explained(byVersionOf table: UnsafeRawPointer) -> StageError {
        let words = MemoryMap.current().flatMap { memory in
            try? PointerCheck(memory: memory).array(
                table.assumingMemoryBound(to: UInt32.self), count: 3, limit: 3, at: "the table")
        }
        guard let words, words[0] == ASSAY_MAGIC, words[2] & 0xFFFF == ASSAY_ABI_MAJOR,
            case let minor = words[2] >> 16, minor > ASSAY_ABI_MINOR
        else { return self }
        let (newer, own) = (
            "\(ASSAY_ABI_MAJOR).\(minor)", "\(ASSAY_ABI_MAJOR).\(ASSAY_ABI_MINOR)"
        )
        return StageError(
            stage, found: "\(found), in a table of version \(newer) of the contract",
            expected: "\(expected), as in version \(own)",
            remedy: "use a host that knows version \(newer), or build the plugin with the "
                + "assay_plugin.h of version \(own)")
    }
}

/// A plugin between `init` and `shutdown`.
struct RunningPlugin: @unchecked Sendable {  // the state is the plugin's, which any thread may use
    let table: PluginTable
    /// The state that `init` has made.
    let state: UnsafeMutableRawPointer?
    let log: PluginLog?

    /// The rules of the table, with the plugin's state.
    ///
    /// - Parameter owner: An object that the definitions, and all rules made of them, keep alive.
    /// - Returns: The definitions in the order of the table.
    /// - Throws: An error of stage table.
    func definitions(
        keeping owner: (any AnyObject & Sendable)? = nil
    ) throws(StageError) -> [RuleDefinition] {
        try table.definitions(state: state, log: log, keeping: owner)
    }

    /// `true` if the plugin has neither `init` nor `shutdown`.
    var isStateless: Bool {
        table.raw.`init` == nil && table.raw.shutdown == nil
    }

    func shutDown() {
        guard let shutdown = table.raw.shutdown else { return }
        PluginCallSite(function: "shutdown", of: table).call { shutdown(state) }
    }
}

/// The step that a plugin has reached, to say where it was when it did not return.
enum PluginStep: UInt8, CaseIterable {
    case begin, load, enter, read, initialize, shutDown, exit

    var place: String {
        switch self {
        case .begin: "before the library was loaded"
        case .load: "while the library was loaded"
        case .enter: "in \(Preflight.entryName)"
        case .read: "while the table was read"
        case .initialize: "in init"
        case .shutDown: "in shutdown"
        case .exit: "when the process exits"
        }
    }
}
