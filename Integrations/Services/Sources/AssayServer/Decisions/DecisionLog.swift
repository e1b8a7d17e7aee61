// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayObservability
import CoreMetrics
import Dispatch
import Foundation
import Hummingbird
import Synchronization

/// The decision about a request, which is a line in the log.
struct Decision: Sendable {
    let ruleSet: String
    /// The fingerprint of the rule set, or `nil` if there is no such rule set or the request did
    /// not come so far.
    let fingerprint: String?
    let requestId: String
    let status: Int
    let nanoseconds: Int64
    var records = 0
    var invalid = 0
    var codes: [String: Int] = [:]
    /// `true` if a stream was cut after its first finding: its status was sent, and the rest of it
    /// was not validated.
    var isCut = false
    /// `true` if the records were validated as parts of whole ones.
    var isPartial = false
    /// Findings with values of fields that are not sensitive, or `nil` unless the settings ask for
    /// them.
    private(set) var findings: Value?
    /// The number of findings for which the line has no room.
    private(set) var omittedFindings = 0

    /// The most bytes of the name of a rule set: a file cannot have a longer one.
    private static let longestName = 255
    /// The most bytes of the findings of one line.
    private static let mostFindingBytes = 16 << 10
    /// The most bytes of a value; a longer one is not written.
    private static let longestValue = 1 << 10

    /// A request of which no record has been validated yet.
    init(
        ruleSet: String, fingerprint: String?, context: ServerContext, status: Int,
        since start: ContinuousClock.Instant
    ) {
        self.ruleSet = Self.shown(ruleSet)
        self.fingerprint = fingerprint
        requestId = context.id
        self.status = status
        nanoseconds = (ContinuousClock.now - start).wholeNanoseconds
    }

    /// The name as a line has it: a client can send any text in its place.
    private static func shown(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var shown = String.UnicodeScalarView()
        var bytes = 0
        for scalar in name.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= longestName else { break }
            shown.append(scalar)
        }
        return String(shown) + "…"
    }

    /// Takes the violations with their pointers, their codes and the values of fields that are not sensitive, as
    /// many as a line has room for.
    mutating func takeFindings(of report: ValidationReport) {
        var findings: [Value] = []
        var bytes = 0
        for violation in report.violations {
            var members: [(key: String, value: Value)] = [
                ("pointer", .string(violation.pointer)), ("code", .string(violation.code)),
            ]
            if violation.value != .absent {
                let length = violation.value.json.utf8.count
                members.append(
                    length <= Self.longestValue
                        ? ("value", violation.value) : ("valueBytes", .integer(Int64(length))))
            }
            let finding = Value.object(Value.Object(members))
            bytes += finding.json.utf8.count + 1
            guard bytes <= Self.mostFindingBytes else { break }
            findings.append(finding)
        }
        omittedFindings = report.violations.count - findings.count
        self.findings = .array(findings)
    }
}

/// A file with a line for each request, which is renamed when it is long.
///
/// Lines are written by a queue. Those that find it full, those for which the disk has no room, and those of too
/// many requests without a rule set are dropped and counted; the file has whole lines only.
final class DecisionLog: Sendable {
    private static let mostWaitingBytes = 8 << 20
    /// The time to wait for streams that end when the server does, so that it ends even if a rule
    /// hangs.
    private static let mostSecondsAtEnd = 10

    private let metrics: ServerMetrics
    private let queue = DispatchQueue(label: "assay.decisions")
    private let waitingBytes = Atomic(0)
    /// The lines of streams that may come when their requests have ended.
    private let expected = DispatchGroup()
    private let file: Mutex<DecisionFile>

    /// Opens the file.
    ///
    /// - Throws: `Invalid` if it cannot be written to.
    init(
        _ settings: ServerSettings.Decisions, metrics: ServerMetrics
    ) throws(ServerSettings.Invalid) {
        self.metrics = metrics
        do {
            file = Mutex(try DecisionFile(settings))
        } catch {
            throw .init(
                description: "decisions-file is '\(settings.file)', which cannot be written to: "
                    + "\(error); name a file, new or old, in a folder that the server may write to")
        }
    }

    /// Writes a line soon.
    func write(_ decision: Decision) {
        let line = Array((Self.object(decision).json + "\n").utf8)
        // Any client can name rule sets that there are not, as often as it likes.
        let isLimited = decision.fingerprint == nil
        let waiting = waitingBytes.add(line.count, ordering: .relaxed).newValue
        guard waiting <= Self.mostWaitingBytes else {
            waitingBytes.subtract(line.count, ordering: .relaxed)
            return metrics.decisionsDropped.increment()
        }
        queue.async { [self] in
            let isWritten = file.withLock { (try? $0.append(line, isLimited: isLimited)) ?? false }
            if !isWritten { metrics.decisionsDropped.increment() }
            waitingBytes.subtract(line.count, ordering: .relaxed)
        }
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The time of this moment, as lines have it.
    static var now: String { Date.now.formatted(timeFormat) }

    private static func object(_ decision: Decision) -> Value {
        var members: [(key: String, value: Value)] = [
            ("time", .string(now)),
            ("requestId", .string(decision.requestId)), ("ruleSet", .string(decision.ruleSet)),
            ("fingerprint", decision.fingerprint.map { .string($0) } ?? .null),
            ("status", .integer(Int64(decision.status))),
            ("records", .integer(Int64(decision.records))),
            ("invalid", .integer(Int64(decision.invalid))),
            (
                "codes",
                .object(
                    Value.Object(
                        decision.codes.sorted { $0.key < $1.key }.map {
                            (key: $0.key, value: .integer(Int64($0.value)))
                        }))
            ),
        ]
        if decision.isCut { members.append(("cut", true)) }
        if decision.isPartial { members.append(("partial", true)) }
        members.append(("seconds", .number(Double(decision.nanoseconds) / 1e9)))
        if let findings = decision.findings { members.append(("findings", findings)) }
        if decision.omittedFindings > 0 {
            members.append(("omittedFindings", .integer(Int64(decision.omittedFindings))))
        }
        return .object(Value.Object(members))
    }

    /// A line will be written, perhaps after its request has ended.
    func expectLine() { expected.enter() }

    /// A line that was expected has been given to `write`.
    func expectedLineIsWritten() { expected.leave() }

    /// Waits until all lines are in the file; no further request has begun.
    func finish() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                _ = expected.wait(timeout: .now() + .seconds(Self.mostSecondsAtEnd))
                queue.async { [self] in
                    file.withLock { $0.end() }
                    continuation.resume()
                }
            }
        }
    }
}
