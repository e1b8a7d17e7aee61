// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// The decisions of the engine about a value before a rule runs, by the kind of the value.
///
/// Written once for all paths: a batch takes the mask of kinds for a whole column, the others take
/// the decision for each value.
package struct RuleAdmission: Sendable {
    /// The decision about one value.
    package enum Decision {
        /// The rule checks the value.
        case check
        /// The value is a text that the rule has to read: it was not read before the rules ran, so
        /// that reading it fails.
        case convert
        /// The rule does not run: there is no value.
        case skip
        /// The value fails, since the rule has no meaning for its kind.
        case wrongKind
    }

    static let missing = ValueKinds.absent.rawValue | ValueKinds.null.rawValue

    /// The kinds that reach the rule, a bit each.
    let accepted: UInt32
    /// `true` if absent and null values reach the rule.
    let acceptsMissing: Bool
    /// `true` if the rule reads texts; values that are not texts it checks.
    package let converts: Bool
    /// The kinds that the rule makes of texts, but does not accept: such a value passes.
    private let made: UInt32

    /// - Parameters:
    ///   - kinds: The kinds that the rule declares; of no meaning for absent and null values.
    ///   - traits: The traits of the rule.
    ///   - isText: The values come from text, which rules with the trait `converts` read.
    init(kinds: ValueKinds, traits: RuleTraits, isText: Bool) {
        acceptsMissing = traits.contains(.acceptsMissing)
        converts = isText && traits.contains(.converts)
        var accepted = kinds.rawValue & ~Self.missing
        if acceptsMissing { accepted |= Self.missing }
        var made: UInt32 = 0
        if converts {
            let scalars = ValueKinds.numbers.rawValue | ValueKinds.bool.rawValue
            made = accepted & scalars == 0 ? scalars : 0
            accepted |= ValueKinds.string.rawValue
        }
        self.accepted = accepted
        self.made = made
    }

    /// Returns the decision about a value of a kind, which is a number of `assay_value.kind`.
    @inline(__always)
    func decision(for kind: UInt32) -> Decision {
        if accepts(kind) { return converts && kind == ASSAY_STR ? .convert : .check }
        return Self.isMissing(kind) || made & (1 << (kind & 31)) != 0 ? .skip : .wrongKind
    }

    /// The kinds whose values the rule checks, without another decision about them.
    var checked: UInt32 { converts ? accepted & ~ValueKinds.string.rawValue : accepted }

    /// Returns `true` if values of a kind reach the rule.
    @inline(__always)
    func accepts(_ kind: UInt32) -> Bool { accepted & (1 << (kind & 31)) != 0 }

    /// Returns `true` if a kind means that there is no value.
    ///
    /// A rule that does not accept such a kind is skipped; a value of any other kind that it does
    /// not accept fails.
    @inline(__always)
    static func isMissing(_ kind: UInt32) -> Bool { missing & (1 << (kind & 31)) != 0 }

    /// Returns `true` if the rule makes such values of texts, but does not accept them: they pass.
    func makes(_ value: FieldValue) -> Bool {
        made & (1 << (value.unsafePointer.pointee.kind & 31)) != 0
    }

    /// Returns the decision about a value.
    package func decision(for value: FieldValue) -> Decision {
        decision(for: value.unsafePointer.pointee.kind)
    }
}

extension RuleInstance {
    /// Reads a text: all rules see the typed value in its place.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - arena: The memory for parts of the typed value.
    /// - Returns: A pass, or the verdict on a text that cannot be read, which stays as it is.
    package func convert(
        in value: UnsafeMutablePointer<assay_value>, storingIn arena: ValueArena
    ) -> Verdict {
        switch convert(FieldValue(unsafePointer: value), arena).outcome {
        case .typed(let typed): value.pointee = typed
        case .unchanged: break
        case .failed(let verdict): return verdict
        }
        return .pass
    }

    /// Returns the verdict on a text that the rule is to read, which stays as it is.
    func reading(_ text: UnsafePointer<assay_value>, storingIn arena: ValueArena) -> Verdict {
        if case .failed(let verdict) = convert(FieldValue(unsafePointer: text), arena).outcome {
            return verdict
        }
        return .pass
    }
}
