// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// Standard input as a file that can be read twice.
enum StandardInputCopy {
    private static let pieceSize = 1 << 20

    /// Copies standard input to a file without a name, which takes its place until the process ends.
    ///
    /// - Parameter directory: The directory of the file.
    /// - Throws: A diagnostic if the file cannot be written, or if standard input cannot be read.
    static func make(in directory: String) throws(Diagnostic) {
        let file = try makeFile(in: directory)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count: Int
            do throws(SystemError) {
                count = try read(into: &piece)
            } catch {
                throw Diagnostic("input.unreadable", "cannot read standard input: \(error)")
            }
            guard count > 0 else { break }
            do throws(SystemError) {
                try file.write(piece[..<count])
            } catch {
                throw failure(in: directory, error)
            }
        }
        do throws(SystemError) {
            try file.seek(to: 0)
            try StandardDescriptors.replaceInput(by: file.borrowed)
        } catch {
            throw failure(in: directory, error)
        }
    }

    /// Creates a file without a name.
    private static func makeFile(in directory: String) throws(Diagnostic) -> FileDescriptor {
        let number = UInt32.random(in: 0 ... .max)
        let path = FileSystem.path(
            of: ".ruleshell-\(CurrentProcess.identifier)-\(number).input", in: directory)
        do throws(SystemError) {
            let file = try FileDescriptor(scratch: path, isNew: true)
            try FileSystem.remove(path)
            return file
        } catch {
            throw failure(in: directory, error)
        }
    }

    private static func read(into piece: inout [UInt8]) throws(SystemError) -> Int {
        var result: Result<Int, SystemError> = .success(0)
        piece.withUnsafeMutableBytes { bytes in
            do throws(SystemError) {
                result = .success(try BorrowedDescriptor.standardInput.read(into: bytes))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private static func failure(in directory: String, _ error: SystemError) -> Diagnostic {
        Diagnostic(
            "scratch.unusable",
            "standard input cannot be copied to '\(FileName.shown(directory))': \(error)",
            help: "free space there, or name another directory with --spool DIR")
    }
}
