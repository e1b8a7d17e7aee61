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

    /// - Parameters:
    ///   - shared: What is known of the input.
    ///   - format: Writes the texts.
    ///   - findings: Those of the chunk.
    init(_ shared: FindingTexts, format: any FindingFormat, findings: BatchReport) {
        self.shared = shared
        self.format = format
        self.findings = findings
        reader = KnownFindings(findings, showsValues: format.showsValues)
        known = shared.all
    }

    /// A finding as it is shown.
    ///
    /// - Parameters:
    ///   - index: Its place among those of the chunk.
    ///   - slot: Of its rule and code.
    ///   - rule: The place of the rule in the rule set; nil for findings about the record itself.
    /// - Returns: The finding, as long as the batch is there.
    mutating func finding(
        at index: Int, slot: Int, of rule: (validator: Int, step: Int)?
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

    /// Keeps a text, with its head where the rule set alone decides about the pointer.
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

    /// Hands on what this chunk has found out.
    func keepNew() {
        if isNew { shared.add(known) }
    }
}
