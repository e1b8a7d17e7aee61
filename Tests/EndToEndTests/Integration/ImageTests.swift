// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop
import Testing

/// The root of the container image: what `.ci/image-root` makes of an unpacked archive, and what the `Dockerfile` says.
@Suite struct ImageTests {
    /// A folder with an archive that is named and laid out as `make dist` does, and the root that is made of it.
    private func image() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let tree = "assay-0.1.0-linux-x86_64"
        for name in [
            tree, tree + "/bin", tree + "/libexec", tree + "/libexec/assay", tree + "/share",
        ] {
            try folder.make(name)
        }
        let program = try RuleShellTool.product("ruleshell")
        let probe = try RuleShellTool.product("assay-plugin-probe")
        let script = """
            cp '\(program)' \(tree)/bin/ && cp '\(probe)' \(tree)/libexec/assay/
            ln -s ../libexec/assay/assay-plugin-probe \(tree)/bin/assay-plugin-probe
            echo text >\(tree)/share/README
            mkdir .build-dist && tar -czf .build-dist/\(tree).tar.gz \(tree) && rm -r \(tree)
            mkdir build && cp '\(Repository.path(".ci/image-root"))' build/
            tar -xzf .build-dist/assay-*-linux-*.tar.gz -C build
            build/image-root image build/assay-*/
            """
        let made = try folder.run("bash", ["-ec", script])
        guard made.status == 0 else { throw RuleShellTool.NotBuilt(description: made.errors) }
        return folder
    }

    /// ruleshell runs with the loader and the libraries of the root alone.
    @Test func programNeedsNothingElse() throws {
        let folder = try image()
        // The paths of the libraries that the loader takes: none is from outside the root.
        let script = """
            loader=$(find image -name 'ld-linux-*.so.*' -o -name 'ld-linux*.so.*' | head -n 1)
            folders=$(find "$PWD/image" -name '*.so*' -printf '%h\\n' | sort -u | paste -sd:)
            "$loader" --inhibit-cache --library-path "$folders" --list image/usr/bin/ruleshell |
                grep -oE '/[^ ]+' | grep -v "^$PWD/image/" | grep -v '^/lib64/ld-' || true
            "$loader" --inhibit-cache --library-path "$folders" image/usr/bin/ruleshell --version
            """
        let run = try folder.run("bash", ["-ec", script])
        #expect(run.errors == "")
        #expect(run.output == "ruleshell 0.1.0\n")
    }

    @Test func rootHasNoShellAndNothingForBuilding() throws {
        let folder = try image()
        let files = try folder.run("find", ["image", "-not", "-type", "d", "-printf", "%P\n"])
        let names = files.output.split(separator: "\n").map(String.init)
        #expect(names.contains("usr/bin/ruleshell"))
        #expect(names.contains("usr/libexec/assay/assay-plugin-probe"))
        #expect(names.contains("etc/passwd"))
        let own: Set = [
            "usr/bin/ruleshell", "usr/bin/assay-plugin-probe",
            "usr/libexec/assay/assay-plugin-probe",
            "etc/passwd",
        ]
        for name in names where !own.contains(name) {
            #expect(name.contains(".so"), "\(name)")
        }
    }

    @Test func mistakesAreNamed() throws {
        let folder = try ScratchFolder()
        let script = Repository.path(".ci/image-root")
        let usage = try folder.run(script, ["image"])
        #expect(usage.errors == "usage: .ci/image-root FOLDER TREE\n")
        try folder.make("tree")
        let missing = try folder.run(script, ["image", "tree"])
        #expect(missing.errors == "image-root: 'tree/bin/ruleshell' is missing\n")
        let exists = try folder.run(script, ["tree", "tree"])
        #expect(exists.errors == "image-root: 'tree' exists\n")
        for result in [usage, missing, exists] { #expect(result.status == 2) }
    }

    /// What the file copies is there, and what `.dockerignore` leaves out is not needed.
    @Test func fileNamesWhatExists() throws {
        let lines = try Workshop.read(Repository.path("Dockerfile")).split(separator: "\n").map(
            String.init)
        let sent = try Workshop.read(Repository.path(".dockerignore")).split(separator: "\n").map(
            String.init)
        #expect(sent.first == "*")
        let copies = lines.filter { $0.hasPrefix("COPY .") || $0.hasPrefix("ADD .") }
        #expect(
            copies == [
                "COPY .ci/image-root /build/", "ADD .build-dist/assay-*-linux-*.tar.gz /build/",
            ])
        #expect(sent.dropFirst() == ["!.ci/image-root", "!.build-dist/*.tar.gz"])
        #expect(access(Repository.path(".ci/image-root"), X_OK) == 0)
        #expect(lines.contains("RUN /build/image-root /image /build/assay-*"))
        #expect(lines.contains("COPY --from=root /image /"))
        #expect(lines.contains("ENTRYPOINT [\"/usr/bin/ruleshell\"]"))
    }
}
