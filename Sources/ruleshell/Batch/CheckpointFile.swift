// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// The file of a checkpoint: it holds the old one or the new one, never a part of one.
struct CheckpointFile: Sendable {
    let path: String
    /// What must be the same for a run to go on.
    let identity: Value

    private static let maximumBytes = 64 << 20

    /// Reads the checkpoint of a run like this one.
    ///
    /// - Returns: Nil if there is no file.
    /// - Throws: That it is none, or that of another run.
    func read() throws(Diagnostic) -> Checkpoint? {
        guard access(path, F_OK) == 0 else { return nil }
        let bytes: [UInt8]
        do throws(SmallFile.Unreadable) {
            bytes = try SmallFile.read(path, limit: Self.maximumBytes)
        } catch {
            throw Diagnostic(
                "checkpoint.unreadable", "cannot read the checkpoint '\(path)': \(error.reason)",
                help: "name a file that --checkpoint wrote")
        }
        guard let file = try? JSONValueParser.parse(String(decoding: bytes, as: UTF8.self)),
            file["checkpoint"] == Value(Checkpoint.version), let checkpoint = Checkpoint(file)
        else {
            throw .noCheckpoint(path)
        }
        if let difference = RunIdentity.difference(from: file["run"], to: identity) {
            throw .changed(difference)
        }
        return checkpoint
    }

    /// Puts a checkpoint in the place of the last one.
    ///
    /// - Returns: What went wrong, or nil.
    func write(_ checkpoint: Checkpoint) -> Diagnostic? {
        let head: [(key: String, value: Value)] = [
            ("checkpoint", Value(Checkpoint.version)), ("run", identity),
        ]
        let text = Value.object(Value.Object(head + checkpoint.members)).json + "\n"
        do throws(SystemReason) {
            var file = try TemporaryFile(beside: path, mode: 0o666)
            try file.write(Array(text.utf8))
            try file.replaceTarget()
            return nil
        } catch {
            return .unwritable("'\(path)'", error.number)
        }
    }

    /// Takes the checkpoint of an earlier run away, if there is one.
    func remove() throws(Diagnostic) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw .unwritable("'\(path)'", errno)
    }
}

extension Diagnostic {
    /// A file that holds something else.
    static func noCheckpoint(_ path: String) -> Diagnostic {
        Diagnostic(
            "checkpoint.form", "'\(path)' is no checkpoint of this version of ruleshell",
            help: "start again without --resume")
    }

    /// A run cannot go on because something is not what it was.
    static func changed(_ difference: String) -> Diagnostic {
        Diagnostic(
            "checkpoint.changed", "cannot go on from the checkpoint: \(difference)",
            help: "start again without --resume; the outputs are written anew then")
    }
}

/// When the next checkpoint is due: taking them costs at most a twentieth of the time.
struct CheckpointClock {
    private var next = ContinuousClock.now
    private static let shortest = Duration.milliseconds(100)

    var isDue: Bool { ContinuousClock.now >= next }

    /// Notes how long a checkpoint took.
    mutating func took(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        next = end + max(Self.shortest, (end - start) * 20)
    }
}
