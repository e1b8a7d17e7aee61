// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder of its own, removed with this.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "assay-services-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file at one moment, in the place of another.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
    }

    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}

/// The built server as a process, with the rule sets of a folder.
package final class ServerProcess: Sendable {
    package let folder: TemporaryFolder
    package let port: Int
    package let identifier: Int32
    private let process: Process
    private let lines: Lines

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - ruleSets: Texts by the names of their files.
    ///   - options: Further options.
    /// - Throws: The reason it does not start.
    package convenience init(
        _ ruleSets: [String: String] = sampleRuleSets, _ options: String...
    ) throws {
        try self.init(ruleSets, options: options)
    }

    /// Starts the server with the sample rule set and a log of decisions.
    ///
    /// - Parameters:
    ///   - folder: The folder of the log, whose name is `decisions.ndjson`.
    ///   - options: Further options.
    /// - Throws: The reason it does not start.
    package convenience init(decisionsIn folder: TemporaryFolder, _ options: String...) throws {
        try self.init(
            sampleRuleSets,
            options: ["--decisions-file", folder.path + "/decisions.ndjson"] + options)
    }

    private init(_ ruleSets: [String: String], options: [String]) throws {
        folder = try TemporaryFolder()
        for (name, text) in ruleSets { try folder.write(text, to: name) }
        process = Process()
        process.executableURL = Self.program
        process.arguments = ["--port", "0", "--rule-sets", folder.path] + options
        lines = Lines()
        process.standardError = lines.pipe
        try process.run()
        identifier = process.processIdentifier
        let line = lines.first { $0.contains("listens on") }
        guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ConnectionError.malformed(lines.text)
        }
        self.port = port
    }

    deinit {
        if process.isRunning { kill(identifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Beside the tests.
    package static var program: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if let place, place.hasSuffix(".xctest") {
            folder = URL(filePath: place).deletingLastPathComponent()
        }
        return folder.appending(path: "assay-server")
    }

    /// The text that the server has written so far.
    package var log: String { lines.text }

    /// Waits for a line of the log; nil if the server ends without it.
    package func waitForLine(containing text: String) -> String? {
        lines.first { $0.contains(text) }
    }

    /// Tells the server to end.
    package func terminate() { kill(identifier, SIGTERM) }

    /// Waits for the end; returns the status, negative for a signal.
    package func exitStatus() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
    }

    /// Sends one request on a connection of its own.
    package func request(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) throws -> Answer {
        try ServiceTesting.request(method, path, port: port, headers: headers, body: body)
    }

    /// Opens a connection and begins a request to validate there.
    ///
    /// - Parameters:
    ///   - start: The first part of the body, or an empty text to send nothing of it.
    ///   - type: The type of the body, or `nil` to send none.
    ///   - length: The length of the whole body, or `nil` for a body in chunks.
    /// - Returns: The connection, on which the rest can be sent.
    /// - Throws: `ConnectionError` if the server does not listen.
    package func begin(
        _ start: String = "", type: String? = nil, length: Int? = nil
    ) throws -> HTTPConnection {
        let connection = try HTTPConnection(port: port)
        let framing = length.map { ["Content-Length": "\($0)"] } ?? ["Transfer-Encoding": "chunked"]
        connection.send(
            "POST", "/v1/validate/member",
            headers: framing.merging(type.map { ["Content-Type": $0] } ?? [:]) { $1 })
        if length != nil {
            connection.send(start)
        } else if !start.isEmpty {
            connection.sendChunk(start)
        }
        return connection
    }

    /// The largest memory that the process has had, in kilobytes.
    package var peakMemory: Int {
        let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// A small rule set for tests.
package let sampleRuleSets = [
    "member.yaml": """
    assay: 1
    fields:
      name: required, length(2...20)
      age: required, integer, range(18...120)
      secret: { rules: "length(8...)", sensitive: true }

    """
]

/// The lines of a process, as they come.
private final class Lines: Sendable {
    let pipe = Pipe()
    private let state = Mutex(State())
    private let arrived = NSCondition()

    private struct State {
        var text = ""
        var isEnded = false
    }

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.add(data)
        }
    }

    private func add(_ data: Data) {
        state.withLock { state in
            state.text += String(decoding: data, as: UTF8.self)
            state.isEnded = data.isEmpty
        }
        arrived.lock()
        arrived.broadcast()
        arrived.unlock()
    }

    var text: String { state.withLock { $0.text } }

    func first(_ matches: (Substring) -> Bool) -> String? {
        arrived.lock()
        defer { arrived.unlock() }
        while true {
            let (text, isEnded) = state.withLock { ($0.text, $0.isEnded) }
            // The last line may be incomplete.
            let lines = text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
            if let line = lines.first(where: matches) { return String(line) }
            if isEnded { return nil }
            arrived.wait()
        }
    }
}

/// Looks until a condition is met, at most half a minute.
///
/// - Returns: `true` if it is met.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(2_000)
    }
    return false
}
