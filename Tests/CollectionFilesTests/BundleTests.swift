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

/// Returns the message of a failure; "" if there is none.
private func failure(_ body: () throws -> Any) -> String {
    do {
        _ = try body()
        return ""
    } catch {
        return (error as? FileProblem)?.line ?? "\(error)"
    }
}

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

    private static let new =
        "info:\n  name: New one\n  type: http\n  seq: 3\n\nhttp:\n  method: GET\n  url: http://h/new\n"

    @Test("a new request goes behind the others of its folder, and every line that was there stays as it is")
    func creates() throws {
        let (file, directory) = try unpacked("shop.yml")
        let written = try CollectionWriter(root: file).create("Users/New one.yml", with: Self.new)
        #expect(written.changes.isEmpty)
        let saved = try String(contentsOf: file, encoding: .utf8)
        let added = """
                  - info:
                      name: New one
                      type: http
                      seq: 3
                    http:
                      method: GET
                      url: http://h/new

            """
        #expect(saved.replacing(added, with: "") == bundle && saved != bundle, "\(saved)")
        let loader = CollectionLoader(root: file)
        #expect(try loader.load().request(at: "Users/New one.yml")?.definition.url == "http://h/new")
        // What is saved next expects what was reported.
        #expect(try loader.text(of: "Users/New one.yml") == written.text)
        withExtendedLifetime(directory) {}
    }

    @Test("anchors and their aliases stay what they were when a request is added, at the root too")
    func createsBesideAnchors() throws {
        let directory = try TemporaryDirectory()
        let text = """
            info: {name: A}
            items:
              - info: {name: one, type: http}
                http: {method: GET, url: http://h, headers: &common [{name: A, value: "1"}]} # shared
              - info: {name: two, type: http}
                http: {method: GET, url: http://h, headers: *common}
            # the end

            """
        try directory.write(["a.yml": text])
        let file = directory.url.appendingPathComponent("a.yml")
        try CollectionWriter(root: file).create("New one.yml", with: Self.new)
        let saved = try directory.text("a.yml")
        #expect(
            saved.contains("&common [{name: A, value: \"1\"}]} # shared\n") && saved.contains("headers: *common}\n"))
        #expect(saved.contains("# the end") && saved.hasPrefix("info: {name: A}\nitems:\n  - info: {name: one"))
        let collection = try CollectionLoader(root: file).load()
        #expect(collection.allItems.map(\.path.text).sorted() == ["New one.yml", "one.yml", "two.yml"])
        #expect(collection.request(at: "two.yml")?.definition.headers.first?.value == "1")
    }

    @Test("a request whose folder is gone gets it anew; a name that is taken is not written over")
    func createsFolders() throws {
        let (file, directory) = try unpacked("shop.yml")
        let writer = CollectionWriter(root: file)
        try writer.create("Away/Deep/New one.yml", with: Self.new)
        let collection = try CollectionLoader(root: file).load()
        #expect(collection.request(at: "Away/Deep/New one.yml") != nil && collection.item(at: "Away")?.name == "Away")
        let before = try String(contentsOf: file, encoding: .utf8)
        for taken in ["Away/Deep/New one.yml", "users/get user.yml"] {
            #expect(failure { try writer.create(ItemPath(taken), with: Self.new) }.contains("it already exists"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == before)
        withExtendedLifetime(directory) {}
    }

    @Test("a name changed by form gives the request another path, and what microscope.yaml says of it follows")
    func renames() throws {
        let (file, directory) = try unpacked("shop.yml")
        let writer = CollectionWriter(root: file)
        var policies = RequestPolicies()
        policies.verifiesTLS = false
        _ = try writer.setPolicies(policies, for: .request("Get user.yml"))
        let request = try #require(CollectionLoader(root: file).load().request(at: "Get user.yml"))
        var definition = request.definition
        definition.name = "Ask"
        let written = try writer.replace("Get user.yml", with: request.saving(definition), expecting: request.text)
        // An item whose name was made unique by a number has the name for itself now.
        #expect(
            Set(written.changes) == [
                PathChange(from: "Get user.yml", to: "Ask.yml"),
                PathChange(from: "get user 2.yml", to: "get user.yml"),
            ])
        let companion = try CollectionLoader(root: file).load().companion
        #expect(companion.requests["Ask.yml"]?.verifiesTLS == false && companion.requests["Get user.yml"] == nil)
        withExtendedLifetime(directory) {}
    }

    @Test("a file that it no longer has items is no reason to take what lies beside it for them")
    func emptied() throws {
        let (file, directory) = try unpacked("shop.yml")
        try directory.write(["shop.yml": "info: {name: Shop}\nitems: []\n", "other.yml": Self.new])
        #expect(failure { try CollectionLoader(root: file).load() }.contains("it no longer has items"))
        let writer = CollectionWriter(root: file)
        #expect(failure { try writer.create("x.yml", with: Self.new) }.contains("it no longer has items"))
        #expect(
            failure { try writer.replace("other.yml", with: "x", expecting: Self.new) }.contains(
                "it no longer has items"))
        #expect(try directory.text("other.yml") == Self.new)
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
            #expect(error?.description.contains("microscope import") == true)
        }
    }
}
