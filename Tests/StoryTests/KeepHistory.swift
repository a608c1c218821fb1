import Foundation
import TestSupport
import Testing

@Suite("Story: what was sent is kept", .serialized)
struct KeepHistory {
    private func place(companion: String? = nil) throws -> StoryPlace {
        var files = [
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: TOKEN\n    secret: true\n",
            "echo.yml": Fixture.request(
                "echo", method: "POST", url: "{{baseUrl}}/echo?page={{TOKEN}}",
                more: "  body: {type: text, data: 'kept text {{TOKEN}}'}\n"),
        ]
        files["microscope.yaml"] = companion
        return try StoryPlace(files)
    }

    private func send(_ place: StoryPlace, _ words: [String] = [], _ environment: [String: String] = [:]) throws
        -> ProgramRun
    {
        try ProgramRun(
            ["send", "echo", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"] + words, at: place,
            environment: environment.merging(["TOKEN": "abc-def-123"]) { $1 })
    }

    private func history(_ place: StoryPlace) -> URL { place.home.appendingPathComponent("state/history") }

    /// The bytes of all files of the history.
    private func text(_ place: StoryPlace) throws -> String {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: history(place).path)) ?? []
        let bytes = paths.compactMap {
            FileManager.default.contents(atPath: history(place).appendingPathComponent($0).path)
        }
        return String(decoding: bytes.joined(), as: UTF8.self)
    }

    @Test("a send from the command line is on the disk when the command has ended, its secrets as markers")
    func commandLine() throws {
        let place = try place()
        let sent = try send(place)
        #expect(sent.status == 0 && !sent.errors.contains("istory"), "\(sent.errors)")
        let kept = try text(place)
        #expect(kept.contains("/echo?page={{TOKEN}}") && kept.contains("kept text {{TOKEN}}"))
        #expect(!kept.contains("abc-def-123") && kept.contains(place.server.baseURL))
    }

    @Test("a send from the screen is there after quitting")
    func screen() throws {
        let place = try place()
        let session = try place.start(environment: ["TOKEN": "abc-def-123"])
        try session.send("echo.yml", named: "echo", until: "✓ 200 OK")
        #expect(try session.quit() == 0)
        let kept = try text(place)
        #expect(kept.contains("kept text {{TOKEN}}") && !kept.contains("abc-def-123"))
    }

    @Test("nothing is kept where somebody says so: the option, the process, the environment, the request")
    func off() throws {
        let plain = try place()
        #expect(try send(plain, ["--no-history"]).status == 0)
        #expect(try send(plain, [], ["MICROSCOPE_HISTORY": "off"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: history(plain).appendingPathComponent("history.sqlite").path))
        for said in ["environments: {local: {history: false}}", "requests: {echo.yml: {history: false}}"] {
            let place = try place(companion: "version: 1\n\(said)\n")
            let sent = try send(place)
            #expect(sent.status == 0, "\(sent.errors)")
            #expect(!(try text(place)).contains("kept text"), "\(said)")
        }
    }

    @Test("without a place for it one note is said, and the answer is as it would be")
    func trouble() throws {
        let place = try place()
        try FileManager.default.createDirectory(
            at: history(place).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: history(place))
        let sent = try send(place)
        #expect(sent.status == 0 && sent.output.contains("kept text"))
        let notes = sent.errors.components(separatedBy: "note: The history is not saved: ").count - 1
        #expect(notes == 1, "\(sent.errors)")
    }
}
