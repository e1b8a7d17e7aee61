// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Where ruleshell takes plugins and their settings from, and what it says of them.
@Suite struct PluginListTests {
    private let workshop: Workshop

    /// A folder with a plugin and a library that is none.
    init() throws {
        workshop = try Workshop()
        let source = try #require(
            fopen(try RuleShellTool.product("libAssayTemplatePlugin.so"), "r"))
        defer { fclose(source) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, source), count > 0 {
            bytes += chunk[..<count]
        }
        for (name, content) in [("template.so", bytes), ("bad.so", Array(bytes.prefix(64)))] {
            chmod(try workshop.write(content, to: name), 0o644)
        }
    }

    @Test func listSaysWhatIsLoadedAndWhatFailsToLoad() throws {
        let result = try RuleShellTool.run(
            ["plugin", "list", "template.so", "none.so"], in: workshop)
        #expect(
            result.output == """
                template 1.0.0: template.so
                  rules: template.even
                  versions held: 1
                failed to load at stage open: none.so
                  found: no such file
                  expected: a regular file that can be read
                  remedy: check the path

                """)
        #expect(result.status == 1)
    }

    @Test func listOfPluginsThatAreAllLoadedIsASuccess() throws {
        let result = try RuleShellTool.run(
            ["plugin", "list", "--json", "--plugin", "template.so"], in: workshop)
        #expect(
            result.output == """
                {"plugins":[{"status":"loaded","path":"template.so","id":"template",\
                "version":"1.0.0","rules":["template.even"],"versionsHeld":1}]}

                """)
        #expect(result.errors == "" && result.status == 0)
    }

    @Test func directoryIsListedInTheOrderOfItsNames() throws {
        let result = try RuleShellTool.run(["plugin", "list", "--json", "."], in: workshop)
        #expect(
            result.output.hasPrefix(
                #"{"plugins":[{"status":"failed","path":"./bad.so","stage":"format","found":""#))
        #expect(result.output.contains(#"{"status":"loaded","path":"./template.so","#))
        #expect(result.status == 1)
    }

    @Test func pluginOfAnOptionThatFailsToLoadIsAnError() throws {
        let result = try RuleShellTool.run(["rules", "template.*", "--plugin", "."], in: workshop)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[plugin.format] cannot load plugin './bad.so': found "))
        #expect(result.status == 2)
    }

    @Test func pluginOfTheEnvironmentThatFailsToLoadIsAWarning() throws {
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "ASSAY_PLUGIN_PATH=.", try RuleShellTool.product("ruleshell"), "try",
                "template.even", "2",
            ], in: workshop.path)
        let result = try process.finish()
        #expect(result.output == "valid 2\n")
        #expect(
            result.errors.hasPrefix(
                "ruleshell: warning[plugin.format] cannot load plugin './bad.so': found "))
        #expect(result.status == 0)
    }

    @Test func settingsReachThePluginWithTheirId() throws {
        try workshop.write("template:\n  limit: 3\n", to: "c.yaml")
        let result = try RuleShellTool.run(
            ["rules", "--plugin", "template.so", "--plugin-config", "c.yaml"], in: workshop)
        #expect(
            result.errors == """
                ruleshell: error[plugin.configure] cannot load plugin 'template.so': \
                found an unknown setting 'limit', expected no configuration
                help: correct the plugin's configuration

                """)
        #expect(result.status == 2)
    }

    @Test(arguments: ["c.yaml", "c.json"])
    func settingsForAnUnknownPluginAreAnError(name: String) throws {
        try workshop.write("{\"template\": {},\n \"tempalte\": {\"limit\": 3}}\n", to: name)
        let result = try RuleShellTool.run(
            ["rules", "--plugin", "template.so", "--plugin-config", name], in: workshop)
        #expect(
            result.errors == """
                \(name):2:2: error[plugin.configuration] there are settings for the plugin \
                'tempalte', which is not loaded
                   "tempalte": {"limit": 3}}
                   ^
                help: did you mean 'template'?

                """)
        #expect(result.status == 2)
    }

    @Test func everyIssueInSettingsIsReported() throws {
        try workshop.write("a: 1\nb:\n  x: 1\n  x: 2\nb: {}\n", to: "c.yaml")
        let result = try RuleShellTool.run(
            ["plugin", "list", "--plugin-config", "c.yaml"], in: workshop)
        let heads = result.errors.split(separator: "\n").filter { $0.hasPrefix("c.yaml:") }
        #expect(
            heads == [
                "c.yaml:1:4: error[configuration.type] expected the settings of 'a', found 1",
                "c.yaml:4:3: error[configuration.duplicateKey] the key 'x' appears twice",
                "c.yaml:5:1: error[configuration.duplicateKey] the key 'b' appears twice",
            ])
        #expect(result.status == 2)
    }
}
