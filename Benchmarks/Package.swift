// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A package of its own, so that users of the engine do not pay for it.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "assay", path: "..", traits: ["PCRE2"])],
    targets: [
        .executableTarget(
            name: "assay-bench",
            dependencies: [.product(name: "Assay", package: "assay")],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "assay-plugin-bench",
            dependencies: [.product(name: "Assay", package: "assay")],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "assay-form-bench",
            dependencies: [.product(name: "AssayForms", package: "assay")],
            swiftSettings: swiftSettings),
        .target(
            name: "CAllocationCounter", path: "Tests/CAllocationCounter",
            cSettings: [
                .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
            ]),
        .target(
            name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: swiftSettings),
        // Here, as only optimized code is held to allocating nothing.
        .testTarget(
            name: "AllocationTests",
            dependencies: [
                "CAllocationCounter", "TestRandomness", .product(name: "Assay", package: "assay"),
            ],
            swiftSettings: swiftSettings),
    ]
)
