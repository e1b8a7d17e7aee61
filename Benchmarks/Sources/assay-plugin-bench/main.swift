// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

// assay-plugin-bench --c LIBRARY --swift LIBRARY [--rounds N] [--values N]
//
// What a rule of a plugin costs above the same function, called from C without the engine, and what
// loading a plugin takes, with the probe. Prints one JSON object.

do {
    let options = try PluginBenchOptions(CommandLine.arguments.dropFirst())
    let values = try TaxIdNumbers(count: options.values).batch()
    let direct = try DirectFunction(library: options.cLibrary)
    let c = try PluginRule("taxIdC.de", of: options.cLibrary)
    let swift = try PluginRule("taxId.de", of: options.swiftLibrary)
    let costs = try RuleCosts(direct: direct, c: c, swift: swift, values: values)
        .measure(rounds: options.rounds)
    let loading = try LoadTime(library: options.cLibrary).measure(rounds: options.rounds)
    let swiftLoading = try LoadTime(library: options.swiftLibrary).measure(rounds: options.rounds)
    print(
        """
        {"values":\(options.values),"direct_ns":\(costs.direct),"c_ratio":\(costs.cRatio),\
        "swift_ratio":\(costs.swiftRatio),"single_extra_ns":\(costs.singleExtra),\
        "load_c_ms":\(loading),"load_swift_ms":\(swiftLoading)}
        """)
} catch {
    print("assay-plugin-bench: \(error)")
    exit(2)
}
