// SPDX-License-Identifier: Apache-2.0

/// The running debounces and requests of a form's fields.
struct FormTasks {
    private let clock: any Clock<Duration>
    private var debouncers: [Debouncer?]
    private var requests: [Task<Void, Never>?]
    var waiters: [FormWaiter] = []
    var nextWaiter = 0
    var submission: RunningSubmission?

    init(count: Int, clock: any Clock<Duration>) {
        self.clock = clock
        debouncers = Array(repeating: nil, count: count)
        requests = Array(repeating: nil, count: count)
    }

    /// Makes room for fields before the last one, the rest, of which nothing is pending.
    mutating func insert(count: Int) {
        let rest = debouncers.count - 1
        debouncers.insert(contentsOf: Array(repeating: nil, count: count), at: rest)
        requests.insert(contentsOf: Array(repeating: nil, count: count), at: rest)
    }

    /// Makes room for fields at the end, of which nothing is pending.
    mutating func grow(to count: Int) {
        guard count > debouncers.count else { return }
        debouncers += Array(repeating: nil, count: count - debouncers.count)
        requests += Array(repeating: nil, count: count - requests.count)
    }

    /// Gives a field a debouncer of the user's.
    mutating func setDebouncer(_ debouncer: Debouncer, of field: Int) {
        debouncers[field] = debouncer
    }

    @MainActor
    mutating func startDebounce(
        of field: Int, interval: Duration, action: @escaping @MainActor () async -> Void
    ) {
        let debouncer = debouncers[field] ?? Debouncer(interval, clock: clock)
        debouncers[field] = debouncer
        debouncer.interval = interval
        debouncer.submit(action)
    }

    @MainActor
    func cancelDebounce(of field: Int) {
        debouncers[field]?.cancel()
    }

    mutating func setRequest(_ request: Task<Void, Never>, of field: Int) {
        requests[field] = request
    }

    mutating func cancelRequest(of field: Int) {
        requests[field]?.cancel()
        requests[field] = nil
    }

    func cancelAll() {
        for request in requests { request?.cancel() }
    }
}

/// A caller that waits until fields are checked.
struct FormWaiter {
    let id: Int
    /// The fields to wait for, or `nil` to wait for the decision whether the submission is sent.
    let fields: [Int]?
    let continuation: CheckedContinuation<Void, Never>
}
