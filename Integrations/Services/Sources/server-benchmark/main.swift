// SPDX-License-Identifier: Apache-2.0
//
// The server with one more route, `POST /baseline`, that reads the body and answers without looking: what
// validation is measured against. Arguments: the port and the folder of rule sets.
import AssayServer
import Foundation
import Hummingbird
import Logging

var settings = ServerSettings()
settings.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
settings.ruleSets = CommandLine.arguments.dropFirst(2).first ?? "."
var logger = Logger(label: "server-benchmark")
logger.logLevel = .warning
do {
    let server = try ValidationServer(settings, logger: logger)
    let router = server.router()
    router.post("baseline") { request, _ in
        _ = try await request.body.collect(upTo: 1 << 20)
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: #"{"valid":true,"violations":[]}"#)))
    }
    try await server.run(router)
} catch {
    FileHandle.standardError.write(Data("server-benchmark: \(error)\n".utf8))
    exit(2)
}
