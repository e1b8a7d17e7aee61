// SPDX-License-Identifier: Apache-2.0

/// The known name closest to a misspelled one, or nil when none is close.
///
/// The distance counts insertions, deletions, replacements and swaps of neighbors, without regard
/// to case; a third of the longer name's length may differ, at least one character, and some character is the
/// same. If names are equally close, the one closest in length wins, then the first in the alphabet.
/// O(names × n × m).
package func nearestName(to name: String, in known: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    var best: (distance: Int, lengthening: Int, name: String)?
    for candidate in known {
        let bytes = Array(candidate.lowercased().utf8.prefix(64))
        // Names whose lengths differ by more than is near are at least that far apart.
        let lengthening = abs(wanted.count - bytes.count)
        guard lengthening <= max(1, max(wanted.count, bytes.count) / 3) else { continue }
        let distance = editDistance(wanted, bytes)
        let longest = max(wanted.count, bytes.count)
        guard distance <= max(1, longest / 3), distance < longest else { continue }
        // Plugins choose names that no one can type, and help would show.
        if candidate.unicodeScalars.contains(where: DisruptiveScalar.contains) { continue }
        let found = (distance, lengthening, candidate)
        if let best, best <= found { continue }
        best = found
    }
    return best?.name
}

/// Optimal string alignment distance.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in 0..<b.count {
            let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
            var cost = min(replaced, previous[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, beforePrevious[j - 1] + 1)
            }
            row.append(cost)
        }
        beforePrevious = previous
        previous = row
    }
    return previous[b.count]
}
