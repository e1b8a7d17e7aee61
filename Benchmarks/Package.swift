// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A package of its own, so that nobody who uses the engine pays for it.
import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "assay", path: "..")],
    targets: [
        .executableTarget(
            name: "assay-bench",
            dependencies: [.product(name: "Assay", package: "assay")],
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableExperimentalFeature("Lifetimes"),
                .treatAllWarnings(as: .error),
            ])
    ]
)
