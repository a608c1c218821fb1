import Foundation
import TestSupport
import Testing

@Suite("Story: what an answer holds is copied, whatever it takes")
struct CopyFromAResponse {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": "info: {name: M}\n",
            "large.yml": """
            info: {name: large, type: http, seq: 1}
            http: {method: GET, url: "{{baseUrl}}/bytes?count=1500000"}

            """,
            "small.yml": """
            info: {name: small, type: http, seq: 2}
            http: {method: GET, url: "{{baseUrl}}/users/1"}

            """,
            "environments/local.yml": "variables: []\n",
        ])
    }

    /// A desktop's clipboard: whoever copies to it writes a file.
    private static func desktop(at place: StoryPlace, endsWith status: Int = 0) throws -> [String: String] {
        let tools = place.home.appendingPathComponent("tools", isDirectory: true)
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let program = tools.appendingPathComponent("xclip")
        try
            "#!/bin/sh\ncat > '\(place.home.path)/unfinished'\nmv '\(place.home.path)/unfinished' '\(clipboard(place).path)'\nexit \(status)\n"
            .write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return ["PATH": "\(tools.path):/usr/bin:/bin", "DISPLAY": ":77"]
    }

    private static func clipboard(_ place: StoryPlace) -> URL { place.home.appendingPathComponent("clipboard") }

    private static func copiedFiles(_ place: StoryPlace) throws -> [URL] {
        let directory = place.home.appendingPathComponent("state/copied")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    }

    @Test("where a desktop has a clipboard its program is given what is copied, of any size")
    func program() throws {
        let place = try Self.place()
        let session = try place.start(size: .large, environment: Self.desktop(at: place))
        try session.send("small", named: "small", until: "200 OK")
        try session.type("3Y")
        try session.waitFor("Copied the body, ")
        try session.waitFor("the small body on the clipboard") { _ in
            FileManager.default.contents(atPath: Self.clipboard(place).path)?.starts(with: Data("{".utf8)) == true
        }
        try session.send("large", named: "large", until: "200 OK")
        try session.type("3Y")
        try session.waitFor("Copied the body, 1.5 MB, by xclip")
        #expect(FileManager.default.contents(atPath: Self.clipboard(place).path)?.count == 1_500_000)
        #expect(try session.quit() == 0)
    }

    @Test("without one, what is more than terminals take is in a private file whose path is shown")
    func file() throws {
        let place = try Self.place()
        let session = try place.start(size: .large)
        try session.send("large", named: "large", until: "200 OK")
        try session.type("3Y")
        try session.waitFor(" has the body, 1.5 MB: more than the 1 MB that terminals take")
        let file = try #require(try Self.copiedFiles(place).first)
        #expect(FileManager.default.contents(atPath: file.path)?.count == 1_500_000)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try session.quit() == 0)
    }

    @Test("a program that fails is told, and the file has it")
    func failure() throws {
        let place = try Self.place()
        let session = try place.start(size: .large, environment: Self.desktop(at: place, endsWith: 3))
        try session.send("large", named: "large", until: "200 OK")
        try session.type("3Y")
        try session.waitFor("xclip failed (status 3)")
        #expect(try Self.copiedFiles(place).count == 1)
        #expect(try session.quit() == 0)
    }

    @Test("Z shows times in UTC")
    func utc() throws {
        let place = try Self.place()
        let session = try place.start(size: .large, environment: ["TZ": "Asia/Kolkata"])
        try session.send("small", named: "small", until: "200 OK")
        try session.waitForResponse("+05:30")
        try session.type("Z")
        try session.waitForResponse(" UTC")
        #expect(try session.quit() == 0)
    }
}
