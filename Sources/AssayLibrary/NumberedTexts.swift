// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CAssay

/// The texts that findings of a session have in common, each with a number.
///
/// They are made once for a rule and code, and stay as long as the session: there are only so many
/// rules and codes.
final class NumberedTexts {
    /// What all findings of a rule with a code have in common.
    final class Common {
        let text: FindingText
        let severity: UInt32
        let rule: UInt32
        let field: assay_text
        let ruleName: assay_text
        let code: assay_text
        let message: assay_text
        let parameters: assay_text
        /// For writers of JSON; made when one asks.
        lazy var written = JSONObjects(namesInput: false).write(text)

        fileprivate init(
            _ text: FindingText, rule: Int?, in texts: NumberedTexts
        ) {
            self.text = text
            severity =
                switch text.kind {
                case .error: ASSAY_SEVERITY_ERROR
                case .warning: ASSAY_SEVERITY_WARNING
                case .fault: ASSAY_SEVERITY_FAULT
                }
            self.rule = rule.map { UInt32($0) } ?? ASSAY_NO_RULE
            field = texts.number(text.field)
            ruleName = texts.number(text.rule)
            code = texts.number(text.code)
            message = text.showsValue ? assay_text() : texts.number(text.message)
            parameters = texts.number(String(decoding: text.parametersJSON, as: UTF8.self))
        }
    }

    let slots: FindingSlots
    let messages: MessageCatalogue?
    private let memory = ValueArena()
    private var numbers: [String: assay_text] = [:]
    private var bySlot: [Common?]
    /// The pointers of validators by the validator's place.
    private var pointers: [assay_text?] = []

    init(_ slots: FindingSlots, messages: MessageCatalogue?) {
        self.slots = slots
        self.messages = messages
        bySlot = Array(repeating: nil, count: slots.slots.count)
    }

    /// The text with its number, which stays as long as this object.
    private func number(_ text: String) -> assay_text {
        if let known = numbers[text] { return known }
        let copy = memory.store(text)
        let made = assay_text(
            ptr: copy.ptr, len: UInt32(clamping: copy.len), number: UInt32(numbers.count + 1))
        numbers[text] = made
        return made
    }

    /// What is known of a slot; nil: nothing yet.
    @inline(__always)
    func known(_ slot: Int) -> Common? { bySlot[slot] }

    /// What findings like this one have in common.
    func learn(_ text: FindingText, slot: Int) -> Common {
        if let known = bySlot[slot] { return known }
        let made = Common(text, rule: slots.slots[slot].rule, in: self)
        bySlot[slot] = made
        return made
    }

    /// The numbered pointer of a finding; nil where each has its own.
    func pointer(of index: Int, in report: BatchReport) -> assay_text? {
        guard let (validator, _) = report.validatorAndStep(at: index) else { return nil }
        while pointers.count <= validator { pointers.append(nil) }
        if let known = pointers[validator] { return known }
        guard let pointer = report.commonPointer(at: index) else { return nil }
        let made = number(pointer)
        pointers[validator] = made
        return made
    }
}
