// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Hummingbird
import ServiceTesting

/// Runs an application on a free port while `body` sends requests to it.
///
/// The body waits for answers on a thread of its own: the tasks of the application have few threads.
func withApplication<Success: Sendable>(
    _ router: Router<BasicRequestContext>, _ body: @escaping @Sendable (Int) throws -> Success
) async throws -> Success {
    let (ports, listens) = AsyncStream<Int>.makeStream()
    let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { listens.yield($0.localAddress?.port ?? 0) })
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        var iterator = ports.makeAsyncIterator()
        let port = await iterator.next() ?? 0
        defer { group.cancelAll() }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try body(port) })
            }
        }
    }
}
