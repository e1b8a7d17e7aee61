// SPDX-License-Identifier: Apache-2.0
import TestRandomness

extension SeededNumbers {
    mutating func digits(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 48...57, using: &self) }
    }
}
