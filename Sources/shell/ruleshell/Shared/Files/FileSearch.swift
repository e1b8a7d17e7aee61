// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The files in a folder and in those below it whose names are wanted.
///
/// Symbolic links to directories are followed, and each directory is searched once. Names that begin
/// with a dot are left out.
struct FileSearch {
    /// The files in the order of their names.
    private(set) var files: [String] = []
    /// The parts of the folder that could not be searched.
    private(set) var leftOut: [LeftOutFile] = []
    private var directories: Set<FileNode> = []
    private let isWanted: (String) -> Bool

    init(folder: String, isWanted: @escaping (String) -> Bool) {
        self.isWanted = isWanted
        visit(folder)
    }

    private mutating func visit(_ folder: String) {
        // A link may lead to a directory above.
        if let node = FileNode(path: folder), !directories.insert(node).inserted { return }
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.names(inDirectory: folder).filter { !$0.hasPrefix(".") }
        } catch {
            leftOut.append(LeftOutFile(folder, reason: error))
            return
        }
        for name in names.sorted() {
            let path = FileSystem.path(of: name, in: folder)
            do throws(SystemError) {
                if try FileStatus(path: path).kind == .directory {
                    visit(path)
                } else if isWanted(name) {
                    files.append(path)
                }
            } catch {
                leftOut.append(LeftOutFile(path, reason: error))
            }
        }
    }
}
