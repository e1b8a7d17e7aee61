// SPDX-License-Identifier: Apache-2.0

/// Unpacks bytes, in pieces of any size.
///
/// Used by one thread at a time.
protocol Decompressor: AnyObject {
    /// True where the input may end: after a whole member or frame.
    var isAtBoundary: Bool { get }

    /// Unpacks as much as fits the output.
    ///
    /// - Returns: The number of bytes taken from the input and made in the output; both are 0 where
    ///   more input is needed.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionError) -> (taken: Int, made: Int)
}

/// The reason that bytes cannot be unpacked.
enum DecompressionError: Error {
    /// The first bytes are not those of the format.
    case foreign
    /// The bytes after the end are not of the format.
    case trailing
    /// The data are damaged, for this reason in the words of the library.
    case damaged(String)
    /// Unpacking would take more memory than is allowed.
    case memory
}
