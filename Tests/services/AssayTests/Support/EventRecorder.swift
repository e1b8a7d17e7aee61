// SPDX-License-Identifier: Apache-2.0
import Assay
import Synchronization

/// Keeps what it is told.
final class EventRecorder: ValidationObserver {
    let measuresRules: Bool
    private let state = Mutex<[ValidationEvent]>([])
    private let reloaded = Mutex<[String]>([])

    init(measuresRules: Bool = false) {
        self.measuresRules = measuresRules
    }

    func didValidate(_ event: ValidationEvent) { state.withLock { $0.append(event) } }

    func didReload(ruleSet: String, error: RuleSetError?) {
        reloaded.withLock { $0.append("\(ruleSet) \(error?.issues.count ?? 0)") }
    }

    /// The events since the last call.
    func take() -> [ValidationEvent] {
        state.withLock { events in
            defer { events = [] }
            return events
        }
    }

    var reloads: [String] { reloaded.withLock { $0 } }
}
