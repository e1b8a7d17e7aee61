// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The random histories that property tests play: as many as a run of all tests can pay for, and
/// `ASSAY_FORM_HISTORIES=20` times as many for who changes the machine.
enum Histories {
    private static let factor = max(
        1, ProcessInfo.processInfo.environment["ASSAY_FORM_HISTORIES"].flatMap { UInt64($0) } ?? 1)

    /// The seeds of a test.
    static func seeds(_ count: UInt64) -> Range<UInt64> { 0..<count * factor }
}
