// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
public import CAssay
import Synchronization

/// A compiled rule set.
final class CompiledRules: Sendable {
    let engine: Engine
    let plan: ValidationPlan
    /// Every code that a finding can have.
    let slots: FindingSlots
    private let description = Locked<ZeroEndedText?>(nil)

    init(_ engine: Engine, _ plan: ValidationPlan) {
        self.engine = engine
        self.plan = plan
        slots = FindingSlots(plan: plan)
    }

    static func compile(
        _ source: assay_str, _ options: assay_compile_options, with engine: Engine
    ) throws(LibraryError) -> CompiledRules {
        try checkFlags(
            options.flags, known: ASSAY_COMPILE_FILE | ASSAY_COMPILE_NAMED_FILE,
            "options->flags")
        let isFile = options.flags & ASSAY_COMPILE_FILE != 0
        let path = isFile ? try source.path("source") : ""
        let name = try options.name.text("options->name")
        let isNamed = options.flags & ASSAY_COMPILE_NAMED_FILE != 0
        guard !isNamed || !isFile && !name.isEmpty else {
            throw .argument(
                "ASSAY_COMPILE_NAMED_FILE needs 'options->name', and excludes ASSAY_COMPILE_FILE")
        }
        guard source.len == 0 || source.ptr != nil else { throw .argument("'source' is NULL") }
        guard source.len <= 1 << 32 else {
            throw .argument("'source' has \(source.len) bytes")
        }
        do throws(RuleSetError) {
            let loaded =
                isFile
                ? try RuleSetLoader.load(file: path, registry: engine.registry)
                : try RuleSetLoader.load(
                    bytes: Array(source.bytes), file: name.isEmpty ? "<text>" : name,
                    registry: engine.registry, path: isNamed ? name : nil)
            return CompiledRules(engine, loaded.plan)
        } catch {
            throw LibraryError(error)
        }
    }

    /// The rules as JSON, made once.
    var json: assay_str {
        description.withLock { text in
            let made = text ?? ZeroEndedText(Array(object.json.utf8))
            text = made
            return made.str
        }
    }

    private var object: Value {
        let rules = plan.plannedRules.map { rule in
            Value.object(
                Value.Object([
                    ("field", .string(rule.key)), ("rule", .string(rule.bound.definition.id)),
                    ("expression", .string(rule.entry.expression.description)),
                    ("severity", .string(rule.entry.severity.rawValue)),
                ]))
        }
        var sensitive: [String] = []
        for rule in plan.plannedRules
        where rule.isSensitive && !rule.isImplied && rule.key != sensitive.last {
            sensitive.append(rule.key)
        }
        // Rules about records, which are not checked where each record is by itself.
        let unchecked: [(key: String, value: Value)] =
            plan.unchecked.isEmpty
            ? [] : [("unchecked", .array(plan.unchecked.map { .string($0) }))]
        return .object(
            Value.Object(
                [
                    ("columns", .array(plan.fields.map { .string($0) })), ("rules", .array(rules)),
                    ("unknownFields", .string(plan.unknownFields.rawValue)),
                    ("sensitive", .array(sensitive.map { .string($0) })),
                ] + unchecked))
    }
}

/// A text that C reads, with a zero after it.
final class ZeroEndedText: @unchecked Sendable {  // immutable after init
    let str: assay_str

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        (copy + bytes.count).initialize(to: 0)
        str = assay_str(ptr: UnsafePointer(copy), len: UInt64(bytes.count))
    }

    deinit { str.ptr?.deallocate() }
}

@c @implementation
public func assay_rules_compile(
    _ engine: OpaquePointer?, _ source: assay_str,
    _ options: UnsafePointer<assay_compile_options>?,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let engine: Engine = try object(engine, "engine")
        guard let rules else { throw .argument("'rules' is NULL") }
        let options = try assay_compile_options.given(options, "options")
        rules.pointee = retained(
            try engine.nest { () throws(LibraryError) in
                try CompiledRules.compile(source, options, with: engine)
            })
        return ASSAY_OK
    }
}

@c @implementation
public func assay_rules_describe(
    _ rules: OpaquePointer?, _ json: UnsafeMutablePointer<assay_str>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let rules: CompiledRules = try object(rules, "rules")
        guard let json else { throw .argument("'json' is NULL") }
        json.pointee = rules.json
        return ASSAY_OK
    }
}

@c @implementation
public func assay_rules_release(_ rules: OpaquePointer?) {
    release(rules, as: CompiledRules.self)
}
