// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginHost
import AssayRules
public import CAssay
import Synchronization

/// The rules that rule sets can name.
final class Engine: Sendable {
    let registry: RuleRegistry
    private let host: PluginHost
    /// `true` if functions of the caller run during checks, which may check records themselves.
    private let hasCallbacks: Atomic<Bool>
    /// The checks and compilations of each thread that have not ended, one inside of the other.
    private static let nesting = ThreadNumber()
    private static let mostNested = 16

    init(_ options: assay_engine_options) throws(LibraryError) {
        try checkFlags(options.flags, "options->flags")
        var clock: (@Sendable () -> Duration)?
        if let read = options.clock {
            let own = CallerClock(read: read, context: options.clock_context)
            clock = { own.now }
        }
        registry = .standard(clock: clock)
        hasCallbacks = Atomic(clock != nil)
        var policy = PluginPolicy.standard
        let probe = try options.probe.path("options->probe")
        policy.probe = try Self.probe(probe)
        host = PluginHost(policy: policy)
    }

    private static func probe(_ path: String) throws(LibraryError) -> PluginProbe {
        if !path.isEmpty {
            guard path.hasPrefix("/") else {
                throw .argument("'options->probe' is not an absolute path: '\(path)'")
            }
            return .executable(path)
        }
        // A library is not the program of its process, which may be an interpreter.
        return .installed(with: #dsohandle)
    }

    /// Notes that functions of the caller run during checks from now on.
    func expectCallbacks() { hasCallbacks.store(true, ordering: .releasing) }

    /// Does something during which functions of the caller may run, which may do the same again.
    ///
    /// - Throws: What `body` throws, and that the functions do so without an end: the stack would not suffice.
    @inline(__always)
    func nest<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        guard hasCallbacks.load(ordering: .acquiring) else { return try body() }
        let depth = Self.nesting.value
        guard depth < Self.mostNested else { throw .nested(depth) }
        Self.nesting.value = depth + 1
        defer { Self.nesting.value = depth }
        return try body()
    }

    func load(path: String, settings: String) throws(LibraryError) {
        var configuration = Value.absent
        if !settings.isEmpty {
            guard case .object(let object)? = try? Value(json: settings) else {
                throw .argument("'settings' is not a JSON object")
            }
            configuration = .object(object)
        }
        do throws(PluginError) {
            try host.load(path: path, configuration: configuration, into: registry)
        } catch {
            throw LibraryError(error)
        }
    }
}

/// The clock of the caller, who keeps its context as long as the engine is there.
private struct CallerClock: @unchecked Sendable {  // called from any thread, as the header says
    let read: @convention(c) (UnsafeMutableRawPointer?) -> Int64
    let context: UnsafeMutableRawPointer?

    var now: Duration { .nanoseconds(read(context)) }
}

@c @implementation
public func assay_engine_create(
    _ options: UnsafePointer<assay_engine_options>?,
    _ engine: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        guard let engine else { throw .argument("'engine' is NULL") }
        engine.pointee = retained(try Engine(assay_engine_options.given(options, "options")))
        return ASSAY_OK
    }
}

@c @implementation
public func assay_engine_load_plugin(
    _ engine: OpaquePointer?, _ path: assay_str, _ settings: assay_str,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let engine: Engine = try object(engine, "engine")
        try engine.load(path: path.path("path"), settings: settings.text("settings"))
        return ASSAY_OK
    }
}

@c @implementation
public func assay_engine_release(_ engine: OpaquePointer?) { release(engine, as: Engine.self) }
