// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import ServiceTesting

/// Runs an application on a free port while `body` sends requests to it.
func withApplication<Result: Sendable>(
    _ router: Router<BasicRequestContext>, _ body: @Sendable (Int) throws -> Result
) async throws -> Result {
    let (ports, listens) = AsyncStream<Int>.makeStream()
    let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { listens.yield($0.localAddress?.port ?? 0) })
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        var iterator = ports.makeAsyncIterator()
        let port = await iterator.next() ?? 0
        defer { group.cancelAll() }
        return try body(port)
    }
}
