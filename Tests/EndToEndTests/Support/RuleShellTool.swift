// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The built ruleshell, beside the test bundle.
enum RuleShellTool {
    struct NotBuilt: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of a product of the package.
    static func product(_ name: String) throws -> String {
        let path = try folder() + "/" + name
        guard access(path, R_OK) == 0 else {
            throw NotBuilt(description: "'\(path)' is not built; run 'swift build' first")
        }
        return path
    }

    /// The folder of the running test bundle.
    static func folder() throws -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count: Int = buffer.withUnsafeMutableBytes {
            guard let start = $0.baseAddress else { return 0 }
            return readlink("/proc/self/exe", start, $0.count)
        }
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        for path in [CommandLine.arguments.first { $0.hasSuffix(".xctest") }, own] {
            guard let path, let slash = path.lastIndex(of: "/") else { continue }
            return String(path[..<slash])
        }
        throw NotBuilt(description: "the folder of the test bundle is unknown")
    }

    /// Runs ruleshell to its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - folder: Where it runs, so that messages have short paths.
    ///   - input: Its standard input.
    ///   - output: Where standard output goes.
    /// - Returns: Its output and status.
    /// - Throws: That it is not built or cannot be started.
    static func run(
        _ arguments: [String], in folder: Workshop? = nil, input: String = "",
        output: ChildProcess.Output = .pipe
    ) throws -> ProcessResult {
        let process = try start(arguments, in: folder, output: output)
        // Inputs of the tests fit into a pipe; a child that ends early closes it.
        try? process.write(input)
        return try process.finish()
    }

    /// Messages are those that the tests expect, whatever the locale of who runs them is; set once,
    /// since other threads read the environment.
    private static let locale = setenv("LC_ALL", "C.UTF-8", 1)

    static func start(
        _ arguments: [String], in folder: Workshop? = nil, output: ChildProcess.Output = .pipe
    ) throws -> ChildProcess {
        // A child that ends early must not end the tests.
        signal(SIGPIPE, SIG_IGN)
        _ = locale
        return try ChildProcess(
            product("ruleshell"), arguments, in: folder?.path, output: output)
    }
}
