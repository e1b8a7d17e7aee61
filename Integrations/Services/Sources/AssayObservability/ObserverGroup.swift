// SPDX-License-Identifier: Apache-2.0
public import Assay

/// Several observers as one, which are told in their order.
public struct ObserverGroup: ValidationObserver {
    private let observers: [any ValidationObserver]

    /// Makes one observer of several.
    public init(_ observers: [any ValidationObserver]) {
        self.observers = observers
    }

    /// `true` if one of the observers measures rules.
    public var measuresRules: Bool { observers.contains(where: \.measuresRules) }

    /// Tells all of them.
    public func didValidate(_ event: ValidationEvent) {
        for observer in observers { observer.didValidate(event) }
    }

    /// Tells all of them.
    public func didReload(ruleSet: String, error: RuleSetError?) {
        for observer in observers { observer.didReload(ruleSet: ruleSet, error: error) }
    }

    /// Tells all of them.
    public func didLoad(_ event: PluginEvent) {
        for observer in observers { observer.didLoad(event) }
    }
}
