// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// Targets are listed bottom layer first; an import points up this list, never down.
import CompilerPluginSupport
import PackageDescription

// A macro is imported by no module, so that how it imports others does not matter.
let macroSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]
let swiftSettings: [SwiftSetting] =
    macroSettings + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
let cSettings: [CSetting] = [
    .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]
let cxxSettings: [CXXSetting] = [
    .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

let package = Package(
    name: "assay",
    // What Synchronization and Observation need; `.ci/check-apple` reads the versions.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Assay", targets: ["Assay"]),
        .library(name: "AssayCore", targets: ["AssayCore"]),
        .library(name: "AssayForms", targets: ["AssayForms"]),
        .library(name: "AssayFormsFoundation", targets: ["AssayFormsFoundation"]),
        .library(name: "AssayFoundation", targets: ["AssayFoundation"]),
        .library(name: "AssaySwiftUI", targets: ["AssaySwiftUI"]),
        .library(name: "AssayTesting", targets: ["AssayTesting"]),
        .library(name: "AssayTrials", targets: ["AssayTrials"]),
        .library(name: "AssayPluginKit", targets: ["AssayPluginKit"]),
        .executable(name: "ruleshell", targets: ["ruleshell"]),
        .executable(name: "assay-plugin-probe", targets: ["assay-plugin-probe"]),
        .library(name: "AssayBookingPlugin", type: .dynamic, targets: ["BookingPlugin"]),
        .library(name: "AssayEvenPlugin", type: .dynamic, targets: ["EvenPlugin"]),
        .library(name: "AssayFleetPlugin", type: .dynamic, targets: ["FleetPlugin"]),
        .library(name: "AssayServedPlugin", type: .dynamic, targets: ["ServedPlugin"]),
        .library(name: "AssayTaxIdPlugin", type: .dynamic, targets: ["TaxIdPlugin"]),
        .library(name: "AssayTemplatePlugin", type: .dynamic, targets: ["TemplatePlugin"]),
    ],
    traits: [
        .trait(
            name: "PluginSignatures",
            description: "Digests and signatures of plugins; builds the cryptographic library."),
        .trait(
            name: "FormMacros",
            description: "The macros @ValidatableForm and @Validated; builds swift-syntax."),
        .trait(
            name: "PCRE2",
            description: "Patterns run on PCRE2; without it, on Swift's own Regex, and no library "
                + "of the system is linked."),
        .default(enabledTraits: ["PCRE2", "PluginSignatures"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // The contract with rules that are not Swift.
        .target(name: "AssayPluginABI", path: "Plugins/ABI", cSettings: cSettings),
        .target(
            name: "CRules", dependencies: ["AssayPluginABI"], path: "CRules", cSettings: cSettings),

        // The C library of the system, whichever it is.
        .target(
            name: "AssayCLibrary",
            path: "Sources/system/AssayCLibrary", swiftSettings: swiftSettings),
        // What the modules ask of the system: files, descriptors, threads.
        .target(
            name: "AssaySystem", dependencies: ["AssayCLibrary"],
            path: "Sources/system/AssaySystem", swiftSettings: swiftSettings),

        // The engine.
        // What C does with many values: scans of short texts on the processor's vectors, tests that use them,
        // members by their keys.
        .target(
            name: "CScans", dependencies: ["AssayPluginABI"],
            path: "Sources/engine/CScans", cSettings: cSettings),
        .target(
            name: "AssayCore", dependencies: ["AssayPluginABI", "CScans"],
            path: "Sources/engine/AssayCore",
            swiftSettings: swiftSettings),
        .systemLibrary(
            name: "CPCRE2",
            path: "Sources/engine/CPCRE2", pkgConfig: "libpcre2-8",
            providers: [.apt(["libpcre2-dev"])]),
        .target(
            name: "AssayRegex",
            dependencies: [
                "AssayCore", "AssayPluginABI", "CScans",
                .target(name: "CPCRE2", condition: .when(traits: ["PCRE2"])),
            ],
            path: "Sources/engine/AssayRegex",
            swiftSettings: swiftSettings),
        // Looks for catastrophic backtracking, for rule authors; services do not link it.
        .target(
            name: "AssayPatternAnalysis", dependencies: ["AssayRegex"],
            path: "Sources/services/AssayPatternAnalysis",
            swiftSettings: swiftSettings),
        // The forms of Unicode.
        .target(
            name: "CTextForms",
            path: "Sources/engine/CTextForms", cSettings: cSettings),
        .target(
            name: "CMessages",
            path: "Sources/engine/CMessages", exclude: ["languages", "messages.py"],
            cSettings: cSettings),
        // Without the trait a program that does nothing, and swift-syntax is not fetched.
        .macro(
            name: "AssayFormMacros",
            dependencies: [
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax",
                    condition: .when(traits: ["FormMacros"])),
                .product(
                    name: "SwiftDiagnostics", package: "swift-syntax",
                    condition: .when(traits: ["FormMacros"])),
                .product(
                    name: "SwiftSyntax", package: "swift-syntax",
                    condition: .when(traits: ["FormMacros"])),
                .product(
                    name: "SwiftSyntaxBuilder", package: "swift-syntax",
                    condition: .when(traits: ["FormMacros"])),
                .product(
                    name: "SwiftSyntaxMacros", package: "swift-syntax",
                    condition: .when(traits: ["FormMacros"])),
            ],
            path: "Sources/forms/AssayFormMacros",
            swiftSettings: macroSettings),
        .target(
            name: "AssayRules",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayRegex", "CMessages", "CRules", "CTextForms",
                .target(name: "AssayFormMacros", condition: .when(traits: ["FormMacros"])),
            ],
            path: "Sources/engine/AssayRules",
            swiftSettings: swiftSettings),
        .target(
            name: "AssaySignatures",
            dependencies: [
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(traits: ["PluginSignatures"]))
            ],
            path: "Sources/plugins/AssaySignatures",
            swiftSettings: swiftSettings),
        // What the host offers plugins beside the contract.
        .target(
            name: "AssayServices",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayRegex", "AssayRules", "CTextForms",
            ],
            path: "Sources/plugins/AssayServices",
            swiftSettings: swiftSettings),
        .target(
            name: "CPluginHost",
            path: "Sources/plugins/CPluginHost", cSettings: cSettings),
        .target(
            name: "AssayPluginHost",
            dependencies: [
                "AssayCLibrary", "AssayCore", "AssayPluginABI", "AssayServices", "AssaySignatures",
                "AssaySystem", "CPluginHost",
            ],
            path: "Sources/plugins/AssayPluginHost",
            swiftSettings: swiftSettings),
        // Tries plugins for the host, in a process of its own.
        .executableTarget(
            name: "assay-plugin-probe", dependencies: ["AssayPluginHost"],
            path: "Sources/plugins/assay-plugin-probe",
            swiftSettings: swiftSettings),
        // Rule expressions, and rule sets in JSON: nothing of the system.
        .target(
            name: "AssayJSONRuleSets", dependencies: ["AssayCore"],
            path: "Sources/rulesets/AssayJSONRuleSets", swiftSettings: swiftSettings),
        .systemLibrary(
            name: "CYAML",
            path: "Sources/rulesets/CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]),
        .target(
            name: "AssayRuleSets",
            dependencies: ["AssayCore", "AssayJSONRuleSets", "AssaySystem", "CYAML"],
            path: "Sources/rulesets/AssayRuleSets",
            swiftSettings: swiftSettings),
        // Tries to break plugins, for their authors.
        .target(
            name: "CPluginChecker",
            path: "Sources/plugins/CPluginChecker", cSettings: cSettings),
        .target(
            name: "AssayPluginChecker",
            dependencies: [
                "AssayCLibrary", "AssayCore", "AssayPluginABI", "AssayPluginHost", "AssayRuleSets",
                "AssayServices", "AssaySystem", "CPluginChecker", "CRules",
            ],
            path: "Sources/plugins/AssayPluginChecker",
            swiftSettings: swiftSettings),
        .target(
            name: "CRecordReader", dependencies: ["AssayPluginABI"],
            path: "Sources/reading/CRecordReader", cxxSettings: cxxSettings,
            linkerSettings: [.linkedLibrary("simdjson")]),
        // What unpacks compressed inputs.
        .systemLibrary(
            name: "CZlib",
            path: "Sources/reading/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CZstd",
            path: "Sources/reading/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(
            name: "AssayRecords",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssaySystem", "CRecordReader", "CZlib", "CZstd",
            ],
            path: "Sources/reading/AssayRecords",
            swiftSettings: swiftSettings),

        // Checks across the records of a data set, with scratch files for what does not fit into memory.
        .target(
            name: "AssayDataSets", dependencies: ["AssayCore", "AssayRecords", "AssaySystem"],
            path: "Sources/datasets/AssayDataSets", swiftSettings: swiftSettings),

        // Plugins in signed archives, for authors and operators.
        .target(
            name: "AssayPluginPackages",
            dependencies: [
                "AssayCore", "AssayPluginHost", "AssayRuleSets", "AssaySignatures", "AssaySystem",
                "CZlib",
            ],
            path: "Sources/plugins/AssayPluginPackages",
            swiftSettings: swiftSettings),

        // Schemas of others, as rule sets and from rule sets.
        .target(
            name: "AssaySchemas", dependencies: ["AssayCore", "AssayRuleSets"],
            path: "Sources/schemas/AssaySchemas",
            swiftSettings: swiftSettings),

        // What users import and run.
        .target(
            name: "Assay",
            dependencies: [
                "AssayCore", "AssayRegex", "AssayRules", "AssayPluginHost", "AssayRuleSets",
                "AssayRecords", "AssaySystem",
            ],
            path: "Sources/services/Assay",
            swiftSettings: swiftSettings),
        // The interface of the library for other languages.
        .target(
            name: "CAssay", dependencies: ["AssayPluginABI"],
            path: "Sources/clibrary/CAssay", cSettings: cSettings),
        .target(
            name: "AssayLibrary",
            dependencies: [
                "AssayCore", "AssayDataSets", "AssayPluginABI", "AssayPluginHost", "AssayRecords",
                "AssayRuleSets", "AssayRules", "AssaySystem", "CAssay",
            ],
            path: "Sources/clibrary/AssayLibrary",
            swiftSettings: swiftSettings),
        // Values of Foundation as rules see them.
        .target(
            name: "AssayFoundationValues", dependencies: ["AssayCore", "AssayRules"],
            path: "Sources/services/AssayFoundationValues",
            swiftSettings: swiftSettings),
        // Types that are Codable, which only Foundation reads from JSON.
        .target(
            name: "AssayFoundation", dependencies: ["Assay", "AssayFoundationValues"],
            path: "Sources/services/AssayFoundation",
            swiftSettings: swiftSettings),
        // What errors say to users, which only Foundation knows.
        .target(
            name: "AssayErrorTexts",
            path: "Sources/services/AssayErrorTexts", swiftSettings: swiftSettings),
        // The state of forms, without views. All below it compiles without system libraries when the trait PCRE2 is off.
        .target(
            name: "AssayForms",
            dependencies: [
                "AssayCore", "AssayErrorTexts", "AssayJSONRuleSets", "AssayRules",
                .target(name: "AssayFormMacros", condition: .when(traits: ["FormMacros"])),
            ],
            path: "Sources/forms/AssayForms",
            swiftSettings: swiftSettings),
        // Values of Foundation in forms.
        .target(
            name: "AssayFormsFoundation", dependencies: ["AssayForms", "AssayFoundationValues"],
            path: "Sources/forms/AssayFormsFoundation",
            swiftSettings: swiftSettings),
        // Views for them; empty where there is no SwiftUI.
        .target(
            name: "AssaySwiftUI", dependencies: ["AssayForms"],
            path: "Sources/forms/AssaySwiftUI", swiftSettings: swiftSettings),
        .target(
            name: "AssayTesting", dependencies: ["AssayCore", "AssayJSONRuleSets", "AssayRules"],
            path: "Sources/services/AssayTesting",
            swiftSettings: swiftSettings),
        // What people try rules with: the outcome of every rule, examples, rule sets on data.
        .target(
            name: "AssayTrials", dependencies: ["Assay", "AssayPatternAnalysis", "AssayRegex"],
            path: "Sources/services/AssayTrials",
            swiftSettings: swiftSettings),
        // What `ruleshell plugin new` writes.
        .target(
            name: "CPluginTemplates",
            path: "Sources/plugins/CPluginTemplates", cSettings: cSettings),
        // Plugins must not end the command.
        .target(
            name: "CExitGuard", dependencies: ["CPluginHost"],
            path: "Sources/shell/CExitGuard", cSettings: cSettings),
        // The lines of the prompt.
        .target(
            name: "CLineEditor",
            path: "Sources/shell/CLineEditor", cSettings: cSettings,
            linkerSettings: [.linkedLibrary("edit")]),
        // Files of jobs.
        .target(
            name: "CTOML",
            path: "Sources/shell/CTOML", cxxSettings: cxxSettings),
        .executableTarget(
            name: "ruleshell",
            dependencies: [
                "Assay", "AssayCLibrary", "AssayDataSets", "AssayPatternAnalysis",
                "AssayPluginChecker", "AssayPluginPackages", "AssayRegex", "AssaySchemas",
                "AssaySignatures", "AssaySystem", "AssayTrials", "CExitGuard", "CLineEditor",
                "CPluginTemplates", "CTOML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/shell/ruleshell",
            swiftSettings: swiftSettings),

        // What plugins in Swift import, and example plugins: the contract is all that they know.
        .target(
            name: "AssayPluginKit", dependencies: ["AssayPluginABI"], path: "Plugins/Kit",
            swiftSettings: swiftSettings),
        .target(
            name: "TemplatePlugin", dependencies: ["AssayPluginABI"], path: "Plugins/Template",
            exclude: ["Makefile", "README.md"], publicHeadersPath: ".", cSettings: cSettings),
        .target(
            name: "BookingPlugin", dependencies: ["AssayPluginABI"], path: "Plugins/Booking",
            exclude: ["Makefile", "README.md"], publicHeadersPath: ".", cSettings: cSettings),
        .target(
            name: "EvenPlugin", dependencies: ["AssayPluginABI", "AssayPluginKit"],
            path: "Plugins/Even", exclude: ["Makefile", "README.md"], swiftSettings: swiftSettings),
        .target(
            name: "FleetPlugin", dependencies: ["AssayPluginABI", "AssayPluginKit"],
            path: "Plugins/Fleet/Swift", exclude: ["Makefile"], swiftSettings: swiftSettings),
        .target(
            name: "TaxIdPlugin", dependencies: ["AssayPluginABI", "AssayPluginKit"],
            path: "Plugins/TaxId", exclude: ["Makefile", "README.md"], swiftSettings: swiftSettings),

        .target(
            name: "ServedPlugin", dependencies: ["AssayPluginABI", "AssayPluginKit"],
            path: "Tests/Support/ServedPlugin", swiftSettings: swiftSettings),
        .target(
            name: "TestRandomness", path: "Tests/Support/TestRandomness",
            swiftSettings: swiftSettings),
        .target(
            name: "PluginWorkshop",
            dependencies: ["AssayCore", "AssayPluginHost", "AssayRuleSets"],
            path: "Tests/Support/PluginWorkshop", swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayCoreTests",
            dependencies: ["AssayCore", "AssayPluginABI", "AssaySystem", "TestRandomness"],
            path: "Tests/engine/AssayCoreTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CRulesTests",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayPluginHost", "AssayRuleSets", "CRules",
                "PluginWorkshop", "TestRandomness",
            ],
            path: "Tests/engine/CRulesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayRegexTests",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayRegex", "CScans", "TestRandomness",
            ],
            path: "Tests/engine/AssayRegexTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayPatternAnalysisTests",
            dependencies: ["AssayPatternAnalysis", "AssayRegex"],
            path: "Tests/services/AssayPatternAnalysisTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayRulesTests",
            dependencies: [
                "Assay", "AssayCore", "AssayForms", "AssayPluginABI", "AssayRegex",
                "AssayRuleSets", "AssayRules", "AssayTesting", "CScans", "TestRandomness",
            ],
            path: "Tests/engine/AssayRulesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayPluginHostTests",
            dependencies: [
                "AssayCLibrary", "AssayCore", "AssayPluginABI", "AssayPluginHost", "AssayPluginKit",
                "AssayRuleSets", "AssayServices", "AssaySignatures", "AssaySystem",
                "PluginWorkshop", "TestRandomness",
            ],
            path: "Tests/plugins/AssayPluginHostTests",
            exclude: ["Golden", "Kits"], swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayServicesTests",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayPluginHost", "AssayRegex", "AssayRuleSets",
                "AssayRules", "AssayServices", "CTextForms", "PluginWorkshop", "TestRandomness",
            ],
            path: "Tests/plugins/AssayServicesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "HostilePlugins",
            dependencies: [
                "AssayCore", "AssayPluginHost", "AssaySystem", "PluginWorkshop", "TestRandomness",
            ],
            path: "Tests/plugins/HostilePlugins", swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayPluginCheckerTests",
            dependencies: ["AssayCore", "AssayPluginChecker", "AssayPluginHost", "PluginWorkshop"],
            path: "Tests/plugins/AssayPluginCheckerTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayPluginPackagesTests",
            dependencies: [
                "AssayCore", "AssayPluginHost", "AssayPluginPackages", "AssaySignatures",
                "AssaySystem", "PluginWorkshop",
            ],
            path: "Tests/plugins/AssayPluginPackagesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssaySignaturesTests", dependencies: ["AssaySignatures"],
            path: "Tests/plugins/AssaySignaturesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayRuleSetsTests",
            dependencies: [
                "AssayCore", "AssayRegex", "AssayRuleSets", "AssayRules", "TestRandomness",
            ],
            path: "Tests/rulesets/AssayRuleSetsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssaySchemasTests",
            dependencies: [
                "AssayCore", "AssayRegex", "AssayRuleSets", "AssayRules", "AssaySchemas",
            ],
            path: "Tests/schemas/AssaySchemasTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayRecordsTests",
            dependencies: [
                "AssayCore", "AssayPluginABI", "AssayRecords", "CRecordReader", "CZlib", "CZstd",
                "TestRandomness",
            ],
            path: "Tests/reading/AssayRecordsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayDataSetsTests",
            dependencies: [
                "AssayCore", "AssayDataSets", "AssayJSONRuleSets", "AssayPluginABI", "AssayRules",
                "AssaySystem", "TestRandomness",
            ],
            path: "Tests/datasets/AssayDataSetsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayTests",
            dependencies: [
                "Assay", "AssayCore", "AssayFoundation", "AssayRegex", "AssaySystem",
                "AssayTesting", "TestRandomness",
            ],
            path: "Tests/services/AssayTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayTrialsTests", dependencies: ["Assay", "AssayTrials"],
            path: "Tests/services/AssayTrialsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayFormsTests",
            dependencies: [
                "Assay", "AssayCore", "AssayForms", "AssayFormsFoundation", "AssayTesting",
                "PluginWorkshop", "TestRandomness",
            ],
            path: "Tests/forms/AssayFormsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AssayLibraryTests", dependencies: ["AssayLibrary", "AssayPluginABI", "CAssay"],
            path: "Tests/clibrary/AssayLibraryTests",
            swiftSettings: swiftSettings),
        // As in a new app; `.ci/check-swiftui` compiles the same forms where nothing is on an actor by default.
        .testTarget(
            name: "FormExamples", dependencies: ["AssayForms", "AssaySwiftUI", "AssayTesting"],
            path: "Examples/Forms",
            swiftSettings: swiftSettings + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "ruleshellTests", dependencies: ["Assay", "TestRandomness", "ruleshell"],
            path: "Tests/shell/ruleshellTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Assay", "AssayPatternAnalysis", "AssayRegex", "PluginWorkshop", "TestRandomness",
            ],
            exclude: ["Schemas"],
            swiftSettings: swiftSettings),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

// The sanitizers name the test targets that they run: what these need is built, with the plugins and the program that they load, and
// nothing else. The tests, and what does little with memory, are not optimized, which would take longer than running them does.
if let tests = Context.environment["ASSAY_SANITIZED_TESTS"] {
    let names = tests.split(separator: " ").map(String.init)
    let plugins = package.targets.map(\.name).filter { $0.hasSuffix("Plugin") }
    let programs = ["assay-plugin-probe"] + (names.contains("EndToEndTests") ? ["ruleshell"] : [])
    var missing = names + plugins + programs
    var needed: Set<String> = []
    while let name = missing.popLast() {
        guard needed.insert(name).inserted else { continue }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): missing.append(name)
            default: break
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        let targets =
            (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
        return targets.map { !needed.isSuperset(of: $0) } ?? false
    }
    let plain = [
        "AssayForms", "AssayPatternAnalysis", "AssayPluginChecker", "AssayPluginPackages",
        "AssayTrials", "ruleshell",
    ]
    for target in package.targets where target.type == .test || plain.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
    }
}

// What `make libassay` links, with the runtime of Swift in it; without the variable no one sees it.
if Context.environment["ASSAY_BUILDS_LIBRARY"] == "1" {
    package.products.append(
        .library(name: "AssayLibrary", type: .static, targets: ["AssayLibrary"]))
    // Swift's `Regex`, a tenth of the library, which patterns are only compared with where there is PCRE2.
    for target in package.targets where target.name == "AssayRegex" {
        target.exclude.append("SwiftRegex")
    }
}
