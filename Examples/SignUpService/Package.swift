// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A service that people sign up at: a page, an API, a database, a rule set and a plugin.
import PackageDescription

let package = Package(
    name: "sign-up-service",
    dependencies: [
        .package(name: "assay", path: "../..", traits: ["PCRE2"]),
        .package(name: "assay-services", path: "../../Integrations/Services"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        .executableTarget(
            name: "sign-up-service",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Assay", package: "assay"),
                .product(name: "AssayFoundation", package: "assay"),
                .product(name: "AssayHummingbird", package: "assay-services"),
                .product(name: "AssayObservability", package: "assay-services"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Mustache", package: "swift-mustache"),
                // Tries plugins before they are loaded; built beside the service.
                .product(name: "assay-plugin-probe", package: "assay"),
            ],
            resources: [
                .embedInCode("Page/page.mustache"), .embedInCode("Page/form.js"),
                .embedInCode("Page/style.css"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
