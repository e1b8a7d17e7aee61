// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for Arrow: reads the input as a stream or a file, in large and in small pieces, and stops where these
// differ. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzArrow

@_spi(Engine) import AssayCore

@testable import AssayRecords

/// No more is read of an input: a few bytes can become many.
private let maximumBytes = 1 << 20

/// What became of an input.
private struct Outcome: Equatable, CustomStringConvertible {
    var bytes: [UInt8] = []
    var error: String?

    var description: String { "\(bytes.count) bytes, \(error ?? "no error")" }
}

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArrow(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = read(bytes, pieceSize: 64 << 10)
    let pieces = read(bytes, pieceSize: 1 + count % 97)
    guard whole == pieces else { fatalError("\(whole); in pieces \(pieces)") }
    return 0
}

private func read(_ bytes: [UInt8], pieceSize: Int) -> Outcome {
    var outcome = Outcome()
    do throws(InputError) {
        let input = ArrowInput(
            Pieces(bytes, size: pieceSize), name: "test", first: [], hasEnded: false, error: nil)
        let reader = try ArrowReader(
            input, mostRecordBytes: 1 << 12,
            readings: .none)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while outcome.bytes.count < maximumBytes {
            var (count, thrown): (Int, InputError?) = (0, nil)
            piece.withUnsafeMutableBytes { piece in
                do throws(InputError) { count = try reader.read(into: piece) } catch {
                    thrown = error
                }
            }
            if let thrown { throw thrown }
            if count == 0 { break }
            outcome.bytes += piece[..<count]
        }
    } catch {
        outcome.error = "\(error)"
    }
    outcome.bytes.removeLast(max(0, outcome.bytes.count - maximumBytes))
    // What is wrong after the bytes that are compared may not have been met.
    if outcome.bytes.count == maximumBytes { outcome.error = nil }
    return outcome
}

/// Delivers bytes in pieces.
private final class Pieces: ByteReader {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(size, buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest.removeFirst(count)
        return count
    }
}
