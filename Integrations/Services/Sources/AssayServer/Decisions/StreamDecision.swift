// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The decision about a stream, which is one line of the log however the stream ends.
///
/// Whoever answers knows the status, and the thread that validates knows the numbers. A client that leaves,
/// and a server that ends, can keep either of them from learning of the other, so the line is written by the
/// one that is last. Both always come: the status when the head of the answer is made, the numbers when the
/// thread ends.
final class StreamDecision: Sendable {
    private struct State {
        var status: Int?
        var outcome: StreamOutcome?
        var isWritten = false
    }

    private let state = Mutex(State())
    private let log: DecisionLog
    private let decision: @Sendable (_ status: Int, StreamOutcome) -> Decision

    /// The decision about a stream that begins.
    ///
    /// - Parameters:
    ///   - log: Takes the line, and waits for it when the server ends.
    ///   - decision: Makes the line; called once.
    init(
        in log: DecisionLog,
        _ decision: @escaping @Sendable (_ status: Int, StreamOutcome) -> Decision
    ) {
        self.log = log
        self.decision = decision
        log.expectLine()
    }

    /// The head of the answer has this status, whether or not the client ever reads it.
    func hasStatus(_ status: Int) {
        update { $0.status = $0.status ?? status }
    }

    /// Nothing more is validated.
    func hasOutcome(_ outcome: StreamOutcome) {
        update { $0.outcome = $0.outcome ?? outcome }
    }

    private func update(_ change: (inout State) -> Void) {
        let complete = state.withLock { state -> (status: Int, outcome: StreamOutcome)? in
            change(&state)
            guard let status = state.status, let outcome = state.outcome, !state.isWritten else {
                return nil
            }
            state.isWritten = true
            return (status, outcome)
        }
        guard let complete else { return }
        log.write(decision(complete.status, complete.outcome))
        log.expectedLineIsWritten()
    }
}
