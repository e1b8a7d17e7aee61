// SPDX-License-Identifier: Apache-2.0
import AssayServer
import Configuration
import Foundation
import Logging

/// Writes a line on standard error and ends the process.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("assay-server: \(message)\n".utf8))
    exit(2)
}

/// The text that `--help` prints.
var usage: String {
    let options = ServerSettings.keys.map { key, summary in
        "  --" + key.padding(toLength: 20, withPad: " ", startingAt: 0) + summary
    }
    return """
        Usage: assay-server [OPTION]...

        Validates records against the rule sets of a folder, over HTTP.

        \(options.joined(separator: "\n"))

        Each option is also an environment variable (ASSAY_RULE_SETS for --rule-sets) and a member of
        the file of --config. Flags override the environment, which overrides the file.

        """
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    print(usage, terminator: "")
    exit(0)
}
if arguments.contains("--version") {
    print("assay-server \(ValidationServer.version)")
    exit(0)
}
var given: Set<Substring> = []
var rest = arguments[...]
while let argument = rest.popFirst() {
    guard argument.hasPrefix("--") else {
        fail("'\(argument)' is neither an option nor the value of one; --help lists the options")
    }
    let name = argument.dropFirst(2).prefix { $0 != "=" }
    if !given.insert(name).inserted { fail("--\(name) is given twice") }
    if !ServerSettings.keys.contains(where: { $0.key == name }) {
        fail(
            "there is no option --\(name)\(ServerSettings.hint(for: String(name))); --help lists them"
        )
    }
    guard !argument.contains("=") else { continue }
    // Those that are true or false are true without a value.
    if rest.first?.hasPrefix("--") ?? true {
        guard ["decisions-values", "measure-rules"].contains(name) else {
            fail("--\(name) needs a value")
        }
    } else {
        rest.removeFirst()
    }
}

LoggingSystem.bootstrap(StreamLogHandler.standardError)
var logger = Logger(label: "assay-server")
for warning in ServerSettings.warnings(of: ProcessInfo.processInfo.environment.keys) {
    FileHandle.standardError.write(Data("assay-server: warning: \(warning)\n".utf8))
}
do {
    var providers: [any ConfigProvider] = [
        CommandLineArgumentsProvider(),
        EnvironmentVariablesProvider().prefixKeys(with: "assay"),
    ]
    if let file = try ServerSettings.file(in: ConfigReader(providers: providers)) {
        providers.append(try ServerSettings.file(file))
    }
    let reader = ConfigReader(providers: providers)
    if let level = try ServerSettings.logLevel(reader) { logger.logLevel = level }
    try await ValidationServer(ServerSettings(reader), logger: logger).run()
} catch {
    fail("\(error)")
}
