// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The services of this host by their ids.
package enum ServiceTables {
    /// Calls `place` with each table, which keeps a copy for the life of the process.
    ///
    /// - Returns: Where the copies are, by the ids of the services.
    package static func all(
        _ place: some TablePlacement
    ) -> [(id: String, table: UnsafeRawPointer)] {
        [
            (ASSAY_PATTERN_SERVICE, place(PatternService.table)),
            (ASSAY_TIME_SERVICE, place(TimeService.table)),
            (ASSAY_NUMBER_SERVICE, place(NumberService.table)),
            (ASSAY_TEXT_SERVICE, place(TextService.table)),
            (ASSAY_COUNTER_SERVICE, place(CounterService.table)),
        ]
    }
}

/// Keeps copies of tables.
package protocol TablePlacement {
    /// - Returns: Where the copy is; it stays for the life of the process.
    func callAsFunction<Table>(_ table: Table) -> UnsafeRawPointer
}

extension UInt32 {
    /// The size of a table as it is written into it.
    static func size<Table>(of table: Table.Type) -> UInt32 {
        UInt32(MemoryLayout<Table>.size)
    }
}
