// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The software bill of materials of a package, as CycloneDX 1.5 in JSON.
enum BillOfMaterials {
    static let path = "sbom.cdx.json"

    /// The plugin, its libraries with their digests, and what they need.
    ///
    /// - Parameter package: With the digests of the libraries among its files.
    /// - Returns: The text; there is no time and no random number in it.
    static func json(of package: PackageManifest) -> String {
        let needed = Set(package.libraries.flatMap(\.needed)).sorted()
        let value: Value = [
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": ["component": plugin(package)],
            "components": .array(
                package.libraries.map { component(of: $0, in: package) }
                    + needed.map { name in
                        [
                            "type": "library", "bom-ref": .string(reference(to: name)),
                            "name": .string(name),
                        ]
                    }),
            "dependencies": .array(dependencies(of: package)),
        ]
        return value.json + "\n"
    }

    private static func plugin(_ package: PackageManifest) -> Value {
        var members: [(key: String, value: Value)] = [
            ("type", "library"), ("bom-ref", .string(reference(to: package))),
            ("name", .string(package.id)), ("version", .string(package.version)),
        ]
        if let vendor = package.vendor {
            members.append(("supplier", ["name": .string(vendor)]))
        }
        if let license = package.license {
            members.append(
                (
                    "licenses",
                    .array([
                        isExpression(license)
                            ? ["expression": .string(license)]
                            : ["license": ["name": .string(license)]]
                    ])
                ))
        }
        if let url = package.url {
            members.append(
                ("externalReferences", .array([["type": "website", "url": .string(url)]])))
        }
        return .object(Value.Object(members))
    }

    private static func component(
        of library: PackageManifest.Library, in package: PackageManifest
    ) -> Value {
        let digest = package.files.first { $0.path == library.path }?.digest ?? ""
        return [
            "type": "file", "bom-ref": .string(library.path), "name": .string(library.path),
            "version": .string(package.version),
            "hashes": .array([["alg": "SHA-256", "content": .string(digest)]]),
        ]
    }

    private static func dependencies(of package: PackageManifest) -> [Value] {
        let own: Value = [
            "ref": .string(reference(to: package)),
            "dependsOn": .array(package.libraries.map { .string($0.path) }),
        ]
        return [own]
            + package.libraries.map { library in
                [
                    "ref": .string(library.path),
                    "dependsOn": .array(library.needed.map { .string(reference(to: $0)) }),
                ]
            }
    }

    private static func reference(to package: PackageManifest) -> String {
        "\(package.id)@\(package.version)"
    }

    private static func reference(to needed: String) -> String { "needed:\(needed)" }

    /// Returns `true` if a text has the form of an SPDX license expression.
    private static func isExpression(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.enumerated().allSatisfy { index, word in
            index % 2 == 1
                ? ["AND", "OR", "WITH"].contains(word) : ArchivePath.isPlain(Array(word.utf8))
        } && words.count % 2 == 1
    }
}
