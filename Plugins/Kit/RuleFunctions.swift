// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

/// The C functions of rules in Swift.
///
/// A C function knows neither a generic type nor a context. Instances know their rule, so that all
/// rules share `evaluate` and `destroy`; `create` has nothing to go by but which function it is, so
/// that each rule takes one of a fixed number.
enum RuleFunctions {
    typealias Create =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_value>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> assay_rc
    typealias Evaluate =
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
            UnsafeMutablePointer<assay_verdict>?
        ) -> assay_rc
    typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias Initialize =
        @convention(c) (
            UnsafePointer<assay_host>?, UnsafePointer<assay_call>?, UnsafePointer<assay_value>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> assay_rc

    /// The rules that have taken a function, in the order of the functions.
    private static let rules = Mutex<[any Rule.Type]>([])

    /// Functions that make instances of these rules; nil when there are too few left.
    static func creators(for added: [any Rule.Type]) -> ArraySlice<Create>? {
        rules.withLock { rules in
            let indices = rules.count..<(rules.count + added.count)
            guard indices.upperBound <= makers.count else { return nil }
            rules += added
            return makers[indices]
        }
    }

    /// The `init` of a plugin with more rules than there are functions.
    static let reject: Initialize = { _, call, _, _ in
        call?.tell(
            ASSAY_E_INTERNAL,
            "AssayPluginKit makes at most \(makers.count) rules in one library; use several")
        return ASSAY_E_INTERNAL
    }

    static let evaluate: Evaluate = { instance, call, batch, verdicts in
        var isCancelled = false
        return withUnsafeMutablePointer(to: &isCancelled) { cancellation in
            guard let instance,
                let batch = RuleBatch(call, batch, verdicts, cancellation: cancellation)
            else { return ASSAY_E_INTERNAL }
            Unmanaged<RuleInstance>.fromOpaque(instance)._withUnsafeGuaranteedRef {
                $0.rule.evaluate(batch)
            }
            return cancellation.pointee ? ASSAY_E_CANCELLED : ASSAY_OK
        }
    }

    static let destroy: Destroy = { instance in
        if let instance { Unmanaged<RuleInstance>.fromOpaque(instance).release() }
    }

    private static func make(
        _ index: Int, state: UnsafeMutableRawPointer?, call: UnsafePointer<assay_call>?,
        values: UnsafePointer<assay_value>?,
        instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> assay_rc {
        let rule = rules.withLock { $0[index] }
        let settings = state.map {
            Unmanaged<SettingsBox>.fromOpaque($0).takeUnretainedValue().settings
        }
        do throws(RuleError) {
            let made = try rule.init(
                Arguments(values, of: rule.definition.parameters, with: settings))
            instance?.pointee = Unmanaged.passRetained(RuleInstance(made)).toOpaque()
            return ASSAY_OK
        } catch {
            call?.tell(ASSAY_E_PARAM, error.message)
            return ASSAY_E_PARAM
        }
    }

    private static let makers: [Create] = [
        { make(0, state: $0, call: $1, values: $2, instance: $3) },
        { make(1, state: $0, call: $1, values: $2, instance: $3) },
        { make(2, state: $0, call: $1, values: $2, instance: $3) },
        { make(3, state: $0, call: $1, values: $2, instance: $3) },
        { make(4, state: $0, call: $1, values: $2, instance: $3) },
        { make(5, state: $0, call: $1, values: $2, instance: $3) },
        { make(6, state: $0, call: $1, values: $2, instance: $3) },
        { make(7, state: $0, call: $1, values: $2, instance: $3) },
        { make(8, state: $0, call: $1, values: $2, instance: $3) },
        { make(9, state: $0, call: $1, values: $2, instance: $3) },
        { make(10, state: $0, call: $1, values: $2, instance: $3) },
        { make(11, state: $0, call: $1, values: $2, instance: $3) },
        { make(12, state: $0, call: $1, values: $2, instance: $3) },
        { make(13, state: $0, call: $1, values: $2, instance: $3) },
        { make(14, state: $0, call: $1, values: $2, instance: $3) },
        { make(15, state: $0, call: $1, values: $2, instance: $3) },
        { make(16, state: $0, call: $1, values: $2, instance: $3) },
        { make(17, state: $0, call: $1, values: $2, instance: $3) },
        { make(18, state: $0, call: $1, values: $2, instance: $3) },
        { make(19, state: $0, call: $1, values: $2, instance: $3) },
        { make(20, state: $0, call: $1, values: $2, instance: $3) },
        { make(21, state: $0, call: $1, values: $2, instance: $3) },
        { make(22, state: $0, call: $1, values: $2, instance: $3) },
        { make(23, state: $0, call: $1, values: $2, instance: $3) },
        { make(24, state: $0, call: $1, values: $2, instance: $3) },
        { make(25, state: $0, call: $1, values: $2, instance: $3) },
        { make(26, state: $0, call: $1, values: $2, instance: $3) },
        { make(27, state: $0, call: $1, values: $2, instance: $3) },
        { make(28, state: $0, call: $1, values: $2, instance: $3) },
        { make(29, state: $0, call: $1, values: $2, instance: $3) },
        { make(30, state: $0, call: $1, values: $2, instance: $3) },
        { make(31, state: $0, call: $1, values: $2, instance: $3) },
        { make(32, state: $0, call: $1, values: $2, instance: $3) },
        { make(33, state: $0, call: $1, values: $2, instance: $3) },
        { make(34, state: $0, call: $1, values: $2, instance: $3) },
        { make(35, state: $0, call: $1, values: $2, instance: $3) },
        { make(36, state: $0, call: $1, values: $2, instance: $3) },
        { make(37, state: $0, call: $1, values: $2, instance: $3) },
        { make(38, state: $0, call: $1, values: $2, instance: $3) },
        { make(39, state: $0, call: $1, values: $2, instance: $3) },
        { make(40, state: $0, call: $1, values: $2, instance: $3) },
        { make(41, state: $0, call: $1, values: $2, instance: $3) },
        { make(42, state: $0, call: $1, values: $2, instance: $3) },
        { make(43, state: $0, call: $1, values: $2, instance: $3) },
        { make(44, state: $0, call: $1, values: $2, instance: $3) },
        { make(45, state: $0, call: $1, values: $2, instance: $3) },
        { make(46, state: $0, call: $1, values: $2, instance: $3) },
        { make(47, state: $0, call: $1, values: $2, instance: $3) },
        { make(48, state: $0, call: $1, values: $2, instance: $3) },
        { make(49, state: $0, call: $1, values: $2, instance: $3) },
        { make(50, state: $0, call: $1, values: $2, instance: $3) },
        { make(51, state: $0, call: $1, values: $2, instance: $3) },
        { make(52, state: $0, call: $1, values: $2, instance: $3) },
        { make(53, state: $0, call: $1, values: $2, instance: $3) },
        { make(54, state: $0, call: $1, values: $2, instance: $3) },
        { make(55, state: $0, call: $1, values: $2, instance: $3) },
        { make(56, state: $0, call: $1, values: $2, instance: $3) },
        { make(57, state: $0, call: $1, values: $2, instance: $3) },
        { make(58, state: $0, call: $1, values: $2, instance: $3) },
        { make(59, state: $0, call: $1, values: $2, instance: $3) },
        { make(60, state: $0, call: $1, values: $2, instance: $3) },
        { make(61, state: $0, call: $1, values: $2, instance: $3) },
        { make(62, state: $0, call: $1, values: $2, instance: $3) },
        { make(63, state: $0, call: $1, values: $2, instance: $3) },
    ]
}

/// The object that the host keeps for a rule with its arguments.
final class RuleInstance: Sendable {
    let rule: any Rule

    init(_ rule: any Rule) {
        self.rule = rule
    }
}
