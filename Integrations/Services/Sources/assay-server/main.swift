// SPDX-License-Identifier: Apache-2.0
import AssayServer

let files = Dictionary(
    CommandLine.arguments.dropFirst().map { path in
        let name = path.split(separator: "/").last ?? ""
        return (String(name.prefix { $0 != "." }), path)
    }, uniquingKeysWith: { $1 })
try await ValidationServer(ServerSettings(), ruleSetFiles: files).run()
