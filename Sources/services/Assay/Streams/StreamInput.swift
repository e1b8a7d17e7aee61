// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import AssaySystem
import Synchronization

/// Hands the parts of an input to the threads of a run, each of which has a chunk of its own.
protocol StreamInput: AnyObject, Sendable {
    /// Reads the next part of the input that has records; waits while the output lags.
    ///
    /// - Parameter chunk: The chunk of the thread.
    /// - Returns: Nil at the end of the input, or where nothing more is wanted.
    func next(into chunk: InputChunk) -> StreamPart?
}

/// A part of an input, for one thread.
struct StreamPart {
    /// Its place in the order of parts.
    let number: Int
    /// Its chunks, if its records do not fit in that of the thread.
    var chunks: RegionChunks?
    /// Nothing comes after it.
    var isLast = false
}

/// An input that has to be read in order, by one thread at a time.
final class SerialInput<Rendered: Sendable>: StreamInput, @unchecked Sendable {
    /// Guards everything else.
    private let monitor = Monitor()
    private let reader: ChunkReader
    private let order: ChunkOrder<Rendered>
    private var count = 0
    private var hasEnded = false

    init(_ reader: ChunkReader, _ order: ChunkOrder<Rendered>) {
        self.reader = reader
        self.order = order
    }

    func next(into chunk: InputChunk) -> StreamPart? {
        monitor.locked {
            guard !hasEnded else { return nil }
            let part = StreamPart(number: count)
            hasEnded = true
            do throws(InputError) {
                guard order.begin(count), try reader.next(chunk) else { return nil }
            } catch {
                order.end(before: count, with: error)
                return nil
            }
            hasEnded = false
            count += 1
            return part
        }
    }
}

/// A file that all threads read at once, each a region.
final class ParallelInput<Rendered: Sendable>: StreamInput {
    private let regions: RegionReader
    private let order: ChunkOrder<Rendered>
    private let quotes: QuoteChain?
    private let count = Atomic(0)

    init(_ regions: RegionReader, _ order: ChunkOrder<Rendered>) {
        self.regions = regions
        self.order = order
        quotes = regions.firstState.map { order.makeChain(from: $0) { $0 + $1 } }
    }

    func next(into chunk: InputChunk) -> StreamPart? {
        while true {
            let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
            guard order.begin(number) else { return nil }
            do throws(InputError) {
                guard let region = try regions.read(number, into: chunk, following: quotes) else {
                    // Where the file has changed, others may have read what comes after it.
                    order.end(before: number)
                    return nil
                }
                if !region.isEmpty {
                    let chunks = region.fits ? nil : regions.chunks(of: region)
                    return StreamPart(number: number, chunks: chunks, isLast: region.isLast)
                }
                order.publish(ChunkSize(), of: number)
                guard order.position(of: number) != nil else { return nil }
                order.deliver([], of: number, isLast: region.isLast)
            } catch {
                order.end(before: number, with: error)
                return nil
            }
        }
    }
}
