// SPDX-License-Identifier: Apache-2.0

/// Names with `*` for any characters and `?` for one; without either, a part of a name.
struct Glob {
    private let pattern: [Character]

    init(_ pattern: String) {
        let lowered = pattern.lowercased()
        let isPlain = !lowered.contains { $0 == "*" || $0 == "?" }
        self.pattern = Array(isPlain ? "*\(lowered)*" : lowered)
    }

    /// Returns `true` if the whole name matches, in any case.
    func matches(_ name: String) -> Bool {
        Self.matches(pattern, Array(name.lowercased()))
    }

    /// Returns `true` if a whole name matches, in the same case.
    ///
    /// The cost is O(pattern × name).
    static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var reached = [true] + Array(repeating: false, count: name.count)
        for wanted in pattern {
            var next = Array(repeating: false, count: name.count + 1)
            for index in 0...name.count {
                if wanted == "*" {
                    next[index] = reached[index] || (index > 0 && next[index - 1])
                } else if index > 0, reached[index - 1] {
                    next[index] = wanted == "?" || wanted == name[index - 1]
                }
            }
            reached = next
        }
        return reached[name.count]
    }
}
