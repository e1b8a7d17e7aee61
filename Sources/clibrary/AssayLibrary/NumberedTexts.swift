// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
import AssayPluginABI
import CAssay

/// The texts that findings of a session have in common, each with a number.
///
/// They are made once for a rule and code, and stay as long as the session: there are only so many
/// rules and codes.
final class NumberedTexts {
    /// The parts that all findings of a rule with a code have in common, as C reads them.
    struct Common {
        /// The severity, or 0 if no finding was seen yet.
        var severity: UInt32 = 0
        var rule = ASSAY_NO_RULE
        var field = assay_text()
        var ruleName = assay_text()
        var code = assay_text()
        /// The message of findings that add nothing of their own; see `hasTexts`.
        var message = assay_text()
        var parameters = assay_text()
        /// See `hasPointer`.
        var pointer = assay_text()
        /// `true` if `message` and `parameters` are known, which they never are if messages show
        /// values.
        var hasTexts = false
        /// `true` if the rule set alone decides about the pointer.
        var hasPointer = false
    }

    let slots: FindingSlots
    /// The number of slots, those of rules about records included.
    let count: Int
    /// The codes of rules about records, with their rules; their slots follow the others.
    private let recordsCodes: [(rule: Int, code: String)]
    let messages: MessageCatalogue?
    private let memory = ValueArena()
    private var numbers: [String: assay_text] = [:]
    /// The common parts by slot, for as long as this object exists.
    let common: UnsafeMutablePointer<Common>
    private var texts: [FindingText?]
    private var objects: [WrittenText?]
    private var errors: [[UInt8]?]

    private static let writer = JSONObjects(namesInput: false)

    init(
        _ slots: FindingSlots, records: [CompiledRecordsRule], messages: MessageCatalogue?
    ) {
        self.slots = slots
        self.messages = messages
        recordsCodes = records.enumerated().flatMap { index, rule in
            rule.allCodes.map { (index, $0.id) }
        }
        count = slots.slots.count + recordsCodes.count
        common = .allocate(capacity: max(1, count))
        common.initialize(repeating: Common(), count: max(1, count))
        texts = Array(repeating: nil, count: count)
        objects = Array(repeating: nil, count: count)
        errors = Array(repeating: nil, count: count)
    }

    deinit { common.deallocate() }

    /// Returns the slot of a code of a rule about records.
    func slot(of code: String, ofRecordsRule rule: Int) -> Int {
        guard
            let place = recordsCodes.firstIndex(where: { $0.rule == rule && $0.code == code })
        else { preconditionFailure("rules have the codes of all of their findings") }
        return slots.slots.count + place
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

    /// Stores the parts that findings like this one have in common.
    ///
    /// - Parameters:
    ///   - text: The text of one of them.
    ///   - slot: The slot of their rule and code.
    ///   - pointer: The pointer that all of them have, or `nil` if each has its own.
    ///   - isOwn: `true` if the finding adds something to the texts that other findings may not
    ///     add.
    func learn(_ text: FindingText, slot: Int, pointer: String?, isOwn: Bool) {
        var known = common[slot]
        if known.severity == 0 {
            texts[slot] = text
            known.severity = text.kind.severity
            known.rule = ruleIndex(ofSlot: slot)
            known.field = number(text.field)
            known.ruleName = number(text.rule)
            known.code = number(text.code)
            known.hasPointer = pointer != nil
            known.pointer = pointer.map { number($0) } ?? assay_text()
        }
        if !known.hasTexts, !isOwn, !text.showsValue {
            texts[slot] = text
            known.hasTexts = true
            known.message = number(text.message)
            known.parameters = number(String(decoding: text.parametersJSON, as: UTF8.self))
        }
        common[slot] = known
    }

    private func ruleIndex(ofSlot slot: Int) -> UInt32 {
        guard slot < slots.slots.count else { return ASSAY_NO_RULE }
        return slots.slots[slot].rule.map { UInt32($0) } ?? ASSAY_NO_RULE
    }

    /// The members of a finding as an object, which follow its pointer.
    func object(of finding: StoredFinding) -> WrittenText? {
        let slot = Int(finding.slot)
        if !finding.hasOwnMessage(in: self), let known = objects[slot] { return known }
        guard let text = text(of: finding) else { return nil }
        let made = Self.writer.write(text)
        if !finding.hasOwnMessage(in: self) { objects[slot] = made }
        return made
    }

    /// Appends a finding as an error of problem details.
    func appendError(_ finding: StoredFinding, to bytes: inout [UInt8]) {
        let slot = Int(finding.slot)
        if finding.own == nil, let known = errors[slot] { return bytes.append(contentsOf: known) }
        guard let text = text(of: finding) else { return }
        var made: [UInt8] = []
        ProblemError.append(text, pointer: finding.pointer(in: self).string, to: &made)
        if finding.own == nil { errors[slot] = made }
        bytes.append(contentsOf: made)
    }

    /// The text of a finding, with what is its own.
    private func text(of finding: StoredFinding) -> FindingText? {
        guard let text = texts[Int(finding.slot)] else { return nil }
        guard let own = finding.own?.pointee, finding.hasOwnMessage(in: self) else { return text }
        return text.with(
            message: own.message.string, parametersJSON: Array(own.parameters.bytes))
    }
}

extension FindingKind {
    var severity: UInt32 {
        switch self {
        case .error: ASSAY_SEVERITY_ERROR
        case .warning: ASSAY_SEVERITY_WARNING
        case .fault: ASSAY_SEVERITY_FAULT
        }
    }
}

extension assay_text {
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: ptr, count: ptr == nil ? 0 : Int(len))
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }
}
