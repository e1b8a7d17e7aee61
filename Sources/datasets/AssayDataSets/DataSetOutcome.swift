// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The findings of the rules about records in a data set.
package struct DataSetOutcome: Sendable {
    /// A finding of a rule about records.
    package struct Finding: Sendable, Equatable {
        /// The place of the rule in `ValidationPlan.recordsRules`.
        package var rule: Int
        /// The code, such as `unique.repeated` or `fault.range`.
        package var code: String
        /// The record, or `nil` for a finding about the data set.
        package var place: RecordPlace?
        /// The index of the element, for rules of elements.
        package var element: Int?
        /// The first record with the same key.
        package var first: RecordPlace?
        package var firstElement: Int?
        /// `true` if the record was invalid before the rule found something.
        package var wasInvalid = false
        /// `true` if the rule has a tolerance: the finding is a warning, and its record stays valid.
        package var isTolerated = false
        /// The numbers that the message shows.
        package var parameters: [MessageParameter] = []

        /// `true` if a rule could not decide.
        package var isFault: Bool { code.hasPrefix("fault.") }
    }

    /// The numbers of one rule about records.
    package struct Totals: Sendable, Equatable {
        /// The number of keys that more than one record has, or more than one element.
        package var repeatedKeys = 0
        /// The number of records after the first of their key.
        package var surplusRecords = 0
        /// The number of records whose key another record has too.
        package var concernedRecords = 0
        /// The number of keys and values that are missing, which the rule does not check.
        package var missing = 0
        /// The number of keys and values that the rule checked.
        package var decided = 0
        /// The number of checked keys and values that fail the rule.
        package var failed = 0
        /// The number of records for which the condition of the rule was undecided.
        package var undecided = 0
        /// The number of malformed records, which have no keys and no values.
        package var malformed = 0
        /// The number of findings that are counted only, such as steps after the first 1,000.
        package var counted = 0
        /// The number of keys that more than one record of the source has.
        package var repeatedSourceKeys = 0
        /// The result of `count`, `sum`, `average` and `fresh` as text, if the rule has seen all.
        package var result: String?

        package init() {}
    }

    /// A record that rules about records make invalid.
    package struct InvalidRecord: Sendable, Equatable {
        package let place: RecordPlace
        /// `true` if the record was invalid before.
        package let wasInvalid: Bool
    }

    /// The numbers of each rule, in the order of `ValidationPlan.recordsRules`.
    package let totals: [Totals]
    /// The findings about the data set, in the order of the rules.
    package let findings: [Finding]
    /// The number of findings about records.
    package let placedCount: Int
    /// The number of records that were valid before, and that rules about records make invalid.
    package let newlyInvalidCount: Int
    let placed: PlacedFindings
    let chunks: ChunkTable

    /// Returns a reader of the findings about records, sorted by place, rule and element.
    package func makeReader() -> FindingReader {
        placed.makeReader()
    }

    /// Returns a reader of the records that rules about records make invalid, sorted by place, each once.
    ///
    /// - Parameter strictly: `true` to take in records whose failures are within a tolerance.
    /// - Returns: The reader.
    package func makeInvalidRecordReader(strictly: Bool = false) -> InvalidRecordReader {
        InvalidRecordReader(placed.makeReader(), strictly: strictly)
    }

    /// Returns the place of a record as messages have it.
    ///
    /// - Precondition: The chunk of the record was noted.
    package func location(of place: RecordPlace) throws(DataSetError) -> RecordLocation {
        try chunks.location(of: place)
    }
}
