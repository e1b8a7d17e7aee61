// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The file of a checkpoint, which is replaced atomically.
struct CheckpointFile: Sendable {
    let path: String
    /// The options, rules and inputs that must be the same for a run to continue.
    let identity: Value
    /// `true` if the file has the key of fingerprints, which only its owner may read.
    var isSecret = false

    private static let maximumBytes = 64 << 20

    /// Reads the checkpoint of a run like this one.
    ///
    /// - Returns: The checkpoint, or `nil` if there is no file.
    /// - Throws: A diagnostic if the file is not a checkpoint, or is that of another run.
    func read() throws(Diagnostic) -> Checkpoint? {
        guard FileSystem.exists(path) else { return nil }
        // A device or a pipe keeps no checkpoint, and may have no end.
        guard FileNode(path: path) != nil else { throw .noCheckpoint(path) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: Self.maximumBytes)
        } catch {
            throw Diagnostic(
                "checkpoint.unreadable", "cannot read the checkpoint '\(path)': \(error)",
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

    /// Replaces the last checkpoint.
    ///
    /// - Returns: The error, or `nil` if the file was written.
    func write(_ checkpoint: Checkpoint) -> Diagnostic? {
        let head: [(key: String, value: Value)] = [
            ("checkpoint", Value(Checkpoint.version)), ("run", identity),
        ]
        let text = Value.object(Value.Object(head + checkpoint.members)).json + "\n"
        do throws(SystemError) {
            try FileSystem.replaceFile(path, by: text.utf8, mode: isSecret ? 0o600 : 0o666)
            return nil
        } catch {
            return .unwritable(path: path, error: error)
        }
    }

    /// Removes the checkpoint of an earlier run, if there is one.
    func remove() throws(Diagnostic) {
        try FileSystem.removeIfPresent(path)
    }
}

extension Diagnostic {
    /// A file that is not a checkpoint.
    static func noCheckpoint(_ path: String) -> Diagnostic {
        Diagnostic(
            "checkpoint.form", "'\(path)' is not a checkpoint of this version of ruleshell",
            help: "start again without --resume")
    }

    /// A run cannot continue because something has changed.
    static func changed(_ difference: String) -> Diagnostic {
        Diagnostic(
            "checkpoint.changed", "cannot continue from the checkpoint: \(difference)",
            help: "start again without --resume, which rewrites the outputs")
    }
}

/// A clock that says when the next checkpoint is due.
///
/// Writing checkpoints takes at most about a twentieth of the time.
struct CheckpointClock {
    private var next = ContinuousClock.now
    private static let shortest = Duration.milliseconds(100)

    var isDue: Bool { ContinuousClock.now >= next }

    /// Schedules the next checkpoint after one that began at `start`.
    mutating func took(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        next = end + max(Self.shortest, (end - start) * 20)
    }
}
