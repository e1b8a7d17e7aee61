// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets

/// A finding that is known when all records were read: of a record that is no longer in memory, or of the data set.
struct DataSetFinding {
    let reported: ReportedFinding
    let rule: RulePlace
    /// The place of its code in the layout.
    let slot: Int
    /// The index of the input, or `nil` for a finding about the data set.
    var input: Int?
    var place: RecordPlace?
    /// `true` if the failure is within the tolerance of its rule for now.
    var isTolerated = false
    /// `true` if the record was invalid without the finding.
    var wasInvalid = false
    /// The fingerprint by which a baseline knows the finding, or `nil` if none can.
    var fingerprint: FindingFingerprint?
    /// The fingerprint that formats show.
    var shownFingerprint: FindingFingerprint?

    var kind: FindingKind {
        switch reported {
        case .fault: .fault
        case .violation(let violation): violation.severity == .warning ? .warning : .error
        }
    }

    /// `true` if the finding makes its record invalid.
    var makesInvalid: Bool { place != nil && kind == .error }

    fileprivate var record: Int {
        switch reported {
        case .violation(let violation): violation.source?.record ?? 0
        case .fault(let fault): fault.source?.record ?? 0
        }
    }
}

/// Writes findings that are known when all records were read in all formats of a run.
struct DataSetRenderer {
    private let layout: FindingLayout
    private let forms: [ReportForm]
    private let inputs: [InputName]
    /// The name with findings about the data set: that of its only input, or that of the rule set.
    private let dataSetName: InputName
    private let pools: [OutputBytes.Pool]

    init(_ settings: OutputSettings) {
        layout = settings.layout
        forms = settings.forms
        inputs = settings.inputs.map { InputName($0) }
        dataSetName = inputs.count == 1 ? inputs[0] : InputName(settings.rulesFile)
        pools = forms.map { _ in OutputBytes.Pool() }
    }

    /// Returns `true` if a report shows further findings of a rule.
    func shows(_ rule: RulePlace) -> Bool {
        forms.contains { form in
            guard !form.format.showsTotalsOnly else { return false }
            guard let quota = form.format.quota, let full = form.fullBuckets?.snapshot else {
                return true
            }
            return FindingKind.allCases.contains { !full[quota.bucket($0, layout.index(of: rule))] }
        }
    }

    /// Writes findings, each with a mark.
    ///
    /// - Parameters:
    ///   - findings: The findings.
    ///   - records: The records of the chunk that all of them are in, or `nil` if these are not in memory.
    /// - Returns: The findings in all formats.
    func render(_ findings: [DataSetFinding], in records: RecordLookup.Records? = nil)
        -> RenderedChunk
    {
        var chunk = RenderedChunk(tally: FindingTally(count: layout.slots.count))
        for finding in findings { chunk.tally.counts[finding.slot] += 1 }
        chunk.reports = forms.indices.map { index in
            let format = forms[index].format
            var rendered = RenderedFindings(output: pools[index].take())
            rendered.full = forms[index].fullBuckets?.snapshot ?? []
            for finding in findings {
                append(finding, in: format, records: records, to: &rendered)
            }
            return rendered
        }
        return chunk
    }

    private func append(
        _ finding: DataSetFinding, in format: any FindingFormat, records: RecordLookup.Records?,
        to rendered: inout RenderedFindings
    ) {
        let index = layout.index(of: finding.rule)
        let bucket = format.quota?.bucket(finding.kind, index)
        var digits: Int?
        if !format.showsTotalsOnly, bucket.map({ !rendered.full[$0] }) ?? true {
            var origin = FindingOrigin(
                input: finding.input.map { inputs[$0] } ?? dataSetName, locator: records?.locator)
            origin.rule = finding.rule
            origin.isOfDataSet = finding.input == nil
            origin.isText = records?.isText ?? false
            origin.fingerprint = finding.shownFingerprint
            digits = format.appendRecognizable(
                ShownFinding(finding.reported, in: format, of: finding.rule), from: origin,
                to: &rendered.output.bytes)
        }
        let end = rendered.output.bytes.count
        rendered.marks.append(
            FindingMark(
                end: end, kind: finding.kind, record: finding.record,
                rule: index, slot: finding.slot, isMalformed: false,
                digits: digits.map { end - $0 }))
    }
}
