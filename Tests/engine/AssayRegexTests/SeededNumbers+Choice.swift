// SPDX-License-Identifier: Apache-2.0
import TestRandomness

extension SeededNumbers {
    /// True once in `turns` on average.
    mutating func once(in turns: Int) -> Bool { Int.random(in: 0..<turns, using: &self) == 0 }

    /// One of the given.
    mutating func pick<Element>(_ elements: [Element], or other: Element) -> Element {
        elements.randomElement(using: &self) ?? other
    }
}
