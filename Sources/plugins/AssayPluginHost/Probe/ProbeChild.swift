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
                parent: request.parent, seconds: cpuSeconds(request), to: request.jail)
        else { return 2 }
        do throws(StageError) {
            let manifest = try attempt(request, memory: channel)
            channel.write(ProbeAnswer(nil, manifest: manifest, jail: jail).json)
        } catch {
            channel.write(ProbeAnswer(explain(error, in: jail)).json)
        }
        channel.write(.exit)
        return answered
    }

    /// Says that `init` may have failed because of the jail, which the host does not have.
    private static func explain(_ error: StageError, in jail: Jail) -> StageError {
        let isDenied = [EACCES, EPERM].contains {
            error.found.contains(bytesOf: String(cString: strerror($0)))
        }
        guard isDenied, !jail.isDisjoint(with: [.calls, .files]) else { return error }
        return StageError(
            error.stage, found: error.found, expected: error.expected,
            remedy: error.remedy
                + "; in the probe, a plugin can read files, but neither write them "
                + "nor use the network: do that when a rule is made")
    }

    private static func cpuSeconds(_ request: ProbeRequest) -> UInt32 {
        UInt32(clamping: request.seconds.addingReportingOverflow(2).partialValue)
    }

    /// - Returns: The manifest, if the host asks for that and no more.
    private static func attempt(
        _ request: ProbeRequest, memory channel: ProbeChannel
    ) throws(StageError) -> PluginManifest? {
        if request.wants == .jail { return nil }
        let before = ProcessState.current()
        let bounds = ProcessBounds.current()
        let start = PluginStart(
            copy: "/proc/self/fd/\(ASSAY_PROBE_LIBRARY)", path: request.path,
            settings: request.settings, note: request.note, entersTwice: true,
            progress: channel.write)
        if request.wants == .manifest { return try manifest(start.table()) }
        let plugin = try start.run()
        channel.write(.read)
        // Before all that fails in a process with limits, for another reason as it seems.
        try ProcessBounds.current().check(against: bounds)
        _ = try plugin.definitions()
        try ProcessState.current().check(against: before)
        channel.write(.shutDown)
        plugin.shutDown()
        return nil
    }

    private static func manifest(_ table: PluginTable) throws(StageError) -> PluginManifest {
        let manifest = try table.manifest()
        let size = manifest.json.utf8.count
        guard size <= PluginManifest.maximumBytes else {
            throw StageError(
                table: "a table whose manifest has \(size) bytes",
                expected: "at most \(PluginManifest.maximumBytes)",
                remedy: "shorten the texts of the plugin")
        }
        return manifest
    }
}
