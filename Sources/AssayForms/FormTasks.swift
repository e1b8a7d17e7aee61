// SPDX-License-Identifier: Apache-2.0

/// The pauses and questions of a form's fields that are on their way.
struct FormTasks {
    private let clock: any Clock<Duration>
    private var debouncers: [Debouncer?]
    private var questions: [Task<Void, Never>?]
    /// For each field what its rules have left to be asked.
    var reports: [ValidationReport?]
    var waiters: [FormWaiter] = []
    var nextWaiter = 0
    var submission: RunningSubmission?
    var decision: SubmissionDecision?

    init(count: Int, clock: any Clock<Duration>) {
        self.clock = clock
        debouncers = Array(repeating: nil, count: count)
        questions = Array(repeating: nil, count: count)
        reports = Array(repeating: nil, count: count)
    }

    @MainActor
    mutating func startPause(
        _ field: Int, _ pause: Duration, _ action: @escaping @MainActor () async -> Void
    ) {
        let debouncer = debouncers[field] ?? Debouncer(pause, clock: clock)
        debouncers[field] = debouncer
        debouncer.pause = pause
        debouncer.submit(action)
    }

    @MainActor
    func cancelPause(_ field: Int) {
        debouncers[field]?.cancel()
    }

    mutating func ask(_ field: Int, _ question: Task<Void, Never>) {
        questions[field] = question
    }

    mutating func cancelQuestion(_ field: Int) {
        questions[field]?.cancel()
        questions[field] = nil
    }

    func cancelAll() {
        for question in questions { question?.cancel() }
    }
}

/// Somebody who waits until fields are judged.
struct FormWaiter {
    let id: Int
    /// Nil: until it is decided whether the submission is sent.
    let fields: [Int]?
    let continuation: CheckedContinuation<Void, Never>
}
