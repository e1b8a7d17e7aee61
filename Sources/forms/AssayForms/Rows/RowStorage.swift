// SPDX-License-Identifier: Apache-2.0

/// A row of a form that is a struct, whatever its element is.
class RowIdentity: @unchecked Sendable {
    let id: Stamp

    init(id: Stamp) {
        self.id = id
    }
}

/// A row of a form that is a struct: an element with its identity.
final class RowBox<Element: Sendable>: RowIdentity, @unchecked Sendable {
    let element: Element

    init(id: Stamp = .next(), _ element: Element) {
        self.element = element
        super.init(id: id)
    }
}

/// Rows in chunks, so that a copy in which one row is another shares all other chunks, and two such
/// copies are compared without looking at these.
///
/// It knows nothing of the elements, so that its code is compiled once for all of them.
struct RowChunks: Sendable {
    /// The chunks, all of which have `size` rows but the last one, which has at least one.
    private var chunks: [[RowIdentity]] = []
    private(set) var count = 0
    /// The rows of a chunk: about as many as there are chunks, so that the cost of a change rises
    /// with the square root of the number of rows.
    private let size: Int

    init(_ rows: some Collection<RowIdentity>) {
        count = rows.count
        size = max(16, Int(Double(count).squareRoot()))
        var rest = rows[...]
        while !rest.isEmpty {
            chunks.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
    }

    subscript(_ index: Int) -> RowIdentity {
        get { chunks[index / size][index % size] }
        set { chunks[index / size][index % size] = newValue }
    }

    var rows: [RowIdentity] { chunks.flatMap(\.self) }

    /// Returns the indexes of the rows that differ from another copy of the same length.
    func differences(from other: RowChunks) -> [Int] {
        var differences: [Int] = []
        for chunk in differingChunks(from: other) {
            let (own, others) = (chunks[chunk], other.chunks[chunk])
            for place in own.indices where own[place] !== others[place] {
                differences.append(chunk * size + place)
            }
        }
        return differences
    }

    /// Returns the chunks that do not share one storage.
    private func differingChunks(from other: RowChunks) -> [Int] {
        chunks.withUnsafeBufferPointer { own in
            other.chunks.withUnsafeBufferPointer { others in
                own.indices.filter { chunk in
                    unsafeBitCast(own[chunk], to: UInt.self)
                        != unsafeBitCast(others[chunk], to: UInt.self)
                }
            }
        }
    }
}

/// Rows with elements of one type.
struct RowStorage<Element: Sendable>: Sendable {
    private var chunks: RowChunks

    init(_ boxes: [RowBox<Element>]) {
        chunks = RowChunks(boxes as [RowIdentity])
    }

    var count: Int { chunks.count }

    subscript(_ index: Int) -> RowBox<Element> {
        // There are no others: they come in as such.
        get { unsafeDowncast(chunks[index], to: RowBox<Element>.self) }
        set { chunks[index] = newValue }
    }

    var boxes: [RowBox<Element>] { (0..<count).map { self[$0] } }

    /// Returns the indexes of the rows that changed since an earlier copy, or `nil` if rows came,
    /// went or moved.
    func changes(since old: RowStorage) -> [Int]? {
        guard count == old.count else { return nil }
        let changes = chunks.differences(from: old.chunks)
        return changes.allSatisfy { chunks[$0].id == old.chunks[$0].id } ? changes : nil
    }

    /// Returns `true` if the elements pass a comparison, one by one.
    func isEqual(to other: RowStorage, by areEqual: (Element, Element) -> Bool) -> Bool {
        guard count == other.count else { return false }
        return chunks.differences(from: other.chunks)
            .allSatisfy { areEqual(self[$0].element, other[$0].element) }
    }
}
