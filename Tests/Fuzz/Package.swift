// swift-tools-version: 6.2
// libFuzzer drivers, apart from the main package because they need a sanitizer's main function. Each is
// one executable: `swift build --package-path Tests/Fuzz -Xswiftc -sanitize=fuzzer,address` builds
// all; the head of each driver shows how to run it.
import PackageDescription

let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "assay", path: "../..")],
    targets: [
        .executableTarget(
            name: "FuzzExpression", dependencies: [.product(name: "Assay", package: "assay")],
            path: ".", sources: ["FuzzExpression.swift"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzRuleSet", dependencies: [.product(name: "Assay", package: "assay")],
            path: ".", sources: ["FuzzRuleSet.swift"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ]
)
