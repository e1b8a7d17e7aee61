// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file without a name, which an input is read from.
final class UnnamedFile {
    let count: Int
    private let stream: UnsafeMutablePointer<FILE>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = bytes.count
        guard let stream = tmpfile(), fwrite(bytes.baseAddress, 1, count, stream) == count,
            fflush(stream) == 0
        else { fatalError("cannot write a temporary file: \(errno)") }
        self.stream = stream
    }

    deinit { fclose(stream) }

    var path: String { "/proc/self/fd/\(fileno(stream))" }
}
