// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Looks for cased letters of one case.
enum LetterCase {
    /// True if there is a letter that `isWrongASCII` or `isWrong` names.
    @inline(__always)
    static func hasLetter(
        _ value: FieldValue, ascii isWrongASCII: (UInt8) -> Bool,
        unicode isWrong: (Unicode.Scalar.Properties) -> Bool
    ) -> Bool {
        for byte in value.unsafeBytes where isWrongASCII(byte) { return true }
        if isASCII(value) { return false }
        var scalars = value.string.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            if !scalar.isASCII, isWrong(scalar.properties) { return true }
        }
        return false
    }
}
