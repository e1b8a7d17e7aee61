// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
import AssayTrials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Playground
import Synchronization

/// The page at `/`, and `POST /v1/try`, which answers it.
///
/// What is tried runs on threads of its own, a few at a time: requests for validation do not wait for
/// it.
struct PlaygroundRoutes: Sendable {
    private let trials: RuleSetTrials
    private let slots: Slots

    /// The routes.
    ///
    /// - Parameters:
    ///   - trials: The trials that may run; by default without rules of plugins.
    ///   - most: The number of trials that run at the same time; further ones are answered with
    ///     503.
    init(_ trials: RuleSetTrials = RuleSetTrials(), most: Int = 2) {
        self.trials = trials
        slots = Slots(most)
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        for path in Playground.paths {
            router.get(RouterPath(path)) { request, _ in
                guard let asset = Playground.asset(path: path) else {
                    throw HTTPError(.notFound)
                }
                return Self.response(with: asset, to: request)
            }
        }
        router.post("v1/try") { request, _ in try await answer(request) }
    }

    // MARK: - The page

    private static let headers = HTTPFields(
        Playground.headers.compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        })

    private static func response(with asset: Playground.Asset, to request: Request) -> Response {
        var headers = headers
        headers[.eTag] = asset.entityTag
        if request.headers[.ifNoneMatch]?.contains(asset.entityTag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = asset.contentType
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    // MARK: - Trials

    /// Answers a trial in JSON, which pages of other origins cannot send unasked.
    private func answer(_ request: Request) async throws -> Response {
        let type = request.headers[.contentType] ?? ""
        let media = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard media == "application/json" else {
            throw ValidationProblem(
                .unsupportedMediaType, "The body must be application/json, not '\(media)'.")
        }
        let body: ByteBuffer
        do {
            body = try await request.unpacked().body.collect(
                upTo: trials.limits.maximumRequestBytes)
        } catch is NIOTooManyBytesError {
            throw Self.tooLarge("at most \(trials.limits.maximumRequestBytes) bytes are read")
        }
        guard slots.take() else {
            throw ValidationProblem(
                .serviceUnavailable, "Too many rule sets are being tried at the moment.",
                headers: [.retryAfter: "1"])
        }
        defer { slots.giveBack() }
        let trials = trials
        let answer = try await NIOThreadPool.singleton.runIfActive {
            trials.answer(to: Array(body.readableBytesView))
        }
        switch answer {
        case .tried(let json):
            return Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
        case .malformed(let detail): throw ValidationProblem(.badRequest, Self.sentence(detail))
        case .tooLarge(let detail): throw Self.tooLarge(detail)
        }
    }

    private static func tooLarge(_ detail: String) -> ValidationProblem {
        ValidationProblem(.contentTooLarge, sentence(detail))
    }

    private static func sentence(_ detail: String) -> String {
        detail.prefix(1).uppercased() + detail.dropFirst() + (detail.hasSuffix("?") ? "" : ".")
    }

    /// A count of the trials that may still begin.
    private final class Slots: Sendable {
        private let free: Mutex<Int>

        init(_ most: Int) {
            free = Mutex(most)
        }

        func take() -> Bool {
            free.withLock { free in
                guard free > 0 else { return false }
                free -= 1
                return true
            }
        }

        func giveBack() {
            free.withLock { $0 += 1 }
        }
    }
}
