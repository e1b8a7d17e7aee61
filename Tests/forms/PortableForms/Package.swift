// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// An app that uses forms alone, without the trait PCRE2: it builds neither readers nor plugins, and links no library of
// the system but those of Swift. `.ci/check-portable` looks at what was built.
import PackageDescription

let package = Package(
    name: "portable-forms",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    dependencies: [.package(name: "assay", path: "../../..", traits: [])],
    targets: [
        .testTarget(
            name: "PortableFormsTests",
            dependencies: [.product(name: "AssayForms", package: "assay")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
