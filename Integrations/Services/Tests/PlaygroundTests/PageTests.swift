// SPDX-License-Identifier: Apache-2.0
import Playground
import Testing

/// The files of the page, as far as they can be held to something without a browser.
@Suite struct PageTests {
    private func text(of path: String) throws -> String {
        let asset = try #require(Playground.asset(path: path))
        return try #require(String(validating: asset.bytes, as: UTF8.self))
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"),
        ("/playground/page.css", "text/css; charset=utf-8"),
        ("/playground/page.js", "text/javascript; charset=utf-8"),
        ("/playground/icon.svg", "image/svg+xml"),
    ])
    func fileHasItsType(path: String, type: String) throws {
        let asset = try #require(Playground.asset(path: path))
        #expect(asset.contentType == type)
        #expect(!asset.bytes.isEmpty)
    }

    @Test(arguments: [
        "", "/index.html", "/playground", "/playground/", "//", "/playground/../", "/x",
    ])
    func otherPathIsNoFile(path: String) {
        #expect(Playground.asset(path: path) == nil)
    }

    @Test func entityTagsAreQuotedAndDiffer() {
        let tags = Playground.paths.compactMap { Playground.asset(path: $0)?.entityTag }
        #expect(tags.count == Playground.paths.count)
        #expect(Set(tags).count == tags.count)
        for tag in tags {
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 8)
        }
    }

    /// Every file that another one names is there.
    @Test func namedFilesAreThere() throws {
        let page = try text(of: "/")
        let named = page.matches(of: /(?:src|href)="(playground\/[^"]*)"/).map { "/" + $0.output.1 }
        #expect(named.count == 3)
        for path in Playground.paths where path.hasSuffix(".js") {
            let imports = try text(of: path).matches(of: /from "\.\/([^"]*)"/)
            for found in imports {
                #expect(Playground.asset(path: "/playground/" + found.output.1) != nil)
            }
        }
        for path in named { #expect(Playground.asset(path: path) != nil) }
    }

    /// The policy forbids what a browser would ask other servers for, and what is in the page itself.
    @Test func policyHasNoException() throws {
        let policy = try #require(
            Playground.headers.first { $0.key == "Content-Security-Policy" }?.value)
        let parts = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(parts.first == "default-src 'none'")
        for part in parts.dropFirst() {
            let sources = part.split(separator: " ").dropFirst()
            #expect(
                sources.allSatisfy { ["'none'", "'self'", "'script'"].contains($0) }, "\(part)")
        }
        let page = try text(of: "/")
        #expect(!page.contains("<style") && !page.contains(" style="))
        #expect(
            page.matches(of: /<script/).count
                == page.matches(of: /<script type="module" src=/).count)
        #expect(page.matches(of: /\ on[a-z]+=/).isEmpty)
        for path in Playground.paths where path != "/playground/icon.svg" {
            #expect(try !text(of: path).contains("://"), "\(path) names an address")
        }
        for path in Playground.paths where path.hasSuffix(".js") {
            let script = try text(of: path)
            for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
            {
                #expect(!script.contains(sink), "\(path) has \(sink)")
            }
        }
    }
}
