// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for the whole way of a record, from bytes to reports in every format: `CheckedInput` says what must hold.
// The first four bytes of an input choose how it is read; the rest is what is read. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzValidation

/// Validates one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValidation(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if let problem = CheckedInput(bytes)?.problem { fatalError(problem) }
    return 0
}
