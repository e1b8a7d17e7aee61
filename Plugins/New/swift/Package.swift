// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
    name: "NAME",
    products: [.library(name: "AssayRules", type: .dynamic, targets: ["Rules"])],
    dependencies: [.package(path: "assay-plugin-kit")],
    targets: [
        .target(
            name: "Rules",
            dependencies: [
                .product(name: "AssayPluginABI", package: "assay-plugin-kit"),
                .product(name: "AssayPluginKit", package: "assay-plugin-kit"),
            ])
    ]
)
