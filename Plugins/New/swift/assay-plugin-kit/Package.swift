// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A copy of the contract with its layer for Swift.
import PackageDescription

let package = Package(
    name: "assay-plugin-kit",
    products: [
        .library(name: "AssayPluginABI", targets: ["AssayPluginABI"]),
        .library(name: "AssayPluginKit", targets: ["AssayPluginKit"]),
    ],
    targets: [
        .target(name: "AssayPluginABI", path: "ABI"),
        .target(
            name: "AssayPluginKit", dependencies: ["AssayPluginABI"], path: "Kit",
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    ],
    cLanguageStandard: .c11
)
