// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Glibc
import Synchronization

/// Has the functions of plugins that must not run beside each other, `assay_plugin_entry_v1`, `init`
/// and `shutdown`, run one at a time in the whole process.
///
/// A plugin ends when its last rule does, on whatever thread and under whatever locks that is. So
/// its `shutdown` waits for nothing: where another plugin is at work, the thread that is at it calls
/// `shutdown` afterwards.
final class PluginCalls: Sendable {
    private let ended = Locked<[RunningPlugin]>([])
    private let turn = Turn()

    /// Runs `body` when no other plugin is started or shut down, and then shuts down those that have
    /// ended meanwhile, before this returns.
    func perform<Result: Sendable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        turn.take()
        defer {
            shutDownAll()
            turn.leave()
            shutDownEnded()
        }
        return try body()
    }

    /// Shuts down a plugin none of whose instances is left: before this returns, unless another
    /// plugin is at work.
    func shutDown(_ plugin: RunningPlugin) {
        ended.withLock { $0.append(plugin) }
        shutDownEnded()
    }

    /// Whoever finds the turn taken leaves the rest to its holder, who looks after leaving it.
    private func shutDownEnded() {
        while ended.withLock({ !$0.isEmpty }), turn.takeIfFree() {
            shutDownAll()
            turn.leave()
        }
    }

    /// For the holder of the turn.
    private func shutDownAll() {
        let plugins = ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
        for plugin in plugins { plugin.shutDown() }
    }
}

/// A lock that its own holder may try to take, which fails then: with `Mutex`, that is undefined.
private final class Turn: @unchecked Sendable {  // the system's lock is made for threads
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(lock, nil) }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func take() { pthread_mutex_lock(lock) }
    func takeIfFree() -> Bool { pthread_mutex_trylock(lock) == 0 }
    func leave() { pthread_mutex_unlock(lock) }
}
