import CollectionFiles
import Foundation
import OpenCollection
import Testing

private let bundle = """
    # One file.
    opencollection: 1.0.0
    info: {name: Shop}
    config:
      environments:
        - name: dev # local
          variables:
            - {name: host, value: "http://h"}
    items:
      # People.
      - info: {name: Users, type: folder}
        request: {auth: inherit}
        items:
          - info:
              name: Get user # by id
              type: http
              seq: 2
            http:
              method: GET
              url: "{{host}}/users/1" # here
              headers:
                - name: A
                  value: "1" # one
          - http: {method: POST, url: http://h/users}
      - info: {name: Get user, type: graphql}
        graphql: {url: http://h/q}
      - {info: {name: get user, type: grpc}}
    bundled: true

    """

@Suite("A collection in one file")
struct BundleTests {
    private func unpacked(_ name: String) throws -> (URL, TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        try directory.write([name: bundle])
        return (directory.url.appendingPathComponent(name), directory)
    }

    @Test(
        "opens whole by its path, or as a directory's opencollection.yml",
        arguments: ["shop.yml", "opencollection.yml"])
    func opens(name: String) throws {
        let (file, directory) = try unpacked(name)
        let location = try CollectionLocation.open(file)
        #expect(location.item == nil)
        let collection = try CollectionLoader(root: location.root).load()
        #expect(collection.name == "Shop")
        #expect(
            collection.allItems.map(\.path.text) == [
                "Users", "Users/http.yml", "Users/Get user.yml", "Get user.yml", "get user 2.yml",
            ])
        #expect(collection.request(at: "Users/Get user.yml")?.definition.headers.first?.value == "1")
        #expect(collection.request(at: "Users/http.yml")?.definition.method == "POST")
        #expect(collection.environment(named: "dev")?.variables.first?.value == "http://h")
        withExtendedLifetime(directory) {}
    }

    @Test("an edit goes to its place in the file and leaves the rest alone")
    func edits() throws {
        let (file, directory) = try unpacked("shop.yml")
        let request = try #require(CollectionLoader(root: file).load().request(at: "Users/Get user.yml"))
        var definition = request.definition
        definition.url = "{{host}}/users/2"
        definition.headers[0].isEnabled = false
        let text = try request.saving(definition)
        try CollectionWriter(root: file).replace("Users/Get user.yml", with: text, expecting: request.text)
        let saved = try String(contentsOf: file, encoding: .utf8)
        let wanted = bundle.replacing("users/1\" # here", with: "users/2\" # here").replacing(
            "value: \"1\" # one\n", with: "value: \"1\" # one\n              disabled: true\n")
        #expect(saved == wanted)
        let again = try #require(CollectionLoader(root: file).load().request(at: "Users/Get user.yml"))
        #expect(again.text == text)
        withExtendedLifetime(directory) {}
    }

    @Test("a renamed request can be saved again under the path it was opened with")
    func renamed() throws {
        let (file, directory) = try unpacked("shop.yml")
        let writer = CollectionWriter(root: file)
        let path: ItemPath = "Users/Get user.yml"
        let request = try #require(CollectionLoader(root: file).load().request(at: path))
        var definition = request.definition
        definition.name = "Fetch"
        let renamed = try RequestFile.read(text: request.saving(definition), path: path)
        try writer.replace(path, with: renamed.text, expecting: request.text)
        definition.method = "PUT"
        try writer.replace(path, with: renamed.saving(definition), expecting: renamed.text)
        let saved = try String(contentsOf: file, encoding: .utf8)
        #expect(
            saved
                == bundle.replacing("name: Get user # by id", with: "name: Fetch # by id").replacing(
                    "method: GET", with: "method: PUT"))
        withExtendedLifetime(directory) {}
    }

    @Test("only a change of the same part is a conflict")
    func conflict() throws {
        let (file, directory) = try unpacked("shop.yml")
        let writer = CollectionWriter(root: file)
        let path: ItemPath = "Users/Get user.yml"
        let request = try #require(CollectionLoader(root: file).load().request(at: path))
        let others = bundle.replacing("http://h/q", with: "http://h/other")
        try Data(others.utf8).write(to: file)
        var definition = request.definition
        definition.method = "PUT"
        try writer.replace(path, with: request.saving(definition), expecting: request.text)
        #expect(try String(contentsOf: file, encoding: .utf8) == others.replacing("method: GET", with: "method: PUT"))
        #expect(throws: CollectionWriter.SaveError.self) {
            try writer.replace(path, with: request.saving(definition) + "docs: x\n", expecting: request.text)
        }
        withExtendedLifetime(directory) {}
    }

    @Test("what was changed by hand beyond the forms is written too")
    func byHand() throws {
        let (file, directory) = try unpacked("shop.yml")
        let request = try #require(CollectionLoader(root: file).load().request(at: "Get user.yml"))
        let text = request.text + "x-ours: 1\n"
        try CollectionWriter(root: file).replace("Get user.yml", with: text, expecting: request.text)
        #expect(try CollectionLoader(root: file).text(of: "Get user.yml") == text)
        withExtendedLifetime(directory) {}
    }

    @Test("its .env and microscope.yaml stand beside the file")
    func beside() throws {
        let (file, directory) = try unpacked("shop.yml")
        try directory.write([".env": "a=b\n"])
        var policies = RequestPolicies()
        policies.verifiesTLS = false
        _ = try CollectionWriter(root: file).setPolicies(policies, for: .request("Get user.yml"))
        #expect(FileManager.default.fileExists(atPath: directory.url.appendingPathComponent("microscope.yaml").path))
        #expect(try CollectionLoader(root: file).load().companion.requests["Get user.yml"]?.verifiesTLS == false)
        let sources = OutsideSources(root: file, directories: MicroscopeDirectories(environment: [:]), environment: [:])
        #expect(sources.processEnvironment == ["a": "b"])
    }

    @Test("a directory of the older format says what it is and what to do")
    func older() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["bruno.json": "{}", "users/get.bru": "get {}"])
        for place in ["", "users", "users/get.bru"] {
            let error = #expect(throws: LocationError.self) {
                try CollectionLocation.open(directory.url.appendingPathComponent(place))
            }
            #expect(error?.description.contains("export it from Bruno as OpenCollection") == true)
        }
    }
}
