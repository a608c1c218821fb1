import DemoAPI
import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: import on screen", .serialized)
struct ImportOnScreen {
    private static let token = "0123456789abcdef0123"

    private func postman(_ place: StoryPlace) -> String {
        """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(Self.token)"}]},
         "variable": [{"key": "host", "value": "\(place.server.baseURL)"}],
         "item": [{"name": "People", "item": [{"name": "Say it", "event": [{"listen": "test", "script": {"exec": ["pm.test('ok', () => {});"]}}],
           "request": {"method": "POST", "url": "{{host}}/echo?a=1",
             "body": {"mode": "raw", "raw": "{}", "options": {"raw": {"language": "json"}}}}}]}]}
        """
    }

    @Test(
        "a Postman collection and its environment are imported by the path of their directory; the request is sent, and u takes all back"
    )
    func intoTheCollection() throws {
        let place = try StoryPlace()
        try place.write(postman(place), to: "../exports/shop.json")
        try place.write(
            #"{"name": "dev", "_postman_variable_scope": "environment", "values": [{"key": "a", "value": "1"}]}"#,
            to: "../exports/dev.json")
        let before = try place.files()
        let session = try place.start(size: .large)
        try session.type("o")
        try session.waitFor("Open a directory or a file")
        try session.type(place.collection.appendingPathComponent("../exports").path)
        try session.press(.enter)
        try session.waitFor("the preview") {
            $0.contains("Import Shop: Postman collection") && $0.contains("a new folder of")
                && $0.contains("1 value of secret variables") && $0.contains("POST Say it") && !$0.contains(Self.token)
        }
        #expect(try place.files() == before)
        try session.press(.enter)
        try session.waitFor("Done: import Shop; u undoes it.")
        try session.type("e")
        try session.type("dev")
        try session.press(.enter)
        try session.showRequest("Shop/People/Say it", named: "Say it")
        try session.type("s")
        try session.waitFor("run scripts that only compute")
        try session.press(.enter)
        try session.waitForResponse("200 OK")
        try session.waitFor("Bearer \(Self.token)")
        #expect(try place.text(of: "Shop/People/Say it.yml").contains("{{host}}/echo"))
        #expect(try !place.files().values.contains { $0.contains(Self.token) })
        try session.type("1u")
        try session.waitFor("Undo 'import Shop'")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("The environment dev was deleted")
        #expect(try place.files() == before)
        #expect(try session.quit() == 0)
    }

    @Test(
        "microscope FILE shows the preview; Enter asks for the directory, the request is sent with the kept secret, u takes it back"
    )
    func newCollection() throws {
        let place = try StoryPlace([:])
        try place.write(postman(place), to: "../shop.json")
        let session = try place.run(
            [place.collection.appendingPathComponent("../shop.json").path], size: .large, in: place.home)
        try session.waitFor("It becomes a new collection.")
        try session.press(.enter)
        try session.waitFor("> ./Shop")
        try session.press(.enter)
        try session.waitFor("Imported into ./Shop. u: undo.")
        try session.type("s")
        try session.waitFor("run scripts that only compute")
        try session.press(.enter)
        try session.waitForResponse("200 OK")
        try session.waitFor("the echo") { $0.contains("/echo?a=1") }
        let shop = place.home.appendingPathComponent("Shop")
        #expect(FileManager.default.fileExists(atPath: shop.appendingPathComponent("People/Say it.yml").path))
        try session.type("1u")
        try session.waitFor("Undo the import of Shop?")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("Done: undo the import of Shop")
        #expect(!FileManager.default.fileExists(atPath: shop.path))
        #expect(try session.quit() == 0)
    }

    @Test("an API is imported by its address, after a question; its operations are sent to it")
    func address() throws {
        let place = try StoryPlace([:])
        let session = try place.run([], size: .large, in: place.home)
        try session.waitFor("Microscope: open a collection")
        try session.type(place.server.baseURL)
        try session.press(.enter)
        try session.waitFor("Import its API description")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("the preview") { $0.contains("Import Microscope demo API") && $0.contains("/openapi.json") }
        try session.press(.enter)
        try session.waitFor("> ./Microscope demo API")
        try session.press(.enter)
        try session.waitFor("Imported into")
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("a document is pasted; an address where nothing listens, and one without a description, say what to do")
    func pastedAndRefused() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.paste(
            "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets: {get: {summary: List}}\n")
        try session.waitFor("Import Pets: OpenAPI document")
        try session.press(.escape)
        try session.waitFor("the tree") { !$0.contains("Import Pets") }
        for (address, words) in [
            ("http://127.0.0.1:9/openapi.json", "Connection refused: 127.0.0.1:9"),
            ("\(place.server.baseURL)/none.json", "the server has no document there"),
            ("\(place.server.baseURL)/nested/openapi.yaml", "the server has no document there"),
        ] {
            try session.type("o")
            try session.waitFor("Open a directory or a file")
            try session.type(address)
            try session.press(.enter)
            try session.waitFor("Import its API description")
            try session.press(.down)
            try session.press(.enter)
            try session.waitFor(words)
            try session.press(.escape)
            try session.waitFor("the tree") { !$0.contains(words) }
        }
        #expect(try session.quit() == 0)
    }

    @Test("on the command line a URL is downloaded and read as a file; what is there and no document is refused")
    func commandLine() throws {
        let place = try StoryPlace()
        let url = "\(place.server.baseURL)/openapi.json"
        let run = try ProgramRun(["import", url, "--new", "../demo"], at: place)
        #expect(run.status == 0 && run.output.contains("../demo/users/"), "\(run.errors)")
        #expect(
            try place.text(of: "../demo/environments/127.0.0.1-\(place.server.port).yml").contains(place.server.baseURL)
        )
        let check = try ProgramRun(["check", "../demo"], at: place)
        #expect(check.status == 0, "\(check.output)")
        for (path, words) in [("/status/404", "has no document there"), ("/html", "neither a request")] {
            let refused = try ProgramRun(["import", place.server.baseURL + path, "--new", "../none"], at: place)
            #expect(refused.status == 4 && refused.errors.contains(words), "\(refused.errors)")
        }
        let dead = try ProgramRun(["import", "http://127.0.0.1:9/api.json", "--new", "../none"], at: place)
        #expect(dead.status == 4 && dead.errors.contains("Connection refused: 127.0.0.1:9"), "\(dead.errors)")
    }

    @Test("a format that is known and not read is named where it is to be opened")
    func otherFormat() throws {
        let place = try StoryPlace([:])
        try place.write("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'></definitions>", to: "../a.wsdl")
        let run = try ProgramRun([place.collection.appendingPathComponent("../a.wsdl").path], at: place)
        #expect(run.status == 4 && run.errors.contains("WSDL document"), "\(run.errors)")
    }
}
