import Foundation
import TestSupport
import Testing

@Suite("Story: a program reads what commands print")
struct ForPrograms {
    /// Runs a command with `--json`, and judges what it prints by the schema that the program prints for it.
    @discardableResult
    private func judged(_ words: [String], as command: String? = nil, at place: StoryPlace) throws -> ProgramRun {
        let run = try ProgramRun(words + ["--json"], at: place)
        let topic = command ?? words[0]
        let schema = try ProgramRun(["schema", "output"] + topic.split(separator: " ").map(String.init), at: place)
        let complaints = try #require(JSONSchema(schema.output), "\(schema.errors)").complaints(about: run.output)
        #expect(complaints == [], "\(words) \(run.status) \(run.errors)\n\(run.output.prefix(2_000))")
        return run
    }

    @Test("what sending commands print is as their schemas say")
    func sending() throws {
        let place = try StoryPlace()
        let address = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        try judged(["send", "users/get"] + address, at: place)
        try judged(["send", "formats/png"] + address, at: place)
        try judged(["send", "users/get", "--env", "local", "--var", "baseUrl=http://127.0.0.1:1"], at: place)
        try judged(["send", "users/get", "--env", "other"] + address, at: place)
        try judged(["send", "users/get", "--repeat", "3"] + address, at: place)
        let run = try judged(["run", "users"] + address, at: place)
        #expect(run.output.contains("\"outcome\": \"ok\""))
        try place.write(
            Fixture.request(
                "Verified", url: "{{baseUrl}}/users/1",
                more: "examples: [{name: shown, response: {status: 200, body: {type: json, data: '{\"id\": 2}'}}}]\n"),
            to: "verified.yml")
        #expect(try judged(["verify"] + address, at: place).output.contains("\"drifted\": 1"))
        let server = try GraphQLServer()
        try place.write(
            """
            info: {name: Search, type: graphql}
            graphql: {url: "\(server.url)", body: {query: "{ user(id: 7) { name } }"}}

            """, to: "search.yml")
        try judged(["graphql", "search"], at: place)
        try judged(["token"], at: place)
        try judged(["trust", place.collection.path], at: place)
        try judged(["session", "list"], as: "session list", at: place)
        try judged(["session"], at: place)
    }

    @Test("what commands of the history print is as their schemas say")
    func history() throws {
        let place = try StoryPlace()
        let address = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        for request in ["users/get", "users/get", "users/list"] {
            #expect(try ProgramRun(["send", request] + address, at: place).status == 0)
        }
        let list = try judged(["history", "list"], as: "history list", at: place)
        let rows = try #require(
            (try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])?["exchanges"]
                as? [[String: Any]])
        let ids = rows.compactMap { $0["shortId"] as? String }
        try #require(ids.count == 3)
        try judged(["history"], at: place)
        for verb in ["show", "check", "pin", "unpin"] {
            try judged(["history", verb, ids[0]], as: "history \(verb)", at: place)
        }
        try judged(["history", "note", ids[0], "a note"], as: "history note", at: place)
        try judged(["history", "sets"], as: "history sets", at: place)
        try judged(["history", "sets", "mine", ids[0], ids[1]], as: "history sets", at: place)
        try judged(["history", "latency", "users/get", "--by", "day"], as: "history latency", at: place)
        try judged(["history", "replay", ids[0], "--yes", "--trust"], as: "history replay", at: place)
        try judged(["diff", ids[0], ids[1]], at: place)
        try judged(["diff", ids[0], ids[2]], at: place)
        let archive = place.home.appendingPathComponent("some.har")
        #expect(try ProgramRun(["history", "export", ids[0], "--output", archive.path], at: place).status == 0)
        try judged(["history", "import", archive.path], as: "history import", at: place)
        try judged(["history", "delete", ids[2], "--yes"], as: "history delete", at: place)
        try judged(["history", "prune"], as: "history prune", at: place)
    }

    @Test("what commands about files and the program itself print is as their schemas say")
    func files() throws {
        let place = try StoryPlace()
        try place.write(
            Fixture.request("Wrong", url: "{{basUrl}}/x", more: "setings: {timeout: '5'}\n"), to: "wrong.yml")
        try place.write(
            Fixture.request(
                "Lifted", url: "{{baseUrl}}/x",
                more:
                    "runtime: {scripts: [{type: tests, code: \"test('a', () => { expect(res.status).to.equal(200) })\"}]}\n"
            ),
            to: "lifted.yml")
        let check = try judged(["check", place.collection.path], at: place)
        #expect(check.output.contains("\"endColumn\""))
        try judged(["lift", "-c", place.collection.path, "--dry-run"], at: place)
        try judged(["replace", "-c", place.collection.path, "baseUrl", "root", "--dry-run"], at: place)
        let document = place.home.appendingPathComponent("api.json")
        try Data(
            #"{"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "http://h.test/{v}"}], "paths": {"/a": {"get": {"responses": {}}}}}"#
                .utf8
        ).write(to: document)
        try judged(["import", document.path, "--new", place.home.appendingPathComponent("new").path], at: place)
        for words in [["init", "--quiet"], ["add", "-A"]] {
            _ = try ChildProgram.run(["git", "-C", place.collection.path] + words)
        }
        try judged(["review", place.collection.path], at: place)
        try judged(["help"], at: place)
        let version = try judged(["version"], at: place)
        for name in ["libcurl", "SQLite", "JavaScriptCore"] {
            #expect(version.output.contains("\"\(name)\""), "\(version.output)")
        }
    }

    @Test("a file of the collection is judged by the schema of its kind as by check")
    func kinds() throws {
        let place = try StoryPlace()
        for kind in ["request", "folder", "environment", "collection", "microscope-yaml"] {
            let run = try ProgramRun(["schema", kind], at: place)
            #expect(run.status == 0 && JSONSchema(run.output) != nil, "\(kind): \(run.errors)")
        }
    }
}
