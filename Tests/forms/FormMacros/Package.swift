// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A package of its own: the tests of the engine do not build swift-syntax. It uses the engine as an
// app does that turns the trait on.
import CompilerPluginSupport
import PackageDescription

let swiftSettings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "form-macros",
    dependencies: [
        .package(name: "assay", path: "../../..", traits: ["FormMacros", "PCRE2"]),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // The macro where tests can import it: a link to its sources. Tests of a macro are built as macros are, for the
        // machine that compiles, so that swift-syntax is built once.
        .macro(
            name: "FormMacroExpansions",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: swiftSettings + [.define("FormMacros")]),
        .testTarget(
            name: "FormMacrosTests",
            dependencies: [
                "FormMacroExpansions",
                .product(name: "AssayForms", package: "assay"),
                .product(name: "AssayFoundation", package: "assay"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ],
            swiftSettings: swiftSettings),
    ]
)
