// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The findings of a chunk with their texts, of which most are known from earlier chunks.
struct ChunkTexts {
    private let shared: FindingTexts
    private let format: any FindingFormat
    private let findings: BatchReport
    private let reader: KnownFindings
    private var known: FindingTexts.BySlot
    private var isNew = false

    /// Creates the texts of a chunk.
    ///
    /// - Parameters:
    ///   - shared: The texts of the input that are known.
    ///   - format: The format that writes the texts.
    ///   - findings: The findings of the chunk.
    init(_ shared: FindingTexts, format: any FindingFormat, findings: BatchReport) {
        self.shared = shared
        self.format = format
        self.findings = findings
        reader = KnownFindings(findings, showsValues: format.showsValues)
        known = shared.all
    }

    /// Returns a finding as it is shown.
    ///
    /// - Parameters:
    ///   - index: The index of the finding in the chunk.
    ///   - slot: The slot of its rule and code.
    ///   - rule: The place of the rule in the rule set, or `nil` for findings about the record
    ///     itself.
    /// - Returns: The finding, valid as long as the batch exists.
    mutating func finding(
        at index: Int, slot: Int, of rule: RulePlace?
    ) -> ShownFinding {
        let hasOwnArguments = findings.hasOwnArguments(at: index)
        if !hasOwnArguments, let text = known[slot] {
            return reader.finding(at: index, as: text)
        }
        let finding = ShownFinding(findings.finding(at: index), in: format, of: rule)
        if rule != nil, !hasOwnArguments, !finding.text.showsValue {
            learn(finding.written, slot: slot, from: index)
        }
        return finding
    }

    /// Keeps a text, with its head if the rule set alone decides the pointer.
    private mutating func learn(_ written: WrittenText, slot: Int, from index: Int) {
        // The memory that threads share is not written to.
        if !isNew { known = known.map(\.self) }
        isNew = true
        guard let pointer = findings.commonPointer(at: index) else {
            known[slot] = written
            return
        }
        var head: [UInt8] = []
        format.appendHead(of: written, pointer: pointer, to: &head)
        known[slot] = written.with(pointer: pointer, head: head)
    }

    /// Adds the new texts of the chunk to the shared ones.
    func keepNew() {
        if isNew { shared.add(known) }
    }
}
