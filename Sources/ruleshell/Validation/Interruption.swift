// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Ends a run at ^C: a thread waits for the signal, so that nothing has to be safe in a handler
/// and a read that waits for input needs no waking.
enum Interruption {
    private final class Action: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Calls `body` at the first SIGINT.
    ///
    /// A second one ends the process at once, whatever it waits for. Threads that are started later leave the signal to this one.
    static func onSignal(_ body: @escaping @Sendable () -> Void) {
        var signals = interruptSignals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let action = Unmanaged.passRetained(Action(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let action = Unmanaged<Action>.fromOpaque(argument).takeRetainedValue()
                Interruption.wait()
                action.body()
                return nil
            }, action.toOpaque())
        guard result == 0 else {
            action.release()
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            return
        }
        pthread_detach(thread)
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
