import Foundation
import TestSupport
import Testing

@Suite("Story: come from Postman", .serialized)
struct ImportACollection {
    private static let token = "0123456789abcdef0123"
    private static let collection = """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(token)"}]},
         "item": [{"name": "People", "item": [{"name": "Echo", "event": [{"listen": "test", "script": {"exec": ["pm.test('ok', () => {});"]}}],
           "request": {"method": "POST", "url": {"raw": "{{host}}/echo?a=1", "query": [{"key": "a", "value": "1"}]},
             "body": {"mode": "raw", "raw": "{}", "options": {"raw": {"language": "json"}}}}}]}]}
        """

    private func write(_ place: StoryPlace) throws {
        try place.write(Self.collection, to: "../shop.json")
        try place.write(
            #"{"name": "dev", "values": [{"key": "host", "value": "\#(place.server.baseURL)"}]}"#, to: "../dev.json")
    }

    @Test(
        "a collection and its environment become a new collection that checks clean and can be sent, its secret kept apart"
    )
    func newCollection() throws {
        let place = try StoryPlace()
        try write(place)
        let run = try ProgramRun(["import", "../shop.json", "../dev.json", "--new", "../shop"], at: place)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output == """
                ../shop/.gitignore
                ../shop/opencollection.yml
                ../shop/People/folder.yml
                ../shop/People/Echo.yml
                ../shop/environments/dev.yml

                """)
        #expect(run.errors.contains("requests"), "\(run.errors)")
        let check = try ProgramRun(["check", "../shop", "--strict"], at: place)
        #expect(check.status == 0, "\(check.output)")
        let send = try ProgramRun(["send", "People/Echo", "-c", "../shop", "--env", "dev", "--trust"], at: place)
        #expect(send.status == 0 && send.output.contains(Self.token), "\(send.errors)")
        for file in ["opencollection.yml", "People/Echo.yml", "environments/dev.yml"] {
            #expect(try !place.text(of: "../shop/\(file)").contains(Self.token), "\(file)")
        }
        let again = try ProgramRun(["import", "../shop.json", "--new", "../shop"], at: place)
        #expect(again.status == 2 && again.errors.contains("is a collection already"), "\(again.errors)")
    }

    @Test(
        "inside a collection it is a folder, in another one if asked; a second one gets a name of its own, and a dry run writes nothing"
    )
    func intoFolder() throws {
        let place = try StoryPlace()
        try write(place)
        let dry = try ProgramRun(["import", "../shop.json", "../dev.json", "--dry-run"], at: place)
        #expect(dry.status == 0 && dry.output.contains("Shop/People/Echo.yml"), "\(dry.errors)")
        #expect(throws: (any Error).self) { try place.text(of: "Shop/folder.yml") }
        for name in ["Shop", "Shop 2"] {
            let run = try ProgramRun(["import", "../shop.json", "../dev.json"], at: place)
            #expect(run.status == 0 && run.output.contains("\(name)/People/Echo.yml"), "\(run.errors)")
        }
        let inner = try ProgramRun(["import", "../shop.json", "--into", "users", "--json"], at: place)
        #expect(inner.status == 0 && inner.output.contains("users/Shop/folder.yml"), "\(inner.errors)")
        #expect(try place.text(of: "Shop/folder.yml").contains("token: \"{{token}}\""))
        let nowhere = try ProgramRun(["import", "../shop.json", "--into", "nowhere"], at: place)
        #expect(nowhere.status == 2 && nowhere.errors.contains("there is no folder nowhere"), "\(nowhere.errors)")
    }

    @Test("an OpenAPI document becomes requests that can be sent; parameters come from a file beside it")
    func openAPI() throws {
        let place = try StoryPlace()
        try place.write(
            """
            openapi: 3.1.0
            info: {title: Echo, version: "1"}
            servers: [{url: "\(place.server.baseURL)", description: here}]
            paths:
              /echo:
                post:
                  summary: Say it
                  tags: [echo]
                  parameters: [{$ref: "parts/page.yaml"}]
                  requestBody: {content: {application/json: {schema: {type: object, properties: {word: {type: string, example: hello}}}}}}
            """, to: "../spec/api.yaml")
        try place.write(
            "{name: page, in: query, required: true, schema: {type: integer}}\n", to: "../spec/parts/page.yaml")
        let run = try ProgramRun(["import", "../spec/api.yaml", "--new", "../echo"], at: place)
        #expect(run.status == 0 && run.output.contains("../echo/echo/Say it.yml"), "\(run.errors)")
        let check = try ProgramRun(["check", "../echo", "--strict"], at: place)
        #expect(check.status == 0, "\(check.output)")
        let send = try ProgramRun(["send", "echo/Say it", "-c", "../echo", "--env", "here"], at: place)
        #expect(send.status == 0 && send.output.contains("hello") && send.output.contains("page"), "\(send.errors)")
    }

    @Test("what cannot be read says so, and nothing is written")
    func unreadable() throws {
        let place = try StoryPlace()
        for (text, words) in [
            (#"{"info": {"name": "A"}, "item": [,]}"#, "broken.json:1:34: expected a value"),
            (#"{"v": 2, "name": "H", "folders": [], "requests": []}"#, "Hoppscotch export"),
            ("#%RAML 1.0\ntitle: A\n", "RAML document"), ("openapi: 3.0.0\npaths: [\n", "broken.json:3:1: "),
        ] {
            try place.write(text, to: "../broken.json")
            let run = try ProgramRun(["import", "../broken.json", "--new", "../new"], at: place)
            #expect(run.status == 4 && run.errors.contains(words) && run.output.isEmpty, "\(run.errors)")
        }
        try place.write(#"{"info": {"name": "Part", "schema": "collection/v2"}, "item": [1]}"#, to: "../part.json")
        let part = try ProgramRun(["import", "../part.json"], at: place)
        #expect(part.status == 1 && part.errors.contains("part.json:/item/0: error:"), "\(part.errors)")
        #expect(part.output == "Part/folder.yml\n")
    }
}
