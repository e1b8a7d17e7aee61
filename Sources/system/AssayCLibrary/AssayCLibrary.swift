// SPDX-License-Identifier: Apache-2.0
//
// The C library of the system, for the modules that touch the system: they import this module, and no other file above the
// core names a system. Where a member hides a function of the same name, the function is `AssayCLibrary.read`.
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif
