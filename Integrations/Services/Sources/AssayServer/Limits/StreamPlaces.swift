// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// The places of bodies of several records, each of which has a thread.
///
/// A stream takes as long as its client likes. So that slow clients do not keep others away, a stream whose client
/// is slower than `--stream-rate` gives its place to a new body when all are taken, and some places are for bodies
/// that are read whole alone.
final class StreamPlaces: Sendable {
    private let most: Int
    /// The most places of bodies that are not read whole.
    private let mostStreams: Int
    private let leastRate: Int
    private let patience: Duration
    private let taken = Mutex<[StreamPlace]>([])

    init(_ bounds: ServerSettings.Bounds) {
        most = bounds.streams
        mostStreams = most - most / 8
        leastRate = bounds.streamRate
        patience = bounds.body
    }

    /// Takes a place, which may be that of a slow stream.
    ///
    /// - Parameters:
    ///   - isWhole: `true` for a body that was read whole.
    ///   - channel: The connection, which is closed soon if the place is given to another body.
    /// - Returns: The place, or `nil` if none is free and no stream is slow.
    func take(isWhole: Bool, _ channel: any Channel) -> StreamPlace? {
        let place = StreamPlace(isWhole: isWhole, channel)
        var slow: StreamPlace?
        let isTaken = taken.withLock { taken in
            let isFree =
                taken.count < most && (isWhole || taken.count { !$0.isWhole } < mostStreams)
            if isFree {
                taken.append(place)
            } else if let index = indexOfSlowest(in: taken, besidesWhole: !isWhole) {
                slow = taken[index]
                taken[index] = place
            } else {
                return false
            }
            return true
        }
        slow?.giveUp(StreamError(slowerThan: leastRate))
        return isTaken ? place : nil
    }

    /// Gives a place back; nothing is done if another body has it.
    func giveBack(_ place: StreamPlace) {
        taken.withLock { taken in taken.removeAll { $0 === place } }
    }

    private func indexOfSlowest(in taken: [StreamPlace], besidesWhole: Bool) -> Int? {
        let now = ContinuousClock.now
        var slowest: (index: Int, rate: Double)?
        for (index, place) in taken.enumerated() where !(besidesWhole && place.isWhole) {
            let rate = place.rate(at: now, least: Double(leastRate), after: patience)
            if let rate, rate < slowest?.rate ?? Double(leastRate) { slowest = (index, rate) }
        }
        return slowest?.index
    }
}

/// The place of one body of several records.
final class StreamPlace: Sendable {
    let isWhole: Bool
    private let channel: any Channel
    /// The bytes that the client has sent and that it has read.
    private let moved = Atomic(0)
    private let state = Mutex(State())

    private struct State {
        /// The stream, while the speed of its client counts.
        weak var stream: RecordStream?
        /// The beginning of the time over which the rate is measured.
        var start = ContinuousClock.now
        var movedBefore = 0
    }

    fileprivate init(isWhole: Bool, _ channel: any Channel) {
        self.isWhole = isWhole
        self.channel = channel
    }

    /// Measures the speed of the client of a stream from now on.
    func measure(_ stream: RecordStream) {
        state.withLock { state in
            state.stream = stream
            state.start = .now
            state.movedBefore = moved.load(ordering: .relaxed)
        }
    }

    /// Counts bytes that the client has sent, or that it has read.
    func count(_ bytes: Int) { moved.add(bytes, ordering: .relaxed) }

    /// The bytes a second of the client.
    ///
    /// - Parameters:
    ///   - now: The time of this moment.
    ///   - least: A rate from which on the measurement begins anew: a client that was fast can become slow.
    ///   - patience: The least time that a rate is measured over.
    /// - Returns: The rate, or `nil` if it is not known, or if it is the server that is slow.
    fileprivate func rate(
        at now: ContinuousClock.Instant, least: Double, after patience: Duration
    ) -> Double? {
        state.withLock { state in
            guard let stream = state.stream, now - state.start >= patience, stream.waitsForClient
            else { return nil }
            let moved = moved.load(ordering: .relaxed)
            let rate = Double(moved - state.movedBefore) / ((now - state.start) / .seconds(1))
            if rate >= least {
                state.start = now
                state.movedBefore = moved
            }
            return rate
        }
    }

    /// Ends the stream, because another body has its place.
    fileprivate func giveUp(_ reason: StreamError) {
        state.withLock { $0.stream }?.input.end(because: reason)
        channel.triggerUserOutboundEvent(StreamEnds(), promise: nil)
    }
}
