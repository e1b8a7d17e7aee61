// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The description of a package and its contents, in its member `package.json`.
///
/// The signature of a package covers this member.
package struct PackageManifest: Sendable, Equatable {
    /// A library for one machine.
    package struct Library: Sendable, Equatable {
        /// `linux-x86_64`.
        package let machine: String
        package let path: String
        /// The libraries that the loader will look for.
        package let needed: [String]
    }

    /// A member of the archive.
    package struct File: Sendable, Equatable {
        package let path: String
        package let size: Int
        /// The SHA-256 digest in hexadecimal.
        package let digest: String
    }

    package let id: String
    package let version: String
    package let vendor: String?
    package let url: String?
    package let license: String?
    /// The least version of a host that can load the plugin.
    package let minimumHost: String?
    package let libraries: [Library]
    /// All members but this one and its signature, by path.
    package let files: [File]

    /// The version of the format.
    static let format = 1
    static let path = "package.json"
    static let signaturePath = "package.json.sig"

    /// The library for a machine.
    package func library(for machine: String) -> Library? {
        libraries.first { $0.machine == machine }
    }

    // MARK: - JSON

    /// The text of the member, on one line; the same manifest always gives the same bytes.
    var json: String { value.json + "\n" }

    private var value: Value {
        func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
        return [
            "package": .integer(Int64(Self.format)), "id": .string(id),
            "version": .string(version), "vendor": text(vendor), "url": text(url),
            "license": text(license), "minimumHost": text(minimumHost),
            "libraries": .array(
                libraries.map { library in
                    [
                        "machine": .string(library.machine), "path": .string(library.path),
                        "needed": .array(library.needed.map { .string($0) }),
                    ]
                }),
            "files": .array(
                files.map { file in
                    [
                        "path": .string(file.path), "size": .integer(Int64(file.size)),
                        "sha256": .string(file.digest),
                    ]
                }),
        ]
    }

    /// Reads the member, which must be as `json` writes it, byte for byte.
    ///
    /// - Throws: That it is not.
    init(parsing bytes: [UInt8]) throws(PackageError) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let value = try? JSONValueParser.parse(text), case .object(let root) = value
        else { throw Self.unreadable }
        guard root["package"] == .integer(Int64(Self.format)) else {
            throw .content(
                "another version of the format of packages", expected: "version \(Self.format)",
                remedy: "install it with a newer ruleshell")
        }
        guard let read = PackageManifest(root), read.json.utf8.elementsEqual(bytes) else {
            throw Self.unreadable
        }
        self = read
    }

    private static var unreadable: PackageError {
        .content(
            "\(path) that is not as 'ruleshell plugin pack' writes it", expected: "its JSON")
    }

    private init?(_ root: Value.Object) {
        guard case .string(let id)? = root["id"], case .string(let version)? = root["version"],
            case .array(let libraries)? = root["libraries"],
            case .array(let files)? = root["files"]
        else { return nil }
        let readLibraries = libraries.compactMap(Library.init)
        let readFiles = files.compactMap(File.init)
        self.init(
            id: id, version: version, vendor: Self.text(root["vendor"]),
            url: Self.text(root["url"]), license: Self.text(root["license"]),
            minimumHost: Self.text(root["minimumHost"]), libraries: readLibraries,
            files: readFiles)
    }

    package init(
        id: String, version: String, vendor: String?, url: String?, license: String?,
        minimumHost: String?, libraries: [Library], files: [File]
    ) {
        self.id = id
        self.version = version
        self.vendor = vendor
        self.url = url
        self.license = license
        self.minimumHost = minimumHost
        self.libraries = libraries
        self.files = files
    }

    static func text(_ value: Value?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}

extension PackageManifest.Library {
    fileprivate init?(_ value: Value) {
        guard case .object(let object) = value,
            let machine = PackageManifest.text(object["machine"]),
            let path = PackageManifest.text(object["path"]),
            case .array(let needed)? = object["needed"]
        else { return nil }
        self.init(
            machine: machine, path: path, needed: needed.compactMap { PackageManifest.text($0) })
    }
}

extension PackageManifest.File {
    fileprivate init?(_ value: Value) {
        guard case .object(let object) = value, let path = PackageManifest.text(object["path"]),
            let digest = PackageManifest.text(object["sha256"]),
            case .integer(let size)? = object["size"], let size = Int(exactly: size), size >= 0
        else { return nil }
        self.init(path: path, size: size, digest: digest)
    }
}
