import Foundation
import TestSupport
import Testing

@Suite("Story: a body is filtered")
struct FilterABody {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "users.yml": Fixture.request("Users", url: "{{baseUrl}}/users"),
        ])
    }

    private static let hasJQ = ["libjq.so.1", "/opt/homebrew/lib/libjq.1.dylib", "/usr/local/lib/libjq.1.dylib"]
        .contains { (name: String) in dlopen(name, RTLD_LAZY) != nil }

    @Test("by a path: seen while it is typed, kept by Enter, by a resend and by the next run, dropped by Esc")
    func plainPath() throws {
        let place = try Self.place()
        let session = try place.start(size: .small)
        try session.send("users", named: "Users", until: "200 OK")
        try session.waitFor("the body") { $0.contains("Ada Lovelace") }
        try session.type("3F")
        try session.waitFor("the line to type in") { $0.contains("Filter ") && $0.contains("the whole body") }
        try session.type(".[].id")
        try session.waitFor("ten values") { $0.contains("10 values") && $0.contains(" 10 10") }
        try session.press(.enter)
        try session.type("s")
        try session.waitFor("the next answer, filtered and compared") {
            $0.responseTitle.contains("· same") && $0.contains("10 values")
        }
        #expect(try session.quit() == 0)
        let again = try place.start(size: .small)
        try again.send("users", named: "Users", until: "200 OK")
        try again.waitFor("filtered as before") { $0.contains("Filter .[].id") && $0.contains("10 values") }
        try again.type("3")
        try again.press(.escape)
        try again.waitFor("the whole body") { !$0.contains("10 values") && $0.contains("The whole body again") }
        #expect(try again.quit() == 0)
    }

    @Test(
        "by jq, in a process of its own: values, jq's words for what it does not take, what it needs told",
        .enabled(if: hasJQ))
    func jq() throws {
        let place = try Self.place()
        let session = try place.start(size: .small)
        try session.send("users", named: "Users", until: "200 OK")
        try session.waitFor("the body") { $0.contains("Ada Lovelace") }
        try session.type("3Fmap(.id) | add")
        try session.waitFor("the sum") { $0.contains("1 value") && $0.contains(" 1 55") }
        try session.type(" | }")
        try session.waitFor("jq's words; what was shown stays") {
            $0.contains("jq: syntax error") && $0.contains("1 value of map(.id) | add") && $0.contains(" 1 55")
        }
        try session.press(.control("u"))
        try session.type(".[] | .id.x")
        try session.waitFor("what cannot be done") {
            $0.contains("Cannot index number with ") && $0.contains("\"x\"")
        }
        try session.press(.escape)
        try session.waitFor("the whole body") { !$0.contains("Filter ") }
        #expect(try session.quit() == 0)
    }

    @Test("Ctrl-S keeps it in microscope.yaml, and a request that is renamed keeps it")
    func kept() throws {
        let place = try Self.place()
        let session = try place.start(size: .small)
        try session.send("users", named: "Users", until: "200 OK")
        try session.waitFor("the body") { $0.contains("Ada Lovelace") }
        try session.type("3F.[0].id")
        try session.waitFor("one value") { $0.contains("1 value") }
        try session.press(.control("s"))
        try session.waitFor("microscope.yaml keeps the filter .[0].id of users.yml.")
        #expect(
            try place.text(of: "microscope.yaml")
                == "version: 1\n\nrequests:\n  users.yml:\n    filter: .[0].id\n")
        #expect(try session.quit() == 0)
        #expect(try ProgramRun(["check", "--strict"], at: place).status == 0)
    }

    @Test(
        "send --filter prints a value a line; what it does not find ends with 1, and stderr says why",
        .enabled(if: hasJQ))
    func command() throws {
        let place = try Self.place()
        func send(_ filter: String) throws -> ProgramRun {
            let base = ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
            return try ProgramRun(["send", "users", "--filter", filter] + base, at: place)
        }
        let plain = try send(".[1:3][].id")
        #expect(plain.status == 0 && plain.output == "2\n3\n")
        #expect(plain.errors.hasPrefix("200 OK · ") && plain.errors.filter { $0 == "\n" }.count == 1)
        let sum = try send("map(.id) | add")
        #expect(sum.status == 0 && sum.output == "55\n")
        let missing = try send(".[10]")
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(missing.errors.contains("`.[10]`: the array has 10 items"))
        let broken = try send(".a | }")
        #expect(broken.status == 1 && broken.output.isEmpty && broken.errors.contains("jq: syntax error"))
        #expect(try send("map(.id").status == 1)
    }

    @Test("send --filter prints what stands before a fault of the body, says so, and ends with 1: more may follow it")
    func broken() throws {
        let place = try Self.place()
        let body = "{\"i\":1}\n{\"i\":\"2\n{\"i\":3}\n"
        let server = try RawServer(
            responding:
                "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        for filter in [".i"] + (Self.hasJQ ? [".i | ."] : []) {
            let run = try ProgramRun(
                ["send", "users", "--filter", filter, "--env", "local", "--var", "baseUrl=\(server.baseURL)"],
                at: place)
            #expect(run.status == 1 && run.output == "1\n", "\(filter): \(run.output)")
            #expect(run.errors.contains("microscope: note: "), "\(run.errors)")
        }
    }

    @Test("send --filter . prints a broken body as it came, says so, and ends with 1")
    func brokenWhole() throws {
        let broken = try Self.filtered("{\"i\":1,", by: ".")
        #expect(broken.status == 1 && broken.output == "{\"i\":1,")
        #expect(broken.errors.contains("note: The body is invalid at "), "\(broken.errors)")
        let whole = try Self.filtered("{\"i\":1}", by: ".")
        #expect(whole.status == 0 && whole.output == "{\"i\":1}" && !whole.errors.contains("note:"))
    }

    /// Runs `send --filter` on a body of JSON, announced as `missing` bytes longer than it is.
    private static func filtered(_ body: String, by filter: String, missing: Int = 0) throws -> ProgramRun {
        let place = try Self.place()
        let length = body.utf8.count + missing
        let server = try RawServer(
            responding:
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(body)"
        )
        let run = try ProgramRun(
            ["send", "users", "--filter", filter, "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place)
        // The server stays until the program has ended.
        withExtendedLifetime(server) { _ = run.status }
        return run
    }

    @Test(
        "a body that jq takes though it is broken ends with 1 all the same, and the fault is told",
        .enabled(if: hasJQ))
    func brokenForOthers() throws {
        for (body, column) in [("{\"id\":007,\"b\":1}", 8), ("{\"a\":NaN,\"b\":1}", 6)] {
            let run = try Self.filtered(body, by: ".b+0")
            #expect(run.status == 1 && run.output == "1\n", "\(body): \(run.output)")
            let note = "microscope: note: The body is invalid at line 1, column \(column): "
            #expect(run.errors.contains(note), "\(run.errors)")
        }
        let path = try Self.filtered("{\"a\":1,\"b\":NaN}", by: ".a")
        #expect(path.status == 1 && path.output == "1\n")
        #expect(path.errors.contains("; this is from before the error."), "\(path.errors)")
    }

    @Test("of an answer that was cut off, what came of it is filtered; the exit status is that of the failure")
    func cutOff() throws {
        let whole = try Self.filtered("{\"a\":[1,2]}", by: ".a[]", missing: 9)
        #expect(whole.status == 3 && whole.output == "1\n2\n", "\(whole.output) \(whole.errors)")
        let part = try Self.filtered("{\"a\":[1,2,3", by: ".a[]", missing: 9)
        #expect(part.status == 3 && part.output == "1\n2\n", "\(part.output)")
        #expect(part.errors.contains("this is from before the error."), "\(part.errors)")
        let nothing = try Self.filtered("", by: ".a[]", missing: 9)
        #expect(nothing.status == 3 && nothing.output.isEmpty)
        #expect(!nothing.errors.contains("only JSON is filtered"), "\(nothing.errors)")
    }
}
