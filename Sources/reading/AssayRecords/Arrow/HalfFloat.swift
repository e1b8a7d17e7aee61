// SPDX-License-Identifier: Apache-2.0

/// Numbers of 16 bits (IEEE 754 binary16).
package enum HalfFloat {
    package static func value(ofBits bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let size: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction)
            }
        return bits & 0x8000 == 0 ? size : -size
    }
}
