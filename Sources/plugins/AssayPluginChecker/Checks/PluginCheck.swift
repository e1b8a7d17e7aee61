// SPDX-License-Identifier: Apache-2.0

/// One way to break a plugin.
protocol PluginCheck: Sendable {
    /// The stable name that users type.
    static var name: String { get }
    /// The statement that is true if the check passes, in a few words.
    static var summary: String { get }
    /// `true` if the process of the check exits as a program does, with the exit functions of the
    /// plugin.
    static var looksAtExit: Bool { get }
    /// Returns what to report about an access to watched memory in a step of the plugin.
    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault?

    /// Calls the plugin and reports to the trial what is wrong.
    static func run(in trial: Trial)
}

typealias WatchedFault = (found: String, remedy: String)

extension PluginCheck {
    static var looksAtExit: Bool { false }

    static func watchedFault(in step: CheckActivity.Step) -> WatchedFault? { nil }
}

/// Every check, in the order in which they run: those that explain most come first.
enum AllChecks {
    static let list: [any PluginCheck.Type] = [
        ExamplesCheck.self, KindsCheck.self, StringsCheck.self, VerdictsCheck.self,
        BatchesCheck.self, ParametersCheck.self, DeterminismCheck.self, PurityCheck.self,
        ConcurrencyCheck.self, ReadOnlyInputCheck.self, InputBoundsCheck.self,
        VerdictBoundsCheck.self, ScratchBoundsCheck.self, LifetimeCheck.self, CallbacksCheck.self,
        CancellationCheck.self, ServicesCheck.self,
        ProcessStateCheck.self, ProcessesCheck.self, StackCheck.self, LeaksCheck.self,
        MemoryCheck.self, TimeCheck.self,
    ]

    static func named(_ name: String) -> (any PluginCheck.Type)? {
        list.first { $0.name == name }
    }
}
