// SPDX-License-Identifier: Apache-2.0
import Observation

/// Waits until a condition about observable things holds; looks again whenever one of them changes.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while true {
        let isMet = await withCheckedContinuation { continuation in
            let once = Once(continuation)
            let isMet = withObservationTracking {
                condition()
            } onChange: {
                // The change follows; the task that waits gets its turn after it.
                Task { @MainActor in once.resume(false) }
            }
            if isMet { once.resume(true) }
        }
        if isMet { return }
    }
}

@MainActor
private final class Once: Sendable {
    private var continuation: CheckedContinuation<Bool, Never>?

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = continuation
    }

    func resume(_ value: Bool) {
        continuation?.resume(returning: value)
        continuation = nil
    }
}
