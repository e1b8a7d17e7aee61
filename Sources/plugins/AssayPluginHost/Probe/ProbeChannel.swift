// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import AssayCLibrary

/// The memory through which a probe answers: a byte for the step that it takes, and a line.
///
/// It is no pipe: what was written last can be read whatever became of the probe and of its
/// descriptors, neither side waits, and the amount of data is bounded.
struct ProbeChannel {
    private let memory: UnsafeMutableRawBufferPointer

    /// The size of the memory in bytes: the largest manifest, and the text around it.
    static let size = PluginManifest.maximumBytes + (1 << 16)
    private static let end = UInt8(ascii: "\n")

    /// The probe's side; nil if the descriptor is not what a host gives.
    init?(_ descriptor: Int32) {
        guard let memory = SharedMemory.map(descriptor, bytes: Self.size) else { return nil }
        self.memory = memory
    }

    func write(_ step: PluginStep) {
        memory[0] = step.rawValue
    }

    /// Writes a line; one that is too long is not written.
    func write(_ line: String) {
        let bytes = Array(line.utf8) + [Self.end]
        guard bytes.count < memory.count else { return }
        UnsafeMutableRawBufferPointer(rebasing: memory[1...]).copyBytes(from: bytes)
    }

    /// The host's side: it reads, because memory that others can truncate is not to be mapped.
    static func read(_ descriptor: borrowing FileDescriptor) -> (step: PluginStep, line: [UInt8]?) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while bytes.count < size {
            let count = pread(descriptor.number, &chunk, chunk.count, bytes.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            if let end = bytes.dropFirst().firstIndex(of: end) {
                return (step(bytes), Array(bytes[1..<end]))
            }
            if chunk[..<count].dropFirst().allSatisfy({ $0 == 0 }) { break }
        }
        return (step(bytes), nil)
    }

    private static func step(_ bytes: [UInt8]) -> PluginStep {
        bytes.first.flatMap(PluginStep.init(rawValue:)) ?? .begin
    }
}
