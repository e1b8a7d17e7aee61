// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import CTextForms

/// A form of UAX #15.
package typealias NormalizationForm = RuleExpression.NormalizationForm

extension NormalizationForm {
    var isCompatible: Bool { self == .nfkc || self == .nfkd }
    var isComposed: Bool { self == .nfc || self == .nfkc }
}

/// Brings a text into a form of UAX #15, one run of combining scalars after the other.
///
/// Takes time that grows with the length alone, but for the sorting of marks in a run.
package struct TextNormalizer {
    private struct Mark {
        let scalar: UInt32
        let combiningClass: UInt8
    }

    private let form: NormalizationForm
    private var output: [UInt8] = []
    /// The decomposed scalars since one that does not combine with what is before it.
    private var run: [Mark] = []

    /// - Parameters:
    ///   - form: The form of the result.
    ///   - capacity: The bytes that the result has, about.
    package init(_ form: NormalizationForm, capacity: Int) {
        self.form = form
        output.reserveCapacity(capacity)
    }

    /// The form of a text in valid UTF-8; called once.
    package mutating func normalize(_ text: Span<UInt8>) -> [UInt8] {
        let what = form.isCompatible ? ASSAY_TEXT_COMPATIBLE : ASSAY_TEXT_CANONICAL
        TextReplacement.forEach(what, in: text) { add($0) }
        flush()
        return output
    }

    private mutating func add(_ scalar: UInt32) {
        let combiningClass = assay_text_combining_class(scalar)
        if combiningClass == 0, !(form.isComposed && assay_text_can_be_second(scalar) != 0) {
            flush()
        }
        run.append(Mark(scalar: scalar, combiningClass: combiningClass))
    }

    private mutating func flush() {
        if run.count > 1 {
            orderMarks()
            if form.isComposed { compose() }
        }
        for mark in run { TextReplacement.append(mark.scalar, to: &output) }
        run.removeAll(keepingCapacity: true)
    }

    /// Orders each stretch of marks by their classes; equal ones keep their order.
    private mutating func orderMarks() {
        var start = 0
        while start < run.count {
            guard run[start].combiningClass != 0 else {
                start += 1
                continue
            }
            let end = run[start...].firstIndex { $0.combiningClass == 0 } ?? run.count
            sortMarks(start..<end)
            start = end
        }
    }

    /// Sorts marks by their classes, in one pass for each class.
    ///
    /// An insertion sort would take time that grows with the square of their number.
    private mutating func sortMarks(_ range: Range<Int>) {
        let marks = run[range]
        guard
            zip(marks, marks.dropFirst()).contains(where: { $0.combiningClass > $1.combiningClass })
        else { return }
        var sorted: [Mark] = []
        sorted.reserveCapacity(marks.count)
        for combiningClass in Set(marks.map(\.combiningClass)).sorted() {
            sorted += marks.lazy.filter { $0.combiningClass == combiningClass }
        }
        run.replaceSubrange(range, with: sorted)
    }

    /// Composes each scalar with the last starter, unless one of its class or above is between them.
    private mutating func compose() {
        var composed: [Mark] = []
        composed.reserveCapacity(run.count)
        var starter: Int?
        for mark in run {
            if let place = starter, !isBlocked(mark, in: composed, after: place) {
                let both = assay_text_compose(composed[place].scalar, mark.scalar)
                if both != 0 {
                    composed[place] = Mark(scalar: both, combiningClass: 0)
                    continue
                }
            }
            if mark.combiningClass == 0 { starter = composed.count }
            composed.append(mark)
        }
        run = composed
    }

    private func isBlocked(_ mark: Mark, in composed: [Mark], after starter: Int) -> Bool {
        guard composed.count > starter + 1, let last = composed.last else { return false }
        return last.combiningClass >= mark.combiningClass
    }
}
