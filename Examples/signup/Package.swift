// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// A package of its own, so that the library's users do not build it.
import PackageDescription

let package = Package(
    name: "signup",
    targets: [
        .executableTarget(
            name: "signup-generator",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
