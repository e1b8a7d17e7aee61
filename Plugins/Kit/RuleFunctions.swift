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
        _ index: Int, _ state: UnsafeMutableRawPointer?, _ call: UnsafePointer<assay_call>?,
        _ values: UnsafePointer<assay_value>?,
        _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
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
        { make(0, $0, $1, $2, $3) }, { make(1, $0, $1, $2, $3) }, { make(2, $0, $1, $2, $3) },
        { make(3, $0, $1, $2, $3) }, { make(4, $0, $1, $2, $3) }, { make(5, $0, $1, $2, $3) },
        { make(6, $0, $1, $2, $3) }, { make(7, $0, $1, $2, $3) }, { make(8, $0, $1, $2, $3) },
        { make(9, $0, $1, $2, $3) }, { make(10, $0, $1, $2, $3) }, { make(11, $0, $1, $2, $3) },
        { make(12, $0, $1, $2, $3) }, { make(13, $0, $1, $2, $3) }, { make(14, $0, $1, $2, $3) },
        { make(15, $0, $1, $2, $3) }, { make(16, $0, $1, $2, $3) }, { make(17, $0, $1, $2, $3) },
        { make(18, $0, $1, $2, $3) }, { make(19, $0, $1, $2, $3) }, { make(20, $0, $1, $2, $3) },
        { make(21, $0, $1, $2, $3) }, { make(22, $0, $1, $2, $3) }, { make(23, $0, $1, $2, $3) },
        { make(24, $0, $1, $2, $3) }, { make(25, $0, $1, $2, $3) }, { make(26, $0, $1, $2, $3) },
        { make(27, $0, $1, $2, $3) }, { make(28, $0, $1, $2, $3) }, { make(29, $0, $1, $2, $3) },
        { make(30, $0, $1, $2, $3) }, { make(31, $0, $1, $2, $3) }, { make(32, $0, $1, $2, $3) },
        { make(33, $0, $1, $2, $3) }, { make(34, $0, $1, $2, $3) }, { make(35, $0, $1, $2, $3) },
        { make(36, $0, $1, $2, $3) }, { make(37, $0, $1, $2, $3) }, { make(38, $0, $1, $2, $3) },
        { make(39, $0, $1, $2, $3) }, { make(40, $0, $1, $2, $3) }, { make(41, $0, $1, $2, $3) },
        { make(42, $0, $1, $2, $3) }, { make(43, $0, $1, $2, $3) }, { make(44, $0, $1, $2, $3) },
        { make(45, $0, $1, $2, $3) }, { make(46, $0, $1, $2, $3) }, { make(47, $0, $1, $2, $3) },
        { make(48, $0, $1, $2, $3) }, { make(49, $0, $1, $2, $3) }, { make(50, $0, $1, $2, $3) },
        { make(51, $0, $1, $2, $3) }, { make(52, $0, $1, $2, $3) }, { make(53, $0, $1, $2, $3) },
        { make(54, $0, $1, $2, $3) }, { make(55, $0, $1, $2, $3) }, { make(56, $0, $1, $2, $3) },
        { make(57, $0, $1, $2, $3) }, { make(58, $0, $1, $2, $3) }, { make(59, $0, $1, $2, $3) },
        { make(60, $0, $1, $2, $3) }, { make(61, $0, $1, $2, $3) }, { make(62, $0, $1, $2, $3) },
        { make(63, $0, $1, $2, $3) },
    ]
}

/// What the host holds of a rule with its arguments.
final class RuleInstance: Sendable {
    let rule: any Rule

    init(_ rule: any Rule) {
        self.rule = rule
    }
}
