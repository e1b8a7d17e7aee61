// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The result of a process.
struct ProcessResult: Equatable {
    /// The exit status, or 128 and the number of the signal that ended it.
    var status: Int32
    var output: String
    var errors: String
}

/// A running program with pipes for its standard streams.
final class ChildProcess {
    /// What becomes of standard output.
    enum Output {
        case pipe
        /// A pipe that no one reads.
        case closedPipe
        case file(String)
    }

    private let process: pid_t
    private var input: Int32
    private let output: Int32
    private let errors: Int32

    /// Starts a program.
    init(
        _ executable: String, _ arguments: [String], in folder: String? = nil,
        output target: Output = .pipe
    ) throws {
        let inputPipe = try Pipe()
        let outputPipe = try Pipe()
        let errorPipe = try Pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputPipe.reader, STDIN_FILENO)
        if case .file(let path) = target {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, outputPipe.writer, STDOUT_FILENO)
        }
        posix_spawn_file_actions_adddup2(&actions, errorPipe.writer, STDERR_FILENO)
        if case .closedPipe = target { close(outputPipe.reader) }
        // `env` changes the folder and becomes the program.
        let words = folder.map { ["/usr/bin/env", "-C", $0, executable] } ?? [executable]
        process = try Self.spawn(words + arguments, &actions)
        for end in [inputPipe.reader, outputPipe.writer, errorPipe.writer] { close(end) }
        input = inputPipe.writer
        errors = errorPipe.reader
        if case .closedPipe = target { output = -1 } else { output = outputPipe.reader }
    }

    deinit {
        closeInput()
        if output >= 0 { close(output) }
        close(errors)
    }

    private static func spawn(
        _ arguments: [String], _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        // The threads of tests may block signals, without which a debugger waits forever.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let error = posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ)
        guard error == 0 else { throw SystemError("posix_spawn \(arguments[0])", error) }
        return process
    }

    /// Writes to standard input.
    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) throws {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("write", errno) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The most memory that the program had so far, in KiB; it must be running still.
    ///
    /// What `wait4` tells counts the memory of the process that started the program, too.
    func peakKiB() throws -> Int {
        let status = try Workshop.read("/proc/\(process)/status")
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let number = Int(line.filter(\.isNumber))
        else { throw SystemError("/proc/\(process)/status", ESRCH) }
        return number
    }

    func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    /// False when it has ended and waits for `finish`.
    var isRunning: Bool {
        let status = (try? Workshop.read("/proc/\(process)/status")) ?? ""
        return !status.contains("State:\tZ")
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// The next bytes of standard output, up to a line feed.
    func readLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.last != 0x0A, Glibc.read(output, &byte, 1) == 1 { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// The next bytes of standard output.
    func read(count: Int) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < count, Glibc.read(output, &byte, 1) == 1 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes all output and waits for the end.
    func finish(leavingInputOpen: Bool = false) throws -> ProcessResult {
        if !leavingInputOpen { closeInput() }
        var streams: [Int32: [UInt8]] = [errors: []]
        if output >= 0 { streams[output] = [] }
        var open = Array(streams.keys)
        while !open.isEmpty {
            var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polls, nfds_t(polls.count), -1) >= 0 || errno == EINTR else {
                throw SystemError("poll", errno)
            }
            for ready in polls where ready.revents != 0 {
                let chunk = Self.read(ready.fd)
                streams[ready.fd]?.append(contentsOf: chunk)
                if chunk.isEmpty { open.removeAll { $0 == ready.fd } }
            }
        }
        return try wait(
            String(decoding: streams[output] ?? [], as: UTF8.self),
            String(decoding: streams[errors] ?? [], as: UTF8.self))
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    private func wait(_ output: String, _ errors: String) throws -> ProcessResult {
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { throw SystemError("waitpid", errno) }
        let signal = status & 0x7F
        return ProcessResult(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output,
            errors: errors)
    }
}

/// Two ends that no child inherits, also none that another test starts meanwhile.
private struct Pipe {
    let reader: Int32
    let writer: Int32

    /// Glibc has it and its Swift module has not.
    private static let pipe2: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32)? =
        unsafeBitCast(
            dlsym(nil, "pipe2"),
            to: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32)?.self)

    init() throws {
        var ends: [Int32] = [0, 0]
        guard let pipe2 = Self.pipe2, pipe2(&ends, O_CLOEXEC) == 0 else {
            throw SystemError("pipe2", errno)
        }
        (reader, writer) = (ends[0], ends[1])
    }
}

/// A call of the system that failed.
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(_ call: String, _ number: Int32) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
