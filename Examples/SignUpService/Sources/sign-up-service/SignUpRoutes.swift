// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import AssayHummingbird
import AssayObservability
import HTTPTypes
import Hummingbird

/// What the service answers.
struct SignUpRoutes: Sendable {
    private let desk: SignUpDesk
    private let page: SignUpPage
    private let metrics: PrometheusMetrics
    private let options: BodyOptions

    init(desk: SignUpDesk, metrics: PrometheusMetrics) throws {
        self.desk = desk
        self.metrics = metrics
        page = try SignUpPage()
        // A sign-up is a few hundred bytes.
        options = BodyOptions(
            limits: JSONLimits(maximumBytes: 16 << 10), asyncLimits: SignUpDesk.limits)
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.get("/") { request, _ in
            respond(
                .init(
                    messages: messages(request),
                    isWelcome: request.uri.queryParameters["welcome"] != nil))
        }
        router.post("/") { request, _ in try await signUp(request) }
        router.post("check") { request, _ in try await check(request) }
        router.post("api/members") { request, context in
            let signUp = try await request.decode(
                SignUp.self, by: desk.validators, context: context, options: options)
            do {
                try await desk.add(signUp)
            } catch let error as ValidationError {
                throw ValidationProblem(error.report, messages: messages(request))
            }
            return Response(status: .created)
        }
        router.get("metrics") { _, _ in
            Self.response(metrics.exposition, "text/plain; version=0.0.4; charset=utf-8")
        }
        router.get("health") { _, _ in "ready\n" }
        router.get("form.js") { _, _ in
            Self.response(PackageResources.form_js, "text/javascript; charset=utf-8")
        }
        router.get("style.css") { _, _ in
            Self.response(PackageResources.style_css, "text/css; charset=utf-8")
        }
        return router
    }

    // MARK: - The page

    /// The form as a browser sends it, with or without JavaScript: the page again with what is wrong, or on
    /// to the welcome.
    private func signUp(_ request: Request) async throws -> Response {
        let fields = try await request.formFields(options: options)
        do {
            let signUp = try await desk.validators.decode(
                SignUp.self, fromForm: fields, within: SignUpDesk.limits)
            try await desk.add(signUp)
        } catch let error as ValidationError {
            let values = Dictionary(fields.map { ($0.key, $0.value) }) { $1 }
            return respond(
                .init(messages: messages(request), values: values, report: error.report),
                status: .unprocessableContent)
        }
        return Response(status: .seeOther, headers: [.location: "/?welcome"])
    }

    /// What is wrong with the form so far, by fields: the page asks when a field is left.
    private func check(_ request: Request) async throws -> Response {
        let record = ValidationRecord(form: try await request.formFields(options: options))
        let report = await desk.validators.validate(record, within: SignUpDesk.limits)
        return Self.response(
            FieldMessages(report, messages(request)).json, "application/json",
            [.vary: "Accept-Language", .cacheControl: "no-store"])
    }

    private func messages(_ request: Request) -> MessageCatalogue {
        request.messages(of: desk.validators.registry)
    }

    // MARK: - Responses

    private func respond(
        _ content: SignUpPage.Content, status: HTTPResponse.Status = .ok
    ) -> Response {
        var response = Self.response(
            page.html(content, desk.validators.ruleSet), "text/html; charset=utf-8",
            [.vary: "Accept-Language", .cacheControl: "no-store"])
        response.status = status
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return response
    }

    private static func response(
        _ text: String, _ type: String, _ headers: HTTPFields = [:]
    ) -> Response {
        response(Array(text.utf8), type, headers)
    }

    private static func response(
        _ bytes: [UInt8], _ type: String, _ headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.xContentTypeOptions] = "nosniff"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
