// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayObservability
import CoreMetrics
import Dispatch
import Foundation
import Hummingbird
import Synchronization
import SystemPackage

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
    /// Findings with values of fields that are not sensitive, or `nil` unless the settings ask for
    /// them.
    var findings: Value?

    /// A request of which no record has been validated yet.
    init(
        ruleSet: String, fingerprint: String?, context: ServerContext, status: Int,
        since start: ContinuousClock.Instant
    ) {
        self.ruleSet = ruleSet
        self.fingerprint = fingerprint
        requestId = context.id
        self.status = status
        nanoseconds = (ContinuousClock.now - start).wholeNanoseconds
    }
}

/// A file with a line for each request, which is renamed when it is long.
///
/// Lines are written by a queue. Those that find it full, and those for which the disk has no room, are
/// dropped and counted; the file has whole lines only.
final class DecisionLog: Sendable {
    private static let mostWaitingBytes = 8 << 20
    /// The time to wait for streams that end when the server does, so that it ends even if a rule
    /// hangs.
    private static let mostSecondsAtEnd = 10

    private let settings: ServerSettings.Decisions
    private let metrics: ServerMetrics
    private let queue = DispatchQueue(label: "assay.decisions")
    private let waitingBytes = Atomic(0)
    /// The lines of streams that may come when their requests have ended.
    private let expected = DispatchGroup()
    private let file: Mutex<OpenFile>

    private struct OpenFile {
        var handle: FileHandle?
        var length: UInt64 = 0
        /// The path of the file without symbolic links, or `nil` for a device or a pipe.
        var path: String?
    }

    /// Opens the file.
    ///
    /// - Throws: `Invalid` if it cannot be written to.
    init(
        _ settings: ServerSettings.Decisions, metrics: ServerMetrics
    ) throws(ServerSettings.Invalid) {
        self.settings = settings
        self.metrics = metrics
        do {
            file = Mutex(try Self.open(settings.file))
        } catch {
            throw .init(
                description: "decisions-file is '\(settings.file)', which cannot be written to: "
                    + "\(error); name a file, new or old, in a folder that the server may write to")
        }
    }

    private static func open(_ path: String) throws -> OpenFile {
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: .create,
            permissions: [.ownerReadWrite, .groupRead])
        let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true)
        return OpenFile(
            handle: handle, length: try handle.seekToEnd(), path: regularFile(at: path))
    }

    /// The path without symbolic links, or `nil` if it leads to a device or a pipe, which must not be
    /// renamed.
    private static func regularFile(at path: String) -> String? {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        return attributes?[.type] as? FileAttributeType == .typeRegular ? resolved : nil
    }

    /// Writes a line soon.
    func write(_ decision: Decision) {
        let line = Data((Self.object(decision).json + "\n").utf8)
        let waiting = waitingBytes.add(line.count, ordering: .relaxed).newValue
        guard waiting <= Self.mostWaitingBytes else {
            waitingBytes.subtract(line.count, ordering: .relaxed)
            return metrics.decisionsDropped.increment()
        }
        queue.async { [self] in
            append(line)
            waitingBytes.subtract(line.count, ordering: .relaxed)
        }
    }

    private func append(_ line: Data) {
        file.withLock { file in
            if let path = file.path, file.length > 0,
                file.length + UInt64(line.count) > UInt64(settings.maximumBytes)
            {
                rotate(&file, at: path)
            }
            do {
                if file.handle == nil { file = try Self.open(settings.file) }
                try file.handle?.write(contentsOf: line)
                file.length += UInt64(line.count)
            } catch {
                metrics.decisionsDropped.increment()
                // Of a line that did not fit, a part may be there.
                try? file.handle?.truncate(atOffset: file.length)
                _ = try? file.handle?.seekToEnd()
            }
        }
    }

    private func rotate(_ file: inout OpenFile, at path: String) {
        try? file.handle?.close()
        file = OpenFile()
        let manager = FileManager.default
        if settings.keptFiles > 0 {
            try? manager.removeItem(atPath: "\(path).\(settings.keptFiles)")
        }
        for number in stride(from: settings.keptFiles - 1, through: 1, by: -1) {
            try? manager.moveItem(atPath: "\(path).\(number)", toPath: "\(path).\(number + 1)")
        }
        if settings.keptFiles > 0 {
            try? manager.moveItem(atPath: path, toPath: "\(path).1")
        } else {
            try? manager.removeItem(atPath: path)
        }
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    private static func object(_ decision: Decision) -> Value {
        var members: [(key: String, value: Value)] = [
            ("time", .string(Date.now.formatted(Self.timeFormat))),
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
        members.append(("seconds", .number(Double(decision.nanoseconds) / 1e9)))
        if let findings = decision.findings { members.append(("findings", findings)) }
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
                queue.async { continuation.resume() }
            }
        }
    }
}
