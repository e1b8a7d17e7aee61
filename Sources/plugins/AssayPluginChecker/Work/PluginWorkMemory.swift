// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CPluginChecker

/// The memory through which a process answers its parent, a line of JSON after the other.
///
/// What was written last can be read whatever became of the process.
struct PluginWorkMemory {
    private let memory: UnsafeMutableRawBufferPointer
    /// The offset of the next line.
    private var end = PluginWorkMemory.linesStart

    /// The size of the memory in bytes: the fault, the step and the lines, in this order.
    static let size = 16 << 20
    private static let stepStart = 64
    private static let linesStart = 256
    private static let last = Value.string("complete").json

    /// The child's side, over memory of `size`.
    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// The memory in which a fault is recorded.
    var fault: UnsafeMutablePointer<assay_fault>? {
        memory.baseAddress?.bindMemory(to: assay_fault.self, capacity: 1)
    }

    /// Says what comes next.
    func begin(_ step: Int, milliseconds: Int64) {
        let line = Value.array([.integer(Int64(step)), .integer(milliseconds)]).json + "\n"
        _ = Self.copy(Array(line.utf8), to: memory, at: Self.stepStart, before: Self.linesStart)
    }

    /// Adds an answer and returns `true`, or returns `false` if there is no space for it.
    mutating func append(_ answer: Value) -> Bool {
        append(line: answer.json)
    }

    /// Says that no answer is missing.
    mutating func complete() -> Bool {
        append(line: Self.last)
    }

    private mutating func append(line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        guard Self.copy(bytes, to: memory, at: end, before: Self.size) else { return false }
        end += bytes.count
        return true
    }

    private static func copy(
        _ bytes: [UInt8], to memory: UnsafeMutableRawBufferPointer, at start: Int, before end: Int
    ) -> Bool {
        guard bytes.count <= end - start, memory.count >= end else { return false }
        UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]).copyBytes(from: bytes)
        return true
    }

    /// The data that a process left in the memory.
    struct Answer {
        let fault: assay_fault
        /// The step it was at, or `nil` before the first step.
        let step: Int?
        /// The time limit for the step, in milliseconds.
        let milliseconds: Int64
        let lines: [Value]
        let isComplete: Bool
    }

    /// The parent's side, over a copy of the memory.
    static func read(from bytes: [UInt8]) -> Answer {
        var fault = assay_fault()
        withUnsafeMutableBytes(of: &fault) { target in
            if bytes.count >= target.count { target.copyBytes(from: bytes[..<target.count]) }
        }
        var lines = bytes.count > linesStart ? Self.lines(in: bytes[linesStart...]) : []
        let isComplete = lines.last == last
        if isComplete { lines.removeLast() }
        let step = bytes.count > linesStart ? Self.lines(in: bytes[stepStart..<linesStart]) : []
        let numbers = step.first.flatMap { try? JSONValueParser.parse($0) }
        var (index, milliseconds): (Int?, Int64) = (nil, 0)
        if case .array(let pair)? = numbers, pair.count == 2, case .integer(let first) = pair[0],
            case .integer(let second) = pair[1]
        {
            (index, milliseconds) = (first < 0 ? nil : Int(exactly: first), second)
        }
        return Answer(
            fault: fault, step: index, milliseconds: milliseconds,
            lines: lines.compactMap { try? JSONValueParser.parse($0) }, isComplete: isComplete)
    }

    /// The lines before the first NUL.
    private static func lines(in bytes: ArraySlice<UInt8>) -> [String] {
        let text = bytes.prefix { $0 != 0 }
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
