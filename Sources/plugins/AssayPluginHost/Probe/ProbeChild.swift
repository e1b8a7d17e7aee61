// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
internal import CPluginHost
import AssayCLibrary

/// The probe's own work, in the process that `ProbeCall` starts.
package enum ProbeChild {
    /// The status of the exit after an answer: none that a library would choose by chance, so that
    /// one which exits on its own, even well, is noticed.
    static let answered: Int32 = 79

    /// Tries the library that the host handed over, answers and exits; with status 2 if no host has
    /// started this process.
    ///
    /// What a library leaves for the exit of the process belongs to what is tried.
    package static func run() -> Never {
        StandardDescriptors.takeClosed()
        let status = answer()
        assay_probe_exit(status)
    }

    private static func answer() -> Int32 {
        guard let channel = ProbeChannel(ASSAY_PROBE_ANSWER),
            let text = CheckProcess.request(),
            let request = ProbeRequest(parsing: text),
            let jail = CheckProcess.confine(
                parent: request.parent, seconds: cpuSeconds(request), to: request.jail,
                in: request.bounds)
        else { return 2 }
        do throws(StageError) {
            let (manifest, table) = try attempt(request, memory: channel)
            channel.write(ProbeAnswer(nil, manifest: manifest, jail: jail, table: table).json)
        } catch {
            channel.write(ProbeAnswer(explain(error, in: jail, request.bounds)).json)
        }
        channel.write(.exit)
        return answered
    }

    /// Says that a plugin may have failed because of the jail and the limits, which the host does not
    /// have.
    private static func explain(
        _ error: StageError, in jail: Jail, _ bounds: TrialBounds
    ) -> StageError {
        func names(_ numbers: Int32...) -> Bool {
            numbers.contains { error.found.contains(bytesOf: String(cString: strerror($0))) }
        }
        var more = ""
        if names(EACCES, EPERM), !jail.isDisjoint(with: [.calls, .files]) {
            more =
                "; in the probe, a plugin can read files, but neither write them "
                + "nor use the network: do that when a rule is made"
        } else if names(ENOMEM) || error.found.contains(bytesOf: "ASSAY_E_NOMEM")
            || error.found.contains(bytesOf: "bad_alloc")
            || error.found.contains(bytesOf: "failed to map segment from shared object")
        {
            more =
                "; the probe limits a plugin to \(bounds.sizeText) of addresses: give it more with "
                + "--plugin-memory MIB (probeMemory of the policy)"
        } else if names(EMFILE) {
            more = "; the probe limits a plugin to 256 open files"
        } else if names(EFBIG) {
            more = "; the probe limits a file to 16 MiB"
        }
        return StageError(
            error.stage, found: error.found, expected: error.expected, remedy: error.remedy + more)
    }

    private static func cpuSeconds(_ request: ProbeRequest) -> UInt32 {
        UInt32(clamping: request.seconds.addingReportingOverflow(2).partialValue)
    }

    /// - Returns: The manifest, if the host wants no more than that, or the table of the plugin.
    private static func attempt(
        _ request: ProbeRequest, memory channel: ProbeChannel
    ) throws(StageError) -> (PluginManifest?, SeenTable?) {
        if request.wants == .jail { return (nil, nil) }
        try CheckProcess.enter(request.workingDirectory)
        let before = ProcessState.current()
        let bounds = ProcessBounds.current()
        let start = PluginStart(
            copy: "/proc/self/fd/\(ASSAY_PROBE_LIBRARY)", path: request.path,
            settings: request.settings, directory: request.directory, note: request.note,
            entersTwice: true,
            progress: channel.write)
        if request.wants == .manifest { return (try manifest(start.table()), nil) }
        let plugin = try start.run()
        channel.write(.read)
        // Before all that fails in a process with limits, for another reason as it seems.
        try ProcessBounds.current().check(against: bounds)
        let table = SeenTable(try plugin.table.manifest())
        try ProcessState.current().check(against: before)
        channel.write(.shutDown)
        plugin.shutDown()
        return (nil, table)
    }

    private static func manifest(_ table: PluginTable) throws(StageError) -> PluginManifest {
        let manifest = try table.manifest()
        let size = manifest.note.json.utf8.count
        guard size <= PluginManifest.maximumBytes else {
            throw StageError(
                table: "a table whose manifest has \(size) bytes",
                expected: "at most \(PluginManifest.maximumBytes)",
                remedy: "shorten the texts of the plugin")
        }
        return manifest
    }
}
