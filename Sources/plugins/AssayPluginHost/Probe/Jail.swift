// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// The layers that confine a process in which a plugin is tried, so that it can do no harm.
///
/// The layers that are available depend on the kernel, and on what it allows to the user.
package struct Jail: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ layer: UInt32) { rawValue = layer }

    /// No new privileges; of those of root, nothing but reading every file.
    package static let privileges = Jail(ASSAY_JAIL_PRIVILEGES)
    /// System calls that harm others, change what files are, or open sockets fail (seccomp).
    package static let calls = Jail(ASSAY_JAIL_CALLS)
    /// Files cannot be written, made, moved or removed (Landlock).
    package static let files = Jail(ASSAY_JAIL_FILES)
    /// Other processes cannot be seen, and what is started does not outlive the trial.
    package static let processes = Jail(ASSAY_JAIL_PROCESSES)
    /// There is no network.
    package static let network = Jail(ASSAY_JAIL_NETWORK)
    /// There is no memory, and are no queues, of other programs.
    package static let ipc = Jail(ASSAY_JAIL_IPC)
    /// A namespace of users, without which an ordinary user gets no other; root takes none.
    package static let users = Jail(ASSAY_JAIL_USERS)

    /// The process that watches the trial hears of calls that are denied, and of attempts to harm
    /// other processes and files; it needs `calls`.
    package static let notices = Jail(ASSAY_JAIL_NOTICES)

    /// All that there is.
    package static let all: Jail = [
        .privileges, .calls, .files, .processes, .network, .ipc, .users, .notices,
    ]

    /// The layers that hold by themselves, with their names for programs and for people.
    package static let layers: [(layer: Jail, name: String, words: String)] = [
        (.privileges, "noNewPrivileges", "no new privileges"), (.calls, "seccomp", "seccomp"),
        (.files, "landlock", "Landlock"),
        (.processes, "processNamespace", "process namespace"),
        (.network, "networkNamespace", "network namespace"),
        (.ipc, "ipcNamespace", "IPC namespace"),
        (.notices, "seccompNotification", "seccomp notification"),
    ]
}

extension PluginProbe {
    /// Long enough for a slow machine; nothing of a plugin runs.
    private static let patience = Duration.seconds(20)

    /// Starts the probe without a plugin.
    ///
    /// - Returns: The layers that hold there; nil if there is no probe, or none that works.
    package func jail() -> Jail? {
        guard let program = try? path(), let library = try? PrivateStorage.makeFile(size: 0) else {
            return nil
        }
        let request = ProbeRequest(
            path: "", settings: GivenSettings(), parent: CurrentProcess.identifier,
            seconds: Self.patience.components.seconds, wants: .jail)
        let call = ProbeCall(program: program, timeout: Self.patience)
        return try? call.run(request, on: library.borrowed).jail
    }
}
