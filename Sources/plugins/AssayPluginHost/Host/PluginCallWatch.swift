// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Is told when a thread enters a function of a plugin's rule and when it leaves it, so that a program
/// can say which rule crashed.
package protocol PluginCallWatch: Sendable {
    /// - Parameter rule: The rule's id, ended by a zero; it lives until `leave`.
    func enter(rule: UnsafePointer<CChar>)
    func leave()
}

extension RuleDefinition {
    /// The same rule, of whose `create`, `check` and `evaluate` the watch is told.
    func watched(by watch: any PluginCallWatch) -> RuleDefinition {
        var definition = self
        let watched = WatchedRule(id: id, watch: watch)
        definition.make = { [make] arguments throws(RuleError) in
            let instance = try watched.call { () throws(RuleError) in try make(arguments) }
            return RuleInstance(
                check: { value, context in watched.call { instance.check(value, context) } },
                evaluate: { batch in watched.call { instance.evaluate(batch) } },
                convert: instance.convert)
        }
        return definition
    }
}

/// A rule's id as the watch takes it.
private final class WatchedRule: @unchecked Sendable {  // nothing changes after init
    private let watch: any PluginCallWatch
    private let id: UnsafeMutablePointer<CChar>

    init(id: String, watch: any PluginCallWatch) {
        self.watch = watch
        let characters = id.utf8CString
        self.id = .allocate(capacity: characters.count)
        for (index, character) in characters.enumerated() {
            (self.id + index).initialize(to: character)
        }
    }

    deinit { id.deallocate() }

    func call<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        watch.enter(rule: id)
        defer { watch.leave() }
        return try body()
    }
}
