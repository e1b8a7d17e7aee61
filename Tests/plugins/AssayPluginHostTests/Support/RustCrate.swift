// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop

/// The crates of `Kits`, on the layer for Rust.
enum RustCrate: String {
    case calls, served

    /// Builds it.
    ///
    /// - Returns: The path of the library.
    func build(in workshop: Workshop) throws -> String {
        let target = workshop.path("cargo")
        let manifest = Repository.path(
            "Tests/plugins/AssayPluginHostTests/Kits/\(rawValue)/Cargo.toml")
        try Program.run(
            Program.find("cargo") ?? "cargo",
            [
                "build", "--quiet", "--release", "--offline", "--manifest-path", manifest,
                "--target-dir", target,
            ])
        let path = workshop.path("\(rawValue).so")
        try Program.run(
            Program.find("cp") ?? "cp", ["\(target)/release/lib\(rawValue).so", path])
        chmod(path, 0o644)
        return path
    }
}
