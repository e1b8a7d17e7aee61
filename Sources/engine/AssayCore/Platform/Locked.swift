// SPDX-License-Identifier: Apache-2.0
#if !THREAD_SANITIZER
package import Synchronization

/// A value that a lock guards.
package typealias Locked = Mutex
#endif
