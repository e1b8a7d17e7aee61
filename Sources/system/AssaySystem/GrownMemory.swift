// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Memory of the C library, which grows a large block by moving its pages, without a copy.
///
/// The caller frees each block once, with `free`.
package enum GrownMemory {
    /// A block of `count` bytes, which are not set.
    package static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        bytes(of: malloc(max(1, count)))
    }

    /// A block of `count` bytes with what fits of the contents of `block`, which is gone.
    package static func resize(
        _ block: UnsafeMutablePointer<UInt8>, to count: Int
    ) -> UnsafeMutablePointer<UInt8> {
        bytes(of: realloc(block, max(1, count)))
    }

    package static func free(_ block: UnsafeMutablePointer<UInt8>) {
        AssayCLibrary.free(block)
    }

    /// Ends the process where there is no memory, as Swift's own allocations do.
    private static func bytes(of block: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
        guard let block else { fatalError("out of memory") }
        return block.assumingMemoryBound(to: UInt8.self)
    }
}
