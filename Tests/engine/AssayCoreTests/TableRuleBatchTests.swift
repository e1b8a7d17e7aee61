// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import Synchronization
import Testing

/// Batches of more rows than a rule of the C contract is called with at a time.
@Suite struct TableRuleBatchTests {
    private static let rowsOfCall = 1024
    private static let sizes = [1, 1023, 1024, 1025, 2047, 2048, 2049, 2500]
    private static let cancellation = CancellationToken()
    private static let calls = Atomic(0)

    private func manager(_ rule: UnsafeMutablePointer<assay_rule>) throws -> ValidatorsManager {
        let registry = RuleRegistry()
        try registry.register(TableRuleTests.plugin([rule]), from: .c)
        return try ValidatorsManager(
            RuleSet(Field("a", RuleExpression("test"))), registry: registry)
    }

    /// Fails odd numbers and says which; every row if there are more than a call may have.
    private func oddRule() -> UnsafeMutablePointer<assay_rule> {
        TableRuleTests.rule { _, call, batch, out in
            guard let batch, let out, let column = batch.pointee.columns?[0] else {
                return ASSAY_E_INTERNAL
            }
            for row in 0..<Int(batch.pointee.count) {
                let isOdd = column[row].as.i64 % 2 == 1
                out[row].status = isOdd || batch.pointee.count > 1024 ? ASSAY_FAIL : ASSAY_PASS
                if isOdd {
                    _ = call?.pointee.args(call, UInt32(row), assay_str(), column + row, 1)
                }
            }
            return ASSAY_OK
        }
    }

    @Test(arguments: sizes, [false, true])
    func eachRowHasItsOwnVerdict(count: Int, hasGaps: Bool) throws {
        let records = (0..<count).map { row -> ValidationRecord in
            hasGaps && row % 7 == 3 ? [:] : ["a": .integer(Int64(row))]
        }
        let reports = try manager(oddRule()).validate(records)
        for (row, report) in reports.enumerated() {
            let isOdd = row % 2 == 1 && !(hasGaps && row % 7 == 3)
            #expect(
                report.violations.map(\.message) == (isOdd ? ["saw \(row)"] : []), "row \(row)")
            #expect(report.faults.isEmpty)
        }
    }

    @Test func errorOfACallIsThatOfItsRowsAlone() throws {
        let manager = try manager(
            TableRuleTests.rule { _, _, batch, out in
                guard let batch, let out, let column = batch.pointee.columns?[0] else {
                    return ASSAY_E_INTERNAL
                }
                for row in 0..<Int(batch.pointee.count) { out[row].status = ASSAY_PASS }
                return column[0].as.i64 == 1024 ? ASSAY_E_INTERNAL : ASSAY_OK
            })
        let reports = manager.validate((0..<2500).map { ["a": .integer(Int64($0))] })
        let wrong = reports.indices.filter { !reports[$0].isValid }
        #expect(wrong == Array(1024..<2048))
        #expect(reports[1024].summary == ["/a fault.pluginError"])
    }

    @Test func whatIsCancelledBetweenTwoCallsIsAskedNoMore() throws {
        let manager = try manager(
            TableRuleTests.rule { _, _, batch, out in
                TableRuleBatchTests.calls.add(1, ordering: .relaxed)
                TableRuleBatchTests.cancellation.cancel()
                for row in 0..<Int(batch?.pointee.count ?? 0) { out?[row].status = ASSAY_PASS }
                return ASSAY_OK
            })
        let reports = manager.validate(
            (0..<2500).map { ["a": .integer(Int64($0))] },
            limits: ExecutionLimits(cancellation: Self.cancellation))
        #expect(Self.calls.load(ordering: .relaxed) == 1)
        for (row, report) in reports.enumerated() {
            #expect(
                report.summary == (row < Self.rowsOfCall ? [] : ["/a fault.cancelled"]),
                "row \(row)")
        }
    }
}
