// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// The state that a plugin shares with the thread that loads it and must not change.
///
/// A host with many threads can compare it, too: no other thread changes mask, floating-point mode and
/// locale, and a program that gives up rights has done so before it loads plugins. Handlers, limits
/// and timers are not here: the program may set them at any time.
struct ThreadState {
    private var mask = sigset_t()
    private var numbers = fenv_t()
    private let locale: locale_t?
    let identity: ProcessIdentity

    /// The state of the calling thread.
    static func current() -> ThreadState { ThreadState() }

    private init() {
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        fegetenv(&numbers)
        locale = uselocale(nil)
        identity = ProcessIdentity.current()
    }

    /// Gives the calling thread this state; user and groups stay what they are.
    func restore() {
        var state = self
        pthread_sigmask(SIG_SETMASK, &state.mask, nil)
        fesetenv(&state.numbers)
        if let locale { uselocale(locale) }
    }

    /// Returns the differences from an earlier state, in words.
    func changes(since before: ThreadState) -> [String] {
        let blocked = blockedSignals
        let blockedBefore = before.blockedSignals
        var changes = Self.changes(
            blocked: blocked.subtracting(blockedBefore),
            unblocked: blockedBefore.subtracting(blocked),
            hasOtherLocale: locale != before.locale)
        if floatingPointMode != before.floatingPointMode {
            changes.append(
                "another mode of floating-point numbers"
                    + (flushesSmallNumbers(unlike: before) ? " (very small ones become zero)" : ""))
        }
        return changes + identity.changes(since: before.identity)
    }

    /// Returns, in words, what else than numbers has changed on a thread.
    static func changes(
        blocked: Set<Int32>, unblocked: Set<Int32>, hasOtherLocale: Bool
    ) -> [String] {
        (hasOtherLocale ? ["another locale of the thread (uselocale)"] : [])
            + words(blocked, change: "blocked") + words(unblocked, change: "no longer blocked")
    }

    /// Rounding, precision, exceptions that trap, and what becomes of very small numbers.
    private var floatingPointMode: [UInt32] {
        #if arch(x86_64)
        let exceptionsSoFar: UInt32 = 0x3F
        return [UInt32(numbers.__control_word), numbers.__mxcsr & ~exceptionsSoFar]
        #elseif arch(arm64)
        return [UInt32(truncatingIfNeeded: numbers.__fpcr)]
        #else
        return [UInt32(fegetround())]
        #endif
    }

    /// Returns `true` if very small numbers are made zero, and were not before.
    ///
    /// The modes are FTZ and DAZ of x86-64, and FZ of AArch64.
    func flushesSmallNumbers(unlike before: ThreadState) -> Bool {
        flushesSmallNumbers && !before.flushesSmallNumbers
    }

    private var flushesSmallNumbers: Bool {
        #if arch(x86_64)
        floatingPointMode[1] & 0x8040 != 0
        #elseif arch(arm64)
        floatingPointMode[0] & 1 << 24 != 0
        #else
        false
        #endif
    }

    private var blockedSignals: Set<Int32> {
        var mask = mask
        return Set(ProcessState.signals.filter { sigismember(&mask, $0) == 1 })
    }

    /// A plugin that blocks all signals has no need of a list.
    private static func words(_ signals: Set<Int32>, change: String) -> [String] {
        signals.count > 4
            ? ["\(signals.count) signals \(change)"]
            : signals.sorted().map { "\(signalName($0)) \(change)" }
    }
}
