// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A compiler of plugins, as an author calls it: optimizing, with every warning an error.
package enum Compiler: String, CaseIterable {
    case clang
    case gcc
    case clangCXX = "clang++"
    case gccCXX = "g++"

    /// Those that are installed.
    package static let c = [clang, gcc].filter { $0.path != nil }
    package static let cxx = [clangCXX, gccCXX].filter { $0.path != nil }

    package var path: String? { Program.find(rawValue) }

    private var standard: String { self == .clang || self == .gcc ? "c11" : "c++17" }

    /// Builds a shared library.
    ///
    /// - Parameters:
    ///   - sources: Paths.
    ///   - headers: The folder with the contract's header.
    ///   - output: The path of the library.
    ///   - flags: Further flags.
    /// - Throws: What the compiler says.
    package func build(
        _ sources: [String], headers: String = Repository.path("Plugins/ABI/include"),
        to output: String, _ flags: [String] = []
    ) throws {
        try Program.run(
            path ?? rawValue,
            [
                "-std=\(standard)", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wpedantic",
                "-Werror", "-I", headers,
            ] + flags + sources + ["-o", output])
        chmod(output, 0o644)
    }
}

/// Other programs.
package enum Program {
    /// The path of a program on PATH.
    package static func find(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// How a program ended, and what it printed.
    package struct Outcome {
        /// The exit status, or the number of the signal that ended it.
        package let status: Int32
        package let isSignal: Bool
        package let output: String
    }

    /// Runs a program to its end.
    ///
    /// - Throws: What it printed, if it fails.
    package static func run(_ path: String, _ arguments: [String]) throws {
        let outcome = try outcome(of: path, arguments)
        guard outcome.status == 0 else { throw Workshop.Problem("\(path): \(outcome.output)") }
    }

    /// Runs a program to whatever its end is.
    package static func outcome(of path: String, _ arguments: [String]) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try withoutBlockedSignals { try process.run() }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            isSignal: process.terminationReason == .uncaughtSignal,
            output: String(decoding: text, as: UTF8.self))
    }
}

extension Program {
    /// Runs `body` with a mask that a child can inherit: threads of a pool block most signals.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}

/// The checkout that the tests belong to.
package enum Repository {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    package static func path(_ path: String) -> String { "\(root)/\(path)" }
}
