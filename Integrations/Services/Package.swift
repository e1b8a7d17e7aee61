// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// Assay in services: for Hummingbird, for logs, metrics and traces, and as a server of its own. A package of its own, so that
// users of the engine do not build it.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "assay-services",
    products: [
        .library(name: "AssayHummingbird", targets: ["AssayHummingbird"]),
        .library(name: "AssayObservability", targets: ["AssayObservability"]),
        .executable(name: "assay-server", targets: ["assay-server"]),
    ],
    dependencies: [
        .package(name: "assay", path: "../..", traits: ["PCRE2"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: ["JSON", "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "AssayHummingbird",
            dependencies: [
                .product(name: "Assay", package: "assay"),
                .product(name: "AssayFoundation", package: "assay"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "AssayObservability",
            dependencies: [
                .product(name: "Assay", package: "assay"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: swiftSettings),
        // The files of a page that tries rule sets.
        .target(
            name: "Playground", resources: [.embedInCode("Page")], swiftSettings: swiftSettings),
        // The server without its command line.
        .target(
            name: "AssayServer",
            dependencies: [
                "AssayHummingbird", "AssayObservability", "Playground",
                .product(name: "Assay", package: "assay"),
                .product(name: "AssayTrials", package: "assay"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("openapi.json")],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "assay-server",
            dependencies: [
                "AssayServer", .product(name: "assay-plugin-probe", package: "assay"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings),

        // What `Benchmarks/run-server` measures.
        .executableTarget(
            name: "server-benchmark",
            dependencies: [
                "AssayServer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swiftSettings),

        // A client that sends what it is told to, and the server as a process.
        .target(name: "ServiceTesting", path: "Tests/Support", swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayHummingbirdTests",
            dependencies: [
                "AssayHummingbird", "ServiceTesting",
                .product(name: "Assay", package: "assay"),
                .product(name: "AssayFoundation", package: "assay"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayObservabilityTests",
            dependencies: [
                "AssayObservability",
                .product(name: "Assay", package: "assay"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayServerTests",
            dependencies: [
                "AssayObservability", "AssayServer", "ServiceTesting", "assay-server",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "PlaygroundTests", dependencies: ["Playground"], swiftSettings: swiftSettings),
    ]
)
