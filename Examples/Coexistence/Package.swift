// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A service that imports Assay, GRDB, Hummingbird and Foundation in one file.
import PackageDescription

let swiftSettings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "coexistence",
    dependencies: [
        .package(name: "assay", path: "../..", traits: ["PCRE2"]),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    ],
    targets: [
        .target(
            name: "MemberService",
            dependencies: [
                .product(name: "Assay", package: "assay"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "MemberServiceTests",
            dependencies: [
                "MemberService", .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            swiftSettings: swiftSettings),
    ]
)
