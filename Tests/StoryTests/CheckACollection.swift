import Foundation
import TestSupport
import Testing

@Suite("Story: a collection is checked")
struct CheckACollection {
    /// The demo, broken in five ways.
    private static func brokenDemo() throws -> StoryPlace {
        let place = try StoryPlace()
        let edits = [
            ("users/get.yml", "  method: GET", "  mehtod: GET"), ("users/create.yml", "type: json", "type: jsn"),
            ("users/list.yml", "{{baseUrl}}", "{{baseURL}}"), ("echo/upload.yml", "- microscope.yaml", "- facts.txt"),
            ("users/delete.yml", "  url: \"{{", "  url: [{{"),
        ]
        for (path, old, new) in edits { try place.write(place.text(of: path).edited(old, new), to: path) }
        return place
    }

    @Test("each fault is told with its place and what to do, errors end with 1")
    func broken() throws {
        let place = try Self.brokenDemo()
        let run = try ProgramRun(["check"], at: place)
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { !$0.hasPrefix("users/delete.yml") } == [
                "echo/upload.yml:23:13: warning: there is no file facts.txt; put it there; paths begin at the collection's root",
                "users/create.yml:10:11: error: http.body.type is \"jsn\", which is not known here; did you mean json?",
                "users/get.yml:7:3: warning: mehtod is not known in http; did you mean method?",
                "users/list.yml:8:9: warning: {{baseURL}} has no value in any environment; did you mean {{baseUrl}}?",
            ])
        #expect(lines.contains { $0.hasPrefix("users/delete.yml:8:") && $0.contains(": error: ") })
        #expect(run.errors == "2 errors and 3 warnings in 5 files\n")
    }

    @Test("one file of it, from another directory, and strictly")
    func oneFile() throws {
        let place = try Self.brokenDemo()
        let file = "\(place.collection.lastPathComponent)/users/get.yml"
        let above = place.collection.deletingLastPathComponent()
        let run = try ProgramRun(["check", file], at: place, in: above)
        #expect(run.status == 0)
        #expect(run.output == "\(file):7:3: warning: mehtod is not known in http; did you mean method?\n")
        #expect(try ProgramRun(["check", file, "--strict"], at: place, in: above).status == 1)
    }

    @Test("the demo as it is has nothing to tell, also as JSON")
    func clean() throws {
        let place = try StoryPlace()
        let run = try ProgramRun(["check", "--strict"], at: place)
        #expect(run.status == 0 && run.output.isEmpty && run.errors == "no problems found\n")
        let json = try ProgramRun(["check", "--json"], at: place)
        #expect(json.status == 0 && json.output.contains("\"problems\": []"))
    }

    @Test("without a collection, or without its first file readable, nothing is checked")
    func unreadable() throws {
        let place = try StoryPlace()
        #expect(try ProgramRun(["check"], at: place, in: place.home).status == 2)
        try Data([0xFF, 0xFE]).write(to: place.collection.appendingPathComponent("opencollection.yml"))
        let run = try ProgramRun(["check"], at: place)
        #expect(run.status == 4 && run.errors.contains("it is not UTF-8"))
    }
}
