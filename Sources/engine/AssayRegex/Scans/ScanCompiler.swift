// SPDX-License-Identifier: Apache-2.0
import CScans

/// Compiles patterns in which the next code point always says how to go on.
///
/// A run takes as much as there is, and no choice is ever undone. That is right where what follows
/// a repetition cannot begin with what it repeats, and where no two alternatives begin alike. The
/// one exception is a list of labels with a last one, as in a domain name: `(?:[a-z]{1,63}\.)+[a-z]+`.
struct ScanCompiler {
    /// A description of the text that can come next.
    private struct Next {
        /// The code points that it can begin with.
        var set: ScalarSet
        /// True if it can be empty, up to the end of the subject.
        var canBeEnd = false
        /// True if it can be empty and the pattern matches whatever comes then.
        var isOpen = false
    }

    private var classes: [ScalarSet] = []
    private var steps: [assay_scan_step] = []
    /// The program is for subjects that are decided as a whole: a number is too large for a step, or there is a loop, for
    /// which the automaton is faster than a look at 64 bytes for each of its steps.
    private var isShort = false

    /// The program of a pattern's branches; nil if there is none.
    static func program(of branches: [AutomatonBranch]) -> assay_scan? {
        guard let first = branches.first else { return nil }
        var compiler = ScanCompiler()
        do throws(NotRegular) {
            if !first.startsAtStart {
                guard branches.count == 1, !first.endsAtEnd else { return nil }
                try compiler.addAnywhere(first.node.simplified)
            } else {
                guard
                    branches.allSatisfy({
                        $0.startsAtStart && $0.endsAtEnd == first.endsAtEnd
                    })
                else { return nil }
                let node: AutomatonNode =
                    branches.count == 1 ? first.node : .choice(branches.map(\.node))
                let follow =
                    first.endsAtEnd
                    ? Next(set: ScalarSet([]), canBeEnd: true)
                    : Next(set: .all, canBeEnd: true, isOpen: true)
                try compiler.add(node.simplified, followedBy: follow)
                try compiler.addStep(first.endsAtEnd ? ASSAY_SCAN_END : ASSAY_SCAN_YES)
            }
            return try compiler.program()
        } catch {
            return nil
        }
    }

    private mutating func addAnywhere(_ node: AutomatonNode) throws(NotRegular) {
        switch node {
        case .set(let set), .repetition(.set(let set), least: 1, most: _):
            try addStep(ASSAY_SCAN_ANYWHERE, of: set)
        default: throw NotRegular()
        }
    }

    private func program() throws(NotRegular) -> assay_scan {
        guard !classes.isEmpty else { throw NotRegular() }
        var program = assay_scan()
        program.class_count = UInt32(classes.count)
        program.step_count = UInt32(steps.count)
        program.is_short = isShort
        withUnsafeMutableBytes(of: &program.low) { rows in
            for (number, set) in classes.enumerated() {
                set.fillRows(UnsafeMutableRawBufferPointer(rebasing: rows[(number * 16)...]))
            }
        }
        withUnsafeMutableBytes(of: &program.beyond) { bytes in
            let slots = bytes.bindMemory(to: UInt64.self)
            for (number, set) in classes.enumerated() { slots[number] = set.isASCII ? 0 : .max }
        }
        withUnsafeMutableBytes(of: &program.steps) { bytes in
            let slots = bytes.bindMemory(to: assay_scan_step.self)
            for (number, step) in steps.enumerated() { slots[number] = step }
        }
        assay_scan_find_places(&program)
        return program
    }
}

// MARK: - Steps

extension ScanCompiler {
    private mutating func addStep(
        _ operation: some BinaryInteger, of set: ScalarSet? = nil, target: Int = 0, least: Int = 0,
        most: Int = 0, places: UInt64 = 0
    ) throws(NotRegular) {
        guard steps.count < Int(ASSAY_SCAN_STEPS) else { throw NotRegular() }
        let anyNumber = Int(ASSAY_SCAN_ANY_NUMBER)
        if least >= anyNumber || anyNumber..<Int.max ~= most { isShort = true }
        var step = assay_scan_step()
        step.operation = UInt8(operation)
        if let set { step.class_number = UInt8(try number(of: set)) }
        step.target = UInt8(target)
        step.least = UInt8(min(least, anyNumber))
        step.most = UInt8(min(most, anyNumber))
        step.places = places
        steps.append(step)
    }

    private mutating func number(of set: ScalarSet) throws(NotRegular) -> Int {
        if let number = classes.firstIndex(of: set) { return number }
        guard classes.count < Int(ASSAY_SCAN_CLASSES), set.treatsNonASCIIAlike else {
            throw NotRegular()
        }
        classes.append(set)
        return classes.count - 1
    }

    /// Adds a jump whose target is not known yet; returns its place for `land`.
    private mutating func addJump(
        _ operation: some BinaryInteger, of set: ScalarSet? = nil
    ) throws(NotRegular) -> Int {
        try addStep(operation, of: set)
        return steps.count - 1
    }

    private mutating func land(_ jump: Int) {
        steps[jump].target = UInt8(steps.count)
    }

    private mutating func add(_ node: AutomatonNode, followedBy follow: Next) throws(NotRegular) {
        switch node {
        case .set(let set): try add(run: set, least: 1, most: 1, followedBy: follow)
        case .sequence(let parts): try add(parts: parts, followedBy: follow)
        case .choice(let parts): try add(choice: parts, followedBy: follow)
        case .repetition(.set(let set), let least, let most):
            try add(run: set, least: least, most: most, followedBy: follow)
        case .repetition(let part, let least, let most):
            try add(part, least: least, most: most, followedBy: follow)
        }
    }

    private mutating func add(
        parts: [AutomatonNode], followedBy follow: Next
    ) throws(NotRegular) {
        var index = 0
        while index < parts.count {
            let literal = parts[index...].literal
            if literal.count >= 2 {
                try add(literal)
                index += literal.count
                continue
            }
            let block = FixedPlaces(parts[index...])
            if block.width > 0 {
                for (position, (set, places)) in block.sets.enumerated() {
                    let isLast = position == block.sets.count - 1
                    try addStep(
                        ASSAY_SCAN_PLACES, of: set, least: isLast ? block.width : 0, places: places)
                }
                index += block.partCount
                continue
            }
            let next = Self.next(of: parts[(index + 1)...], followedBy: follow)
            if index + 1 < parts.count,
                let labels = Labels(parts[index], last: parts[index + 1]),
                Self.next(of: parts[(index + 2)...], followedBy: follow).set
                    .isDisjoint(from: labels.set.union(labels.separator))
            {
                try add(labels)
            } else {
                try add(parts[index], followedBy: next)
            }
            index += 1
        }
    }

    private mutating func add(_ literal: [UInt8]) throws(NotRegular) {
        let places = literal.enumerated().reduce(0) {
            $0 | UInt64($1.element) << UInt64(8 * $1.offset)
        }
        try addStep(ASSAY_SCAN_LITERAL, least: literal.count, places: places)
    }

    private mutating func add(_ labels: Labels) throws(NotRegular) {
        let separator = try number(of: labels.separator)
        try addStep(
            labels.isNeeded ? ASSAY_SCAN_SOME_LABELS : ASSAY_SCAN_LABELS, of: labels.set,
            target: separator, least: labels.least, most: labels.most ?? .max)
    }

    private mutating func add(
        run set: ScalarSet, least: Int, most: Int?, followedBy follow: Next
    ) throws(NotRegular) {
        // A code point beyond ASCII is several bytes, which only runs of any length do not count.
        guard set.isASCII || (least <= 1 && most == nil) else { throw NotRegular() }
        guard most == least || follow.isOpen || set.isDisjoint(from: follow.set) else {
            throw NotRegular()
        }
        try addStep(ASSAY_SCAN_RUN, of: set, least: least, most: most ?? .max)
    }

    private mutating func add(
        choice parts: [AutomatonNode], followedBy follow: Next
    ) throws(NotRegular) {
        let others = parts.filter { !$0.isNothing }
        guard !others.contains(where: \.first.canBeEmpty) else { throw NotRegular() }
        let canBeEmpty = others.count < parts.count
        var taken = canBeEmpty ? follow.set : ScalarSet([])
        var ends: [Int] = []
        for (index, part) in others.enumerated() {
            let first = Self.next(of: [part]).set
            guard first.isDisjoint(from: taken) else { throw NotRegular() }
            taken = taken.union(first)
            if index == others.count - 1, !canBeEmpty {
                try add(part, followedBy: follow)
                continue
            }
            let otherwise = try addJump(ASSAY_SCAN_UNLESS, of: first)
            try add(part, followedBy: follow)
            ends.append(try addJump(ASSAY_SCAN_JUMP))
            land(otherwise)
        }
        for end in ends { land(end) }
    }

    private mutating func add(
        _ part: AutomatonNode, least: Int, most: Int?, followedBy follow: Next
    ) throws(NotRegular) {
        let first = Self.next(of: [part])
        guard !first.canBeEnd, most.map({ $0 <= Int(ASSAY_SCAN_STEPS) }) ?? true,
            least <= Int(ASSAY_SCAN_STEPS)
        else { throw NotRegular() }
        var again = follow
        again.set = first.set.union(follow.set)
        let isFixed = most == least
        guard isFixed || first.set.isDisjoint(from: follow.set) else { throw NotRegular() }
        for turn in 0..<least {
            let isLast = isFixed && turn == least - 1
            let isBeforeOther = turn < least - 1
            try add(
                part, followedBy: isBeforeOther ? Next(set: first.set) : isLast ? follow : again)
        }
        if let most {
            guard most > least else { return }
            var ends: [Int] = []
            for turn in least..<most {
                ends.append(try addJump(ASSAY_SCAN_UNLESS, of: first.set))
                try add(part, followedBy: turn == most - 1 ? follow : again)
            }
            for end in ends { land(end) }
        } else {
            let end = try addJump(ASSAY_SCAN_UNLESS, of: first.set)
            let start = steps.count
            try add(part, followedBy: again)
            try addStep(ASSAY_SCAN_IF, of: first.set, target: start)
            isShort = true
            land(end)
        }
    }
}

// MARK: - What comes next

extension ScanCompiler {
    /// Returns what a list of parts can begin with; `canBeEnd` is `true` if they can be empty.
    private static func next(of parts: some Sequence<AutomatonNode>) -> Next {
        next(of: parts, followedBy: Next(set: ScalarSet([]), canBeEnd: true))
    }

    private static func next(
        of parts: some Sequence<AutomatonNode>, followedBy follow: Next
    ) -> Next {
        var set = ScalarSet([])
        for part in parts {
            let (first, canBeEmpty) = part.first
            set = set.union(first)
            if !canBeEmpty { return Next(set: set) }
        }
        var next = follow
        next.set = set.union(follow.set)
        return next
    }
}

extension AutomatonNode {
    /// The code points that the node can begin with, and `true` if it can be empty.
    fileprivate var first: (set: ScalarSet, canBeEmpty: Bool) {
        switch self {
        case .set(let set): return (set, false)
        case .sequence(let parts):
            var union = ScalarSet([])
            for part in parts {
                let (set, canBeEmpty) = part.first
                union = union.union(set)
                if !canBeEmpty { return (union, false) }
            }
            return (union, true)
        case .choice(let parts):
            let firsts = parts.map(\.first)
            return (
                firsts.reduce(ScalarSet([])) { $0.union($1.set) },
                firsts.contains(where: \.canBeEmpty)
            )
        case .repetition(let part, let least, let most):
            guard most != 0 else { return (ScalarSet([]), true) }
            let (set, canBeEmpty) = part.first
            return (set, canBeEmpty || least == 0)
        }
    }

    fileprivate var isNothing: Bool {
        if case .sequence(let parts) = self { parts.isEmpty } else { false }
    }

    /// The same tree without groups of one part, lists in lists, and repetitions of nothing.
    fileprivate var simplified: AutomatonNode {
        switch self {
        case .set: return self
        case .sequence(let parts):
            let flat = parts.flatMap { part -> [AutomatonNode] in
                let part = part.simplified
                if case .sequence(let inner) = part { return inner }
                return [part]
            }
            return flat.count == 1 ? flat[0] : .sequence(flat)
        case .choice(let parts):
            return parts.count == 1 ? parts[0].simplified : .choice(parts.map(\.simplified))
        case .repetition(let part, let least, let most):
            let inner = part.simplified
            if most == 0 { return .sequence([]) }
            return least == 1 && most == 1 ? inner : .repetition(inner, least: least, most: most)
        }
    }
}

/// Parts at the beginning of a list that take a known number of bytes: a mask of places for each set.
private struct FixedPlaces {
    private(set) var sets: [(ScalarSet, UInt64)] = []
    private(set) var width = 0
    private(set) var partCount = 0

    init(_ parts: ArraySlice<AutomatonNode>) {
        for index in parts.indices {
            let part = parts[index]
            // Literals are compared as they are.
            if width > 0, parts[index...].literal.count >= 2 { return }
            let (set, count): (ScalarSet, Int)
            switch part {
            case .set(let one): (set, count) = (one, 1)
            case .repetition(.set(let repeated), let least, let most) where most == least:
                (set, count) = (repeated, least)
            default: return
            }
            guard set.isASCII, width + count < PatternScan.longestWhole else { return }
            let places = (UInt64(1) << UInt64(count) - 1) << UInt64(width)
            if let known = sets.firstIndex(where: { $0.0 == set }) {
                sets[known].1 |= places
            } else {
                sets.append((set, places))
            }
            width += count
            partCount += 1
        }
    }
}

/// A list of labels that each end with a separator, before a last one of the same code points: each
/// label is followed by another if and only if the separator comes after it.
private struct Labels {
    let set: ScalarSet
    let separator: ScalarSet
    let least: Int
    let most: Int?
    let isNeeded: Bool

    init?(_ list: AutomatonNode, last: AutomatonNode) {
        guard case .repetition(.sequence(let label), let times, nil) = list, times <= 1,
            label.count == 2, case .set(let separator) = label[1],
            case .repetition(.set(let set), let least, let most) = label[0], least >= 1
        else { return nil }
        let ending: ScalarSet
        switch last {
        case .set(let one): ending = one
        case .repetition(.set(let repeated), let atLeast, _) where atLeast >= 1: ending = repeated
        default: return nil
        }
        guard set.isASCII, separator.isASCII, separator.isDisjoint(from: set),
            ending.isSubset(of: set)
        else { return nil }
        (self.set, self.separator, self.least, self.most) = (set, separator, least, most)
        isNeeded = times == 1
    }
}

extension ArraySlice<AutomatonNode> {
    /// The bytes that the list begins with where they are always the same, at most eight.
    fileprivate var literal: [UInt8] {
        var bytes: [UInt8] = []
        for part in prefix(8) {
            guard case .set(let set) = part, set.ranges.count == 1, let only = set.ranges.first,
                only.count == 1, only.lowerBound < 0x80
            else { break }
            bytes.append(UInt8(only.lowerBound))
        }
        return bytes
    }
}

extension ScalarSet {
    fileprivate var isASCII: Bool { (ranges.last?.upperBound ?? 0) < 0x80 }

    fileprivate func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    fileprivate func isDisjoint(from other: ScalarSet) -> Bool {
        !ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }

    fileprivate func isSubset(of other: ScalarSet) -> Bool { union(other) == other }

    /// Fills in the rows of the set's ASCII for a scan.
    fileprivate func fillRows(_ rows: UnsafeMutableRawBufferPointer) {
        for byte in 0..<0x80 where ranges.contains(where: { $0.contains(UInt32(byte)) }) {
            rows[byte & 15] |= 1 << UInt8(byte >> 4)
        }
    }
}
