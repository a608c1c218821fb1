import CollectionFiles
import Foundation
import OpenCollection
import Testing

@Suite("Writing a collection's files")
struct CollectionWriterTests {
    @Test("a new file is not written over another; one that says the same already is as good as written")
    func createTwice() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "info:\n  name: M\n"])
        let writer = CollectionWriter(root: directory.url)
        try writer.create("a.yml", with: "one")
        try writer.create("a.yml", with: "one")
        let refused = #expect(throws: CollectionWriter.SaveError.self) { try writer.create("a.yml", with: "two") }
        guard case .exists? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(try directory.text("a.yml") == "one")
    }

    @Test("a file is replaced whole, keeps its mode, and nothing else is left behind")
    func replaces() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["a.yml": "old\n"])
        let path = directory.url.appendingPathComponent("a.yml").path
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try CollectionWriter(root: directory.url).replace("a.yml", with: "new\n", expecting: "old\n")
        #expect(try directory.text("a.yml") == "new\n")
        #expect(try directory.mode("a.yml") == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["a.yml"])
    }

    @Test("a file that was changed meanwhile is not touched, and its new text is given back")
    func conflict() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["a.yml": "theirs\n"])
        do {
            try CollectionWriter(root: directory.url).replace("a.yml", with: "mine\n", expecting: "old\n")
            Issue.record("it was overwritten")
        } catch {
            guard case .changedMeanwhile("theirs\n") = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try directory.text("a.yml") == "theirs\n")
    }

    @Test("a file that is gone is not made anew")
    func gone() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: CollectionWriter.SaveError.self) {
            try CollectionWriter(root: directory.url).replace("a.yml", with: "x", expecting: "y")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
    }

    @Test("a symbolic link stays one: what it points to is written")
    func link() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["real.yml": "old"])
        try FileManager.default.createSymbolicLink(
            atPath: directory.url.appendingPathComponent("a.yml").path, withDestinationPath: "real.yml")
        try CollectionWriter(root: directory.url).replace("a.yml", with: "new", expecting: "old")
        #expect(try directory.text("real.yml") == "new")
        let kind = try FileManager.default.attributesOfItem(atPath: directory.url.appendingPathComponent("a.yml").path)[
            .type]
        #expect(kind as? FileAttributeType == .typeSymbolicLink)
    }

    @Test("policies go into microscope.yaml, made if it is not there")
    func policies() throws {
        let directory = try TemporaryDirectory()
        var policies = RequestPolicies()
        policies.retry = RetrySettings(count: 3)
        let companion = try CollectionWriter(root: directory.url).setPolicies(policies, for: .request("a.yml"))
        #expect(companion.requests["a.yml"]?.retry?.count == 3)
        #expect(try CompanionFile.read(text: directory.text("microscope.yaml")).requests == companion.requests)
    }

    @Test("a filter goes there too, and is taken out again")
    func filter() throws {
        let directory = try TemporaryDirectory()
        let writer = CollectionWriter(root: directory.url)
        #expect(try writer.setFilter(".items[0]", of: "a.yml").filters == ["a.yml": ".items[0]"])
        #expect(try directory.text("microscope.yaml").hasSuffix("  a.yml:\n    filter: .items[0]\n"))
        #expect(try writer.setFilter(nil, of: "a.yml").filters.isEmpty)
        #expect(try directory.text("microscope.yaml") == "version: 1\n")
    }
}

@Suite("Values from outside the collection")
struct OutsideSourcesTests {
    @Test(".env lies over the process environment")
    func dotEnv() throws {
        let directory = try TemporaryDirectory()
        try directory.write([".env": "A=file"])
        let sources = OutsideSources(
            root: directory.url,
            directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path]),
            environment: ["A": "system", "B": "system"])
        #expect(sources.processEnvironment == ["A": "file", "B": "system"])
    }

    @Test("a file of pairs outside of the collection is read once somebody has agreed to that")
    func filesOfPairs() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["c/near.env": "A=near", "far.env": "A=far"])
        let root = directory.url.appendingPathComponent("c")
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        var near = EnvironmentDefinition(name: "near", variables: [])
        near.dotEnvFilePath = "near.env"
        var far = EnvironmentDefinition(name: "far", variables: [])
        far.dotEnvFilePath = "../far.env"
        let collection = OpenCollection.Collection(name: "c", environments: [near, far])
        let sources = OutsideSources(root: root, directories: directories, environment: [:])
        #expect(sources.environmentFiles(of: collection) == ["near": ["A": "near"]])
        try TrustGate(root: root, directories: directories).agree(to: [OutsideUse(.read("../far.env"), for: "far")])
        #expect(sources.environmentFiles(of: collection) == ["near": ["A": "near"], "far": ["A": "far"]])
    }

    @Test("the private store is readable by its owner only")
    func privacy() throws {
        let directory = try TemporaryDirectory()
        let store = SecretStore(
            directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path]))
        try store.set("x", name: "n", collection: "/c", environment: "e")
        #expect(try directory.mode("data/secrets.json") == 0o600)
        #expect(try directory.mode("data") == 0o700)
    }

    @Test(
        "the four places follow the specification",
        arguments: [
            ("D1 defaults", ["HOME": "/h"], "/h/.config/microscope", "/h/.local/state/microscope"),
            (
                "D2 named", ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"], "/c/microscope",
                "/s/microscope"
            ),
            (
                "D3 relative does not count", ["HOME": "/h", "XDG_CONFIG_HOME": "c"], "/h/.config/microscope",
                "/h/.local/state/microscope"
            ),
            ("D4 all in one", ["HOME": "/h", "MICROSCOPE_HOME": "/m"], "/m/config", "/m/state"),
        ] as [(String, [String: String], String, String)])
    func places(id: String, environment: [String: String], config: String, state: String) {
        let directories = MicroscopeDirectories(environment: environment)
        #expect(directories.config.path == config, "\(id)")
        #expect(directories.state.path == state, "\(id)")
    }

    @Test("of policies only what was changed is written: what somebody else wrote meanwhile stays")
    func policiesOfOthers() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "info: {name: S}\n"])
        let theirs = "requests:\n  a.yml: {retry: {count: 3}, tls: {verify: true}}\n"
        try directory.write(["microscope.yaml": theirs])
        let writer = CollectionWriter(root: directory.url)
        var mine = RequestPolicies()
        mine.verifiesTLS = false
        let written = try writer.setPolicies(mine, over: RequestPolicies(), for: .request("a.yml"))
        #expect(written.requests["a.yml"]?.retry?.count == 3 && written.requests["a.yml"]?.verifiesTLS == false)
        let all = try writer.setPolicies(mine, for: .request("a.yml"))
        #expect(all.requests["a.yml"] == mine)
    }
}
