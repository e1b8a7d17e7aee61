// SPDX-License-Identifier: Apache-2.0
import Assay

/// Numbers findings that share a fingerprint.
///
/// Two elements of a list that break one rule share a fingerprint, as do two records with one
/// identity. They are numbered in the order of the input. The first one keeps its fingerprint, so
/// that it stays the same if a later one is added or removed. The places of other records do not
/// matter.
struct FingerprintNumbers {
    /// The number of occurrences of each fingerprint.
    private var counts: [UInt64: UInt32] = [:]

    init() {}

    /// Replaces fingerprints that occurred before.
    mutating func number(_ findings: inout RenderedFindings) {
        for mark in findings.marks {
            guard let digits = mark.digits else { continue }
            let place = mark.end - digits
            let text = place..<place + FingerprintText.length
            guard let value = FingerprintText.digits(findings.output.bytes[text]) else { continue }
            let repetition = counts[value, default: 0]
            counts[value] = repetition &+ 1
            guard repetition > 0 else { continue }
            var numbered: [UInt8] = []
            FingerprintText.append(
                FindingFingerprint.value(value, repetition: UInt64(repetition), key: (0, 0)),
                to: &numbered)
            findings.output.bytes.replaceSubrange(text, with: numbered)
        }
    }
}

extension FingerprintNumbers {
    /// The fingerprints with their counts as text, since there may be thousands of them.
    var saved: String { SavedCounts.text(of: counts) }

    /// Creates the numbers from saved text, without the parts that have another form.
    init(saved: String) {
        counts = SavedCounts.counts(in: saved)
    }
}
