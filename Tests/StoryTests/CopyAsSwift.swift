import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: copy a request as Swift", .serialized)
struct CopyAsSwift {
    private static let forms = [
        ("NetworkRequest", "swift", "path: \"/users/\\(id)\","),
        ("builder", "swift-builder", "client(\"users\", id)"), ("macros", "swift-macros", "@Get(\"/users/:id\")"),
    ]

    @Test("each form is on the clipboard, with a model of the answer, and the command line prints the same")
    func forms() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.send("users/get", named: "Get user", until: "200 OK")
        let values = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        let response = try ProgramRun(["send", "users/get"] + values, at: place)
        #expect(response.status == 0)
        try place.write(response.output, to: "answer.json")
        for (choice, format, line) in Self.forms {
            try session.type("y")
            try session.waitFor("the menu") { $0.contains("as it is sent") }
            try session.type(choice)
            try session.press(.enter)
            try session.waitFor("Copied Swift: \(choice)")
            let copied = try #require(session.screen.clipboard.flatMap { Data(base64Encoded: $0) })
            let text = String(decoding: copied, as: UTF8.self)
            #expect(
                text.contains(line) && text.contains("struct Response: Codable") && text.contains("var email: String"))
            let printed = try ProgramRun(
                ["export", "users/get", "--as", format, "--answer", "answer.json"] + values, at: place)
            #expect(printed.status == 0 && printed.errors.isEmpty, "\(printed.errors)")
            #expect(printed.output == text)
        }
        #expect(try session.quit() == 0)
    }

    @Test("a token of an environment stands in no form")
    func secrets() throws {
        let place = try StoryPlace()
        for (_, format, _) in Self.forms {
            let run = try ProgramRun(
                ["export", "auth/private", "--as", format, "--env", "other"], at: place,
                environment: ["demoToken": "t0p-s3cret"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("demoToken: String") && !run.output.contains("t0p-s3cret"))
        }
    }

    @Test("what cannot be exported is said in one line")
    func mistakes() throws {
        let place = try StoryPlace()
        let rows: [([String], String)] = [
            (["export", "users/get"], "no format is given; write --as yaml"),
            (["export", "users/get", "--as", "swift-macro"], "did you mean swift-macros?"),
            (["export", "users/nobody", "--as", "swift"], "users/nobody"),
            (["export", "users/get", "--as", "swift", "--answer", "nothing.json"], "nothing.json"),
        ]
        for (arguments, words) in rows {
            let run = try ProgramRun(arguments, at: place)
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.errors.contains(words) && run.errors.filter { $0 == "\n" }.count == 1, "\(run.errors)")
        }
    }
}
