// SPDX-License-Identifier: Apache-2.0

/// A row of a form that is a struct: an element with its identity.
final class RowBox<Element: Sendable>: Sendable {
    let id: Stamp
    let element: Element

    init(id: Stamp = .next(), _ element: Element) {
        self.id = id
        self.element = element
    }
}

/// Rows in chunks, so that a copy in which one row is another shares all other chunks, and two such
/// copies are compared without looking at these.
struct RowStorage<Element: Sendable>: Sendable {
    /// All have `chunkSize` rows but the last one, which has at least one.
    private var chunks: [[RowBox<Element>]] = []
    private(set) var count = 0

    private static var chunkSize: Int { 32 }

    init(_ boxes: some Collection<RowBox<Element>>) {
        count = boxes.count
        var rest = boxes[...]
        while !rest.isEmpty {
            chunks.append(Array(rest.prefix(Self.chunkSize)))
            rest = rest.dropFirst(Self.chunkSize)
        }
    }

    subscript(_ index: Int) -> RowBox<Element> {
        get { chunks[index / Self.chunkSize][index % Self.chunkSize] }
        set { chunks[index / Self.chunkSize][index % Self.chunkSize] = newValue }
    }

    var boxes: [RowBox<Element>] { chunks.flatMap(\.self) }

    /// The indexes of the rows that are others than in an earlier copy; nil if rows came, went or moved.
    func changes(since old: RowStorage) -> [Int]? {
        guard count == old.count else { return nil }
        var changes: [Int] = []
        for (chunk, (new, old)) in zip(chunks, old.chunks).enumerated()
        where !Self.isShared(new, old) {
            for place in new.indices where new[place] !== old[place] {
                guard new[place].id == old[place].id else { return nil }
                changes.append(chunk * Self.chunkSize + place)
            }
        }
        return changes
    }

    /// Whether the elements pass a comparison, one by one.
    func isEqual(to other: RowStorage, by areEqual: (Element, Element) -> Bool) -> Bool {
        guard count == other.count else { return false }
        return zip(chunks, other.chunks).allSatisfy { own, others in
            Self.isShared(own, others)
                || zip(own, others).allSatisfy { $0 === $1 || areEqual($0.element, $1.element) }
        }
    }

    /// Whether two chunks have one storage.
    private static func isShared(_ one: [RowBox<Element>], _ other: [RowBox<Element>]) -> Bool {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
        }
    }
}
