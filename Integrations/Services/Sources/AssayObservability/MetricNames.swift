// SPDX-License-Identifier: Apache-2.0

/// The names of what is counted and measured; `docs/services.md` has the table.
public enum MetricName {
    /// Records that were validated, by rule set and outcome.
    public static let records = "assay_records_total"
}
