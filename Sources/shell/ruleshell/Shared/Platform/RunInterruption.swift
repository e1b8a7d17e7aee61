// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import AssayCLibrary

/// Ends a run at ^C: a thread waits for the signal, so that nothing runs in a signal handler and no
/// blocked read needs to be interrupted.
enum RunInterruption {
    /// Calls `body` at the first SIGINT.
    ///
    /// A second one ends the process at once, whatever it waits for. Threads that are started later
    /// leave the signal to this one.
    static func onSignal(_ body: @escaping @Sendable () -> Void) {
        var signals = interruptSignals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let thread = try? SystemThread {
            RunInterruption.wait()
            body()
        }
        if let thread { thread.detach() } else { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    private static var interruptSignals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        return signals
    }

    /// Waits for the first signal and gives the next one its usual meaning.
    private static func wait() {
        var signals = interruptSignals
        var received: Int32 = 0
        while sigwait(&signals, &received) != 0 {}
        signal(SIGINT, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
