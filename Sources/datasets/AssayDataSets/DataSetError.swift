// SPDX-License-Identifier: Apache-2.0
package import AssaySystem

/// An error that leaves unknown what is true of a data set as a whole.
package struct DataSetError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Reason: Sendable, Equatable {
        /// A scratch file cannot be created, written or read.
        case system(SystemError)
        /// The scratch files need more bytes than they may have.
        case limit
        /// A scratch file does not have the contents that were written.
        case changed
        /// A checkpoint is not well formed.
        case checkpoint
    }

    package let reason: Reason

    /// The code of the error.
    package var code: String {
        switch reason {
        case .system: "scratch.unusable"
        case .limit: "scratch.limit"
        case .changed: "scratch.changed"
        case .checkpoint: "checkpoint.form"
        }
    }

    package let description: String
    /// The instruction that helps the user.
    package let help: String

    private init(_ reason: Reason, _ description: String, help: String) {
        self.reason = reason
        self.description = description
        self.help = help
    }

    static func writing(
        in directory: String, after written: Int, wanted: Int, _ error: SystemError
    ) -> DataSetError {
        let isFull = error == .noSpace || error == .quotaExceeded
        let place = "a scratch file in '\(FileName.shown(directory))'"
        return DataSetError(
            .system(error),
            isFull
                ? "\(place) cannot be written: \(error); the scratch files have "
                    + "\(ByteCount(written)), and \(ByteCount(wanted)) more are missing"
                : "\(place) cannot be written: \(error)",
            help: isFull
                ? "free space there, or name another directory with --scratch DIR"
                : "name another directory with --scratch DIR")
    }

    static func creating(in directory: String, _ error: SystemError) -> DataSetError {
        DataSetError(
            .system(error),
            "a scratch file cannot be created in '\(FileName.shown(directory))': \(error)",
            help: "name another directory with --scratch DIR")
    }

    static func reading(in directory: String, _ error: SystemError) -> DataSetError {
        DataSetError(
            .system(error),
            "a scratch file in '\(FileName.shown(directory))' cannot be read: \(error)",
            help: "name another directory with --scratch DIR, and run again")
    }

    static func limit(_ limit: Int, used: Int, wanted: Int) -> DataSetError {
        DataSetError(
            .limit,
            "the scratch files need more than \(ByteCount(limit)): they have "
                + "\(ByteCount(used)), and \(ByteCount(wanted)) more are missing",
            help: "raise --limit-scratch, or raise --scratch-memory to keep more in memory")
    }

    static func changed(in directory: String) -> DataSetError {
        DataSetError(
            .changed,
            "a scratch file in '\(FileName.shown(directory))' has not the contents that were "
                + "written: another program changed it",
            help: "name a directory that only this program writes with --scratch DIR, "
                + "and run again from the start")
    }

    static func checkpoint(_ what: String) -> DataSetError {
        DataSetError(
            .checkpoint, "the state of the rules about records in the checkpoint has no \(what)",
            help: "run again from the start, without --resume")
    }
}

/// A number of bytes as messages have it: `512 bytes`, `3.5 MiB`.
struct ByteCount: CustomStringConvertible {
    let count: Int

    init(_ count: Int) {
        self.count = count
    }

    var description: String {
        if count < 1 << 10 { return count == 1 ? "1 byte" : "\(count) bytes" }
        let (unit, name) =
            count < 1 << 20
            ? (1 << 10, "KiB") : count < 1 << 30 ? (1 << 20, "MiB") : (1 << 30, "GiB")
        let tenths = (count / (unit / 16) * 10 + 8) / 16
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
