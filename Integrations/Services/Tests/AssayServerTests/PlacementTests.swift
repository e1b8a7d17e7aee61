// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import Testing

/// Parts of the server that are off, or at an address of their own.
struct PlacementTests {
    private static let trial = ["Content-Type": "application/json"]

    @Test func whatIsOffIsNotThere() throws {
        let server = try ServerProcess(sampleRuleSets, "--playground", "off", "--metrics", "off")
        for (method, path) in [
            ("GET", "/"), ("GET", "/page.js"), ("POST", "/v1/try"), ("GET", "/v1/try"),
            ("GET", "/metrics"), ("POST", "/metrics"),
        ] {
            let answer = try server.request(method, path, headers: Self.trial, body: "{}")
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(answer.body.contains("There is nothing at this path."))
        }
        #expect(try server.request("GET", "/health/live").status == 200)
    }

    @Test func whatHasAnAddressOfItsOwnIsOnlyThere() throws {
        let server = try ServerProcess(
            sampleRuleSets, "--playground", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
        // Both have the same address.
        let line = try #require(server.waitForLine(containing: "assay-server answers "))
        #expect(line.contains("assay-server answers /metrics and playground at http://127.0.0.1:"))
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
        #expect(port != server.port)
        for path in ["/", "/metrics"] {
            #expect(try server.request("GET", path).status == 404, "\(path)")
            #expect(try request("GET", path, port: port).status == 200, "\(path)")
        }
        #expect(
            try request("POST", "/v1/try", port: port, headers: Self.trial, body: "{}").status
                == 200)
        for path in ["/v1/rules", "/health/live", "/openapi.json"] {
            #expect(try request("GET", path, port: port).status == 404, "\(path)")
            #expect(try server.request("GET", path).status == 200, "\(path)")
        }
        // The metrics are those of the whole server.
        #expect(
            try request("GET", "/metrics", port: port).body.contains(#"route="/v1/rules""#))
        server.terminate()
        #expect(server.exitStatus() == 0)
    }
}
