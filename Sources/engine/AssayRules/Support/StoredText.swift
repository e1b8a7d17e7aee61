// SPDX-License-Identifier: Apache-2.0

/// The bytes of an argument at a fixed address.
///
/// The span of an array keeps the array alive for each check, which costs two atomic operations
/// for each value; this one counts no references.
struct StoredText: @unchecked Sendable {  // the bytes never change after init
    private final class Owner {
        let buffer: UnsafeMutableBufferPointer<UInt8>

        init(_ text: some Collection<UInt8>) {
            buffer = .allocate(capacity: text.count)
            _ = buffer.initialize(from: text)
        }

        deinit {
            buffer.deallocate()
        }
    }

    private let owner: Owner
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ text: String) {
        owner = Owner(Array(text.utf8))
        bytes = UnsafeBufferPointer(owner.buffer)
    }

    var span: Span<UInt8> {
        @inline(__always)
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self) }
    }
}
