import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: finding in a body, and taking it out of the viewer", .serialized)
struct FindInABody {
    private static func place(bytes: Int) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "big.yml": Fixture.request("Big", url: "{{baseUrl}}/json?bytes=\(bytes)"),
        ])
    }

    @Test("text, a regular expression, the next answer, and what a fold hides, in a body of ten megabytes")
    func finding() throws {
        let place = try Self.place(bytes: 10_000_000)
        let session = try place.start(size: .small)
        try session.send("big.yml", named: "Big", until: "✓ 200 OK")
        try session.waitForResponse("10 MB")
        try session.type("3/")
        try session.waitFor("the line to type in") { $0.contains("Ctrl-T regex") }
        try session.type("\"id\": 7")
        try session.waitFor("no match, for the server leaves no blank") { $0.contains("no match") }
        try session.press(.control("u"))
        try session.type("\"id\":7,")
        try session.waitFor("the only one") { $0.contains("1 of 1") && !$0.contains("1 of 1…") }
        try session.press(.enter)
        try session.waitFor("its path") { $0.contains(".[7].id") || $0.contains(".[6].id") }
        try session.type("/")
        try session.press(.control("t"))
        try session.type("\"id\":\\d*99,")
        try session.waitFor("a regular expression") { $0.contains("regex /") && $0.contains("1 of ") }
        try session.press(.enter)
        try session.type("n")
        try session.waitFor("the next") { $0.contains("2 of ") }
        try session.type("NN")
        try session.waitFor("the last, from the other end") { $0.contains("to the other end") }
        try session.type("s")
        try session.waitFor("a second answer, counted anew") {
            $0.responseTitle.contains("· same") && $0.row(with: "[Body]").contains("260") && !$0.contains(" of ")
        }
        try session.type("_n")
        try session.waitFor("a match in what was folded") { $0.contains(" of ") && !$0.contains("of 1…") }
        #expect(try session.quit() == 0)
    }

    @Test("saved with a proposed name, not over another file unasked; shown in the pager, and handed to the desktop")
    func waysOut() throws {
        let place = try Self.place(bytes: 2_000_000)
        let tools = place.home.appendingPathComponent("tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        try Self.script(
            "cat \"$1\" > \"$HOME/seen-by-desktop\"; stat -c %a \"$1\" > \"$HOME/mode\"; echo \"$1\" > \"$HOME/handed\"",
            at: tools, "xdg-open")
        try Self.script("cp \"$1\" \"$HOME/paged\"; printf 'in the pager\\n'; read -r answer", at: tools, "my-pager")
        let path = tools.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        let session = try place.start(
            size: .small, environment: ["PATH": path, "PAGER": "my-pager", "DISPLAY": ":0"])
        try session.send("big.yml", named: "Big", until: "✓ 200 OK")
        try session.waitForResponse("2.0 MB")
        try session.type("3")
        try session.waitFor("the body") { $0.bodyNumbers.first == 1 }
        try session.type("D")
        try session.waitFor("a proposed name") { $0.contains("/json.json") }
        try session.press(.control("u"))
        try session.type("~/kept.json")
        try session.press(.enter)
        try session.waitFor("path and size") { $0.contains("Saved 2.0 MB to") }
        let kept = place.home.appendingPathComponent("kept.json")
        let body = try Data(contentsOf: kept)
        #expect(body.count >= 2_000_000)
        try Data("mine".utf8).write(to: kept)
        try session.type("D")
        try session.waitFor("the question") { $0.contains("/json.json") }
        try session.press(.control("u"))
        try session.type("~/kept.json")
        try session.press(.enter)
        try session.waitFor("that it is there") { $0.contains("already exists") }
        try session.press(.enter)
        try session.waitFor("the viewer") { !$0.contains("already exists") }
        #expect(try Data(contentsOf: kept) == Data("mine".utf8))
        try session.type("p")
        try session.waitFor("the pager") { $0.contains("in the pager") }
        try session.press(.enter)
        try session.waitFor("the viewer again") { $0.contains("Back from my-pager") }
        #expect(try Data(contentsOf: place.home.appendingPathComponent("paged")) == body)
        try session.type("o")
        try session.waitFor("what was run") { $0.contains("Ran xdg-open") }
        let handed = place.home.appendingPathComponent("handed")
        try session.waitFor("the desktop's program") { _ in FileManager.default.fileExists(atPath: handed.path) }
        #expect(try session.quit() == 0)
        #expect(try Data(contentsOf: place.home.appendingPathComponent("seen-by-desktop")) == body)
        #expect(try String(contentsOf: place.home.appendingPathComponent("mode"), encoding: .utf8) == "600\n")
        let copy = try String(contentsOf: handed, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(copy.hasSuffix("/json.json") && !FileManager.default.fileExists(atPath: copy))
    }

    private static func script(_ text: String, at directory: URL, _ name: String) throws {
        let file = directory.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
}
