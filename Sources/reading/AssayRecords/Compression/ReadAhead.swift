// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Reads on a thread of its own, a few blocks ahead of its caller.
final class ReadAhead: ByteReader {
    /// The state that the two threads share.
    ///
    /// The reading thread keeps it until its reader returns, so that the other never waits for a pipe
    /// without data.
    private final class Queue: @unchecked Sendable {  // guarded by `monitor`
        let monitor = Monitor()
        let reader: any ByteReader
        var filled: [Block] = []
        var free: [UnsafeMutableRawBufferPointer]
        var isAbandoned = false

        init(_ reader: any ByteReader, blocks: Int, blockBytes: Int) {
            self.reader = reader
            free = (0..<blocks).map { _ in .allocate(byteCount: blockBytes, alignment: 64) }
        }

        deinit {
            for buffer in free + filled.map(\.buffer) { buffer.deallocate() }
        }

        func run() {
            while let buffer = nextFree() {
                let block = fill(buffer)
                monitor.locked {
                    filled.append(block)
                    monitor.wakeAll()
                }
                if block.isLast { return }
            }
        }

        private func nextFree() -> UnsafeMutableRawBufferPointer? {
            monitor.locked {
                while free.isEmpty, !isAbandoned { monitor.wait() }
                return isAbandoned ? nil : free.removeLast()
            }
        }

        private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Block {
            var block = Block(buffer: buffer)
            do throws(InputError) {
                while block.count < buffer.count, !block.isLast {
                    let got = try reader.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[block.count...]))
                    block.count += got
                    block.isLast = got == 0
                }
            } catch {
                block.error = error
                block.isLast = true
            }
            return block
        }
    }

    private struct Block {
        let buffer: UnsafeMutableRawBufferPointer
        var count = 0
        /// The input ends after it, or cannot be read further.
        var isLast = false
        var error: InputError?
    }

    private let queue: Queue
    private var block: Block?
    private var offset = 0

    /// Begins to read; nil where the system has no thread for it.
    init?(_ reader: any ByteReader, blocks: Int = 4, blockBytes: Int = 256 << 10) {
        let queue = Queue(reader, blocks: blocks, blockBytes: blockBytes)
        guard let thread = try? SystemThread({ queue.run() }) else { return nil }
        thread.detach()
        self.queue = queue
    }

    deinit {
        queue.monitor.locked {
            if let block { queue.free.append(block.buffer) }
            queue.isAbandoned = true
            queue.monitor.wakeAll()
        }
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        while true {
            let block = currentBlock()
            let rest = UnsafeRawBufferPointer(rebasing: block.buffer[offset..<block.count])
            if !rest.isEmpty {
                let count = min(rest.count, output.count)
                output.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
                offset += count
                return count
            }
            if let error = block.error { throw error }
            if block.isLast { return 0 }
            release(block)
        }
    }

    private func currentBlock() -> Block {
        if let block { return block }
        let next = queue.monitor.locked {
            while queue.filled.isEmpty { queue.monitor.wait() }
            return queue.filled.removeFirst()
        }
        block = next
        offset = 0
        return next
    }

    private func release(_ used: Block) {
        block = nil
        queue.monitor.locked {
            queue.free.append(used.buffer)
            queue.monitor.wakeAll()
        }
    }
}
