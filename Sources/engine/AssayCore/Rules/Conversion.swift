// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// The result of converting a text by a rule with the trait `converts`: a typed value, the text as
/// it is, or a verdict.
///
/// The rules after it in the same validator see the typed value; a report shows the text.
@frozen
public struct Conversion {
    /// The effect of a conversion on the value.
    @usableFromInline
    package enum Outcome {
        /// The value is replaced; its source text, if it has one, is that of the text.
        case typed(assay_value)
        case unchanged
        case failed(Verdict)
    }

    @usableFromInline package let outcome: Outcome

    @inlinable
    package init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// The value stays as it is.
    @inlinable
    public static var unchanged: Conversion { Conversion(.unchanged) }

    /// The text spells no value of the type; the verdict is a failure or undecided.
    @inlinable
    public static func failed(_ verdict: Verdict) -> Conversion { Conversion(.failed(verdict)) }

    /// The text spells a whole number.
    @inlinable
    public static func integer(_ integer: Int64) -> Conversion {
        var value = assay_value()
        value.kind = ASSAY_I64
        value.as.i64 = integer
        return Conversion(.typed(value))
    }

    /// The text spells a number, which is finite.
    @inlinable
    public static func number(_ number: Double) -> Conversion {
        var value = assay_value()
        value.kind = ASSAY_F64
        value.as.f64 = number
        return Conversion(.typed(value))
    }

    /// The text spells a truth value.
    @inlinable
    public static func bool(_ bool: Bool) -> Conversion {
        var value = assay_value()
        value.kind = ASSAY_BOOL
        value.as.i64 = bool ? 1 : 0
        return Conversion(.typed(value))
    }

    /// The text spells a value that borrows from it.
    @inlinable
    package static func typed(_ value: assay_value) -> Conversion { Conversion(.typed(value)) }
}
