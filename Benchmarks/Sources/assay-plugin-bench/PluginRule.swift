// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

/// A rule of a plugin on the field `taxId`, through the engine.
struct PluginRule {
    private let session: ValidationSession

    init(_ rule: String, of library: String) throws {
        let registry = RuleRegistry()
        try PluginHost().load(path: library, into: registry)
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(
            for: "taxId", Validator(parsing: rule))
        session = ValidationSession(manager.plan)
    }

    func failures(_ values: [ParsedBatch]) -> Int {
        values.reduce(0) { $0 + session.validate($1.batch).count }
    }

    /// Each value by itself.
    func singleFailures(_ values: [ParsedBatch]) -> Int {
        var failures = 0
        for parsed in values {
            for row in 0..<parsed.batch.count {
                failures += session.validate(parsed.batch, row: row).count
            }
        }
        return failures
    }
}

/// The same function without the engine.
struct DirectFunction {
    private typealias Function =
        @convention(c) (
            UnsafeRawPointer?, UInt64, UInt64
        ) -> UInt64
    private let function: Function

    init(library: String) throws {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(handle, "tax_id_failures")
        else { throw UsageError(message: "\(library) has no function tax_id_failures") }
        function = unsafeBitCast(symbol, to: Function.self)
    }

    func failures(_ values: [ParsedBatch], batch: UInt64) -> Int {
        values.reduce(0) { sum, parsed in
            sum + Int(function(parsed.batch.columns[0], UInt64(parsed.batch.count), batch))
        }
    }
}
