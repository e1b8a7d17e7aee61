// SPDX-License-Identifier: Apache-2.0
public import Assay
public import Tracing

/// Makes a span of each call of a validator, in the span of the request where there is one.
public struct TracingObserver: ValidationObserver {
    private let tracer: any Tracer

    /// Makes an observer.
    ///
    /// - Parameter tracer: Takes the spans; that of the system by default.
    public init(_ tracer: any Tracer = InstrumentationSystem.tracer) {
        self.tracer = tracer
    }

    /// Makes the span, which has begun when the validation did.
    public func didValidate(_ event: ValidationEvent) {
        let end = DefaultTracerClock.now
        let begin = PastInstant(
            nanosecondsSinceEpoch: end.nanosecondsSinceEpoch
                &- UInt64(clamping: event.duration.wholeNanoseconds))
        let span = tracer.startSpan(
            "assay.validate", context: ServiceContext.current ?? .topLevel, ofKind: .internal,
            at: begin, function: #function, file: #fileID, line: #line)
        span.updateAttributes { attributes in
            attributes["assay.rule_set"] = event.ruleSet
            attributes["assay.records"] = event.records
            attributes["assay.invalid"] = event.invalid
            attributes["assay.faults"] = event.faults
            attributes["assay.codes"] = event.findings.keys.sorted()
        }
        if event.faults > 0 {
            span.setStatus(.init(code: .error, message: "a rule could not decide"))
        }
        span.end(at: end)
    }
}

/// The moment when a span began.
private struct PastInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (left: PastInstant, right: PastInstant) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}
