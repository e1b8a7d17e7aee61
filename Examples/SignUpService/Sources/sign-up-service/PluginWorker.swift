// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Logging
import Metrics

#if canImport(Glibc)
import Glibc
#endif

/// Why a plugin in a process of its own has not answered.
struct WorkerError: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

/// A process that has loaded a plugin and checks values for this one; one that has ended is started again.
///
/// A line of JSON goes there, a rule and a value, and a line comes back, the code or null.
final class PluginWorker: Sendable {
    /// The longest that an answer may take, in milliseconds; a process that takes longer is ended.
    ///
    /// A value is asked twice, and the rule has five seconds for both.
    private static let patience: Int32 = 2_000

    private let plugin: String
    private let logger: Logger
    private let ends: Counter
    /// The process is used by this queue alone, one value after the other.
    private let queue = DispatchQueue(label: "plugin worker")
    private let running = Running()

    init(plugin: String, metrics: any MetricsFactory, logger: Logger) {
        self.plugin = plugin
        self.logger = logger
        ends = Counter(label: "sign_up_plugin_ends_total", factory: metrics)
    }

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - rule: The id of a rule of the plugin.
    /// - Returns: The last part of the code; nil if the value passes.
    /// - Throws: `WorkerError` if the process ends or takes too long, twice.
    func code(of value: Value, by rule: String) async throws -> String? {
        let request = Value.object(Value.Object([("rule", .string(rule)), ("value", value)])).json
        let answer = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<String, any Error>) in
            queue.async { [self] in
                // One that was ended before it was asked says nothing about this value.
                continuation.resume(with: Result { try ask(request) ?? ask(request).orEnded() })
            }
        }
        let text = Data(answer.utf8)
        guard let members = try? JSONDecoder().decode([String: String?].self, from: text) else {
            throw WorkerError(reason: "the plugin's process answers '\(answer)'")
        }
        if let reason = members["error"] ?? nil { throw WorkerError(reason: reason) }
        return members["code"] ?? nil
    }

    /// - Returns: The answer; nil if the process has ended.
    private func ask(_ request: String) throws -> String? {
        let process = try running.process ?? start()
        running.process = process
        if let answer = process.answer(to: request, patience: Self.patience) { return answer }
        process.end()
        running.process = nil
        ends.increment()
        logger.error("the process of the plugin has ended")
        return nil
    }

    private func start() throws -> WorkerProcess {
        try WorkerProcess(arguments: ["plugin-worker", "--plugin", plugin])
    }

    /// The process, for the queue.
    private final class Running: @unchecked Sendable {  // used by one queue
        var process: WorkerProcess?
    }
}

extension String? {
    fileprivate func orEnded() throws -> String {
        guard let self else { throw WorkerError(reason: "the plugin's process ended") }
        return self
    }
}

/// This program once more, with pipes to and from it.
private final class WorkerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(arguments: [String]) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// - Returns: The line that answers a line; nil if the process has ended, or takes too long.
    func answer(to line: String, patience: Int32) -> String? {
        let bytes = Array((line + "\n").utf8)
        let descriptor = input.fileHandleForWriting.fileDescriptor
        guard write(descriptor, bytes, bytes.count) == bytes.count else { return nil }
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n") {
            var wait = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, patience) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(wait.fd, &buffer, buffer.count)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
        }
        return String(decoding: answer.dropLast(), as: UTF8.self)
    }

    func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
