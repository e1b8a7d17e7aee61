// SPDX-License-Identifier: Apache-2.0

extension HostileEvaluate {
    /// Who deals with a plugin that misbehaves in `evaluate`.
    package enum Keeper: Equatable, Sendable {
        /// The host: what it reports for the values 2, 3 and 4.
        case host([[String]])
        /// The run of `ruleshell validate`, which says what the plugin did.
        case run
        /// Nothing in the process of the host, for this reason: `ruleshell plugin check` finds the
        /// plugin, and only a process of its own keeps it away.
        case checker(String)
    }

    package var keeper: Keeper {
        let odd = ["hostile.even.odd"]
        return switch self {
        case .loopsForEver, .ignoresCancel, .aborts, .throwsException, .overflowsStack, .exits,
            .exitsAtOnce, .registersExit, .exitsByTheLibrary, .exitsBySystemCall, .looksUpExit,
            .becomesADaemon, .replacesTheProgram, .endsItsThread, .blocksSignals, .setsATimer,
            .limitsFiles, .changesLocale, .changesUmask, .changesDirectory, .changesRounding,
            .closesTheInput:
            .run
        case .crashesOnOneRow: .checker("a signal ends the process")
        case .fillsMemory: .checker("memory is limited for a process")
        case .forks: .checker("processes are limited for a process")
        case .stopsTheProcess: .checker("a signal stops the process")
        case .leavesUnset: .host([[], ["fault.unsetVerdict"], []])
        case .givesNoStatus, .givesNoCode: .host([[], odd, ["fault.invalidVerdict"]])
        case .writesAfterVerdicts:
            .host(Array(repeating: ["fault.pluginError"], count: 3))
        case .writesFarAfterVerdicts, .writesInput:
            .checker("all memory of the host is the plugin's too")
        case .keepsValues: .checker("reading memory of the host cannot be seen")
        case .callsBackLater, .givesWrongArguments: .host([[], odd, []])
        case .saysOneGibibyte: .host(Array(repeating: ["fault.pluginError"], count: 3))
        case .isNotConcurrent: .checker("two calls at once may give the right verdicts")
        case .isNotPure: .checker("a verdict is not asked for twice")
        }
    }

    /// Those that the host deals with.
    package static let kept = allCases.compactMap { plugin in
        if case .host(let codes) = plugin.keeper { (plugin, codes) } else { nil }
    }

    /// What there is to say of the host, for the page of hostile libraries; nil: a run tells.
    package var outcomeAtTheHost: String? {
        switch keeper {
        case .host(let codes):
            "loads; 2, 3 and 4 give "
                + codes.map { $0.first ?? "valid" }.joined(separator: ", ")
        case .run: nil
        case .checker(let reason): "loads; not kept from it: \(reason)"
        }
    }
}
