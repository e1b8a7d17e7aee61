// SPDX-License-Identifier: Apache-2.0

/// Bytes grouped so that no edge of an automaton tells two bytes of a group apart.
struct ByteClasses {
    /// The class of each of the 256 bytes; classes are numbered in the order of their bytes.
    let classOfByte: [UInt8]
    /// The number of classes, 1 to 256.
    let count: Int

    /// The bytes of an encoded code point after its first.
    static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Finds the classes of an automaton's edges.
    init(of graph: AutomatonGraph) {
        var startsClass = Array(repeating: false, count: 257)
        for edge in graph.edges {
            startsClass[Int(edge.bytes.lowerBound)] = true
            startsClass[Int(edge.bytes.upperBound) + 1] = true
        }
        if graph.skipsContinuationBytes {
            startsClass[Int(Self.continuation.lowerBound)] = true
            startsClass[Int(Self.continuation.upperBound) + 1] = true
        }
        var classes: [UInt8] = [0]
        for byte in 1..<256 {
            classes.append(classes[byte - 1] + (startsClass[byte] ? 1 : 0))
        }
        classOfByte = classes
        count = Int(classes[255]) + 1
    }

    /// The classes that a range of bytes consists of.
    func classes(of bytes: ClosedRange<UInt8>) -> ClosedRange<Int> {
        let low = Int(classOfByte[Int(bytes.lowerBound)])
        return low...max(low, Int(classOfByte[Int(bytes.upperBound)]))
    }
}
