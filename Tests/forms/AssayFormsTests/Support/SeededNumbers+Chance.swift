// SPDX-License-Identifier: Apache-2.0
import TestRandomness

extension SeededNumbers {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
