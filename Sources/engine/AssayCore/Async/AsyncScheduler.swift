// SPDX-License-Identifier: Apache-2.0

/// Decides which requests can run when, apart from tasks and time.
///
/// The outcome is the same as if the requests ran one after the other in the order of the plan's
/// schedule, without the requests that an earlier outcome forbids, whatever the order of the
/// verdicts.
struct AsyncScheduler {
    /// The outcome of a request.
    enum Outcome {
        /// Another rule's outcome keeps it from running.
        case skipped
        case completed(AsyncVerdict)
    }

    let requests: [AsyncRequest]
    private(set) var outcomes: [Outcome?]
    /// The number of other requests that have to be settled before each request.
    private var missing: [Int]
    /// The requests that wait for each request, and the outcomes of it that forbid them.
    private var dependents: [[Dependent]]
    private var forbidden: Set<Int> = []
    /// The requests that are free to run, in order; the requests before `nextReady` were taken.
    private var ready: [Int] = []
    private var nextReady = 0
    /// By identity, the requests that wait for the verdict of one of them that is running.
    private var running: [ExactKey: [Int]] = [:]
    private var verdicts: [ExactKey: AsyncVerdict] = [:]

    private struct Dependent {
        let request: Int
        let obstacle: Obstacle
    }

    /// The effect of a verdict that stops a later request.
    private enum Obstacle {
        case stop
        case failedField

        func isPresent(in effect: VerdictEffect) -> Bool {
            switch self {
            case .stop: effect.stops
            case .failedField: effect.failsField
            }
        }
    }

    init(_ requests: [AsyncRequest]) {
        self.requests = requests
        outcomes = Array(repeating: nil, count: requests.count)
        missing = Array(repeating: 0, count: requests.count)
        dependents = Array(repeating: [], count: requests.count)
        link()
        ready = requests.indices.filter { missing[$0] == 0 }
    }

    /// Returns the next request to run, or `nil` if there is none until another verdict comes.
    ///
    /// A request with a known verdict, for the same rule and values, is settled on the way. A
    /// request that is the same as a running one waits for its verdict.
    mutating func next() -> Int? {
        while nextReady < ready.count {
            let request = ready[nextReady]
            nextReady += 1
            let identity = requests[request].identity
            if let verdict = verdicts[identity] {
                settle([request], with: verdict)
            } else if running[identity] != nil {
                running[identity]?.append(request)
            } else {
                running[identity] = [request]
                return request
            }
        }
        return nil
    }

    /// Takes the verdict of a request that `next` gave.
    mutating func settle(_ request: Int, with verdict: AsyncVerdict) {
        let identity = requests[request].identity
        verdicts[identity] = verdict
        settle(running.removeValue(forKey: identity) ?? [], with: verdict)
    }

    private mutating func settle(_ requests: [Int], with verdict: AsyncVerdict) {
        for request in requests { settle(request, as: .completed(verdict)) }
    }

    /// Notes an outcome, and those of the requests that it forbids.
    private mutating func settle(_ request: Int, as outcome: Outcome) {
        var settled: [(request: Int, outcome: Outcome)] = [(request, outcome)]
        while let (request, outcome) = settled.popLast() {
            outcomes[request] = outcome
            let effect = effect(of: outcome, of: request)
            for dependent in dependents[request] {
                if dependent.obstacle.isPresent(in: effect) {
                    forbidden.insert(dependent.request)
                }
                missing[dependent.request] -= 1
                guard missing[dependent.request] == 0 else { continue }
                if forbidden.contains(dependent.request) {
                    settled.append((dependent.request, .skipped))
                } else {
                    ready.append(dependent.request)
                }
            }
        }
    }

    private func effect(of outcome: Outcome, of request: Int) -> VerdictEffect {
        guard case .completed(let completed) = outcome else { return .none }
        return requests[request].policy.effect(of: completed.verdict)
    }

    // MARK: - Dependencies

    private mutating func link() {
        let sites = Dictionary(grouping: requests.indices) { requests[$0].site }
        let turns = requests.map(\.turn)
        for request in requests.indices {
            let isBefore = { (other: Int) in (turns[other], other) < (turns[request], request) }
            for other in sites[requests[request].site] ?? []
            where isBefore(other) && requests[other].policy.stops {
                addDependency(of: request, on: other, obstacle: .stop)
            }
            for required in requests[request].step.requiredValidators {
                let others = sites[requests[request].site(of: required)] ?? []
                for other in others where isBefore(other) {
                    addDependency(of: request, on: other, obstacle: .failedField)
                }
            }
        }
    }

    private mutating func addDependency(
        of request: Int, on other: Int, obstacle: Obstacle
    ) {
        missing[request] += 1
        dependents[other].append(Dependent(request: request, obstacle: obstacle))
    }
}

extension AsyncRequest {
    /// The place of the rule's run in the plan's schedule.
    fileprivate var turn: Int {
        plan.deferredSchedule.firstIndex { run in
            run.validator == place.validator && run.steps.contains(place.step)
        } ?? 0
    }

    /// The value of another validator that a rule sees together with this one: the same element,
    /// where both paths share their `[*]`.
    fileprivate func site(of validator: Int) -> Site {
        let path = plan.validators[validator].path
        let depth = path.segments.count { $0 == .allElements }
        return Site(
            record: record, validator: validator, indexes: Array(place.indexes.prefix(depth)))
    }
}
