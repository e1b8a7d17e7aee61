// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for packed inputs: unpacks the input as gzip, as Zstandard and as what its first bytes say, in large
// and in small pieces, and stops where these differ. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzCompression

@testable import AssayRecords
import Glibc

/// No more is unpacked of an input: a few bytes can stand for many.
private let maximumBytes = 1 << 20

/// What became of an input.
private struct Outcome: Equatable, CustomStringConvertible {
    var bytes: [UInt8] = []
    var error: String?

    var description: String { "\(bytes.count) bytes, \(error ?? "no error")" }
}

/// Unpacks one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCompression(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let stream = tmpfile() else { fatalError("no file: \(errno)") }
    defer { fclose(stream) }
    guard fwrite(start, 1, count, stream) == count, fflush(stream) == 0 else {
        fatalError("cannot write: \(errno)")
    }
    let file = fileno(stream)
    for compression in [InputCompression.auto, .gz, .zst] {
        let whole = unpack(file, compression, pieceSize: 64 << 10)
        let pieces = unpack(file, compression, pieceSize: 1 + count % 97)
        guard whole == pieces else {
            fatalError("\(compression): \(whole); in pieces \(pieces)")
        }
    }
    return 0
}

private func unpack(_ file: Int32, _ compression: InputCompression, pieceSize: Int) -> Outcome {
    var outcome = Outcome()
    do throws(InputError) {
        let source = try ByteSource(path: "/proc/self/fd/\(file)", compression: compression)
        while outcome.bytes.count < maximumBytes {
            let piece = try source.read(count: pieceSize)
            if piece.isEmpty { break }
            outcome.bytes += piece
        }
    } catch {
        outcome.error = "\(error)"
    }
    outcome.bytes.removeLast(max(0, outcome.bytes.count - maximumBytes))
    // What is wrong after the bytes that are compared may not have been met.
    if outcome.bytes.count == maximumBytes { outcome.error = nil }
    return outcome
}
