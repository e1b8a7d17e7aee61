// SPDX-License-Identifier: Apache-2.0
public import Assay
public import Logging

/// Writes one structured line for each call whose records are not all valid, and for each reload.
///
/// Lines name the rule set, pointers and codes. They show no values: neither those of sensitive fields nor
/// others, and pointers are those of the report, which shows no sensitive key either.
public struct LoggingObserver: ValidationObserver {
    /// At most so many findings of a call are named; the others are counted.
    private static let mostNamed = 20

    private let logger: Logger
    private let level: Logger.Level

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - logger: Takes the lines.
    ///   - level: The level of lines about records that are not valid.
    public init(_ logger: Logger, level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    /// Writes a line if a record is not valid.
    public func didValidate(_ event: ValidationEvent) {
        guard logger.logLevel <= level,
            // Of reports that are completed, the records were counted before.
            event.invalid > 0 || event.reports.contains(where: { !$0.isValid })
        else { return }
        var named: [Logger.MetadataValue] = []
        for report in event.reports where named.count < Self.mostNamed {
            named += report.violations.map { "\($0.code) \($0.pointer)" }
            named += (report.faults + report.pending).map { "\($0.code) \($0.pointer)" }
        }
        logger.log(
            level: level, "invalid records",
            metadata: [
                "assay.rule_set": "\(event.ruleSet)", "assay.records": "\(event.records)",
                "assay.invalid": "\(event.invalid)", "assay.faults": "\(event.faults)",
                "assay.codes": .dictionary(event.findings.mapValues { "\($0)" }),
                "assay.findings": .array(Array(named.prefix(Self.mostNamed))),
            ])
    }

    /// Writes a line for a rule set that has taken over, or for each issue of one that has not.
    public func didReload(ruleSet: String, error: RuleSetError?) {
        guard let error else {
            return logger.notice("rule set loaded", metadata: ["assay.rule_set": "\(ruleSet)"])
        }
        logger.error(
            "rule set rejected",
            metadata: [
                "assay.rule_set": "\(ruleSet)",
                "assay.issues": .array(error.issues.map { "\($0)" }),
            ])
    }

    /// Writes a line for a plugin that has taken over, or for why one has not.
    public func didLoad(_ event: PluginEvent) {
        guard let code = event.code else {
            return logger.notice("plugin loaded", metadata: ["assay.plugin": "\(event.id ?? "")"])
        }
        logger.error(
            "plugin rejected",
            metadata: [
                "assay.plugin": "\(event.id ?? event.path)", "assay.code": "\(code)",
                "assay.reason": "\(event.reason ?? "")",
            ])
    }
}
