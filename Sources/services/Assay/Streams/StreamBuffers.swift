// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Synchronization

/// The session, the parser and the memory of one thread of a run.
///
/// Its memory is as large as the records need; a later run that gets it need not ask the system for it.
final class StreamBuffers: @unchecked Sendable {  // used by one thread at a time
    let session: ValidationSession
    let parser: RecordParser
    private var chunk: InputChunk?

    init(_ plan: ValidationPlan, _ options: ReaderOptions) throws(InputError) {
        session = ValidationSession(plan)
        parser = try RecordParser(plan, options: options)
    }

    /// The chunk that a reader fills.
    func chunk(for reader: ChunkReader) -> InputChunk {
        if let chunk {
            reader.adopt(chunk)
            return chunk
        }
        let made = reader.makeChunk()
        chunk = made
        return made
    }

    /// Lets go of the records that were read last.
    func release() {
        session.releaseRecords()
        session.limits = nil
        session.observation = nil
        session.statistics = nil
    }

    /// The bytes that are kept for reading; those of the session are not counted.
    var memory: Int { parser.memory + (chunk?.capacity ?? 0) }
}

/// The buffers that no run uses right now.
final class IdleStreamBuffers: Sendable {
    /// The number of threads for which buffers are kept.
    private static let most = 16
    /// Buffers whose part for reading has grown larger than this, for long records, are not kept.
    private static let mostBytes = 16 << 20

    private let idle = Locked<[StreamBuffers]>([])

    /// Takes the buffers of at most `count` threads.
    func take(_ count: Int) -> [StreamBuffers] {
        idle.withLock { idle in
            defer { idle.removeLast(min(count, idle.count)) }
            return idle.suffix(count)
        }
    }

    /// Keeps the buffers of a run that has ended well.
    func keep(_ buffers: [StreamBuffers]) {
        let small = buffers.filter { $0.memory <= Self.mostBytes }
        for buffers in small { buffers.release() }
        idle.withLock { $0 += small.prefix(Self.most - $0.count) }
    }
}
