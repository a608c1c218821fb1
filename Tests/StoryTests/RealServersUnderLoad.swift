import DemoAPI
import Foundation
import TestSupport
import Testing

/// Locust, as other people wrote it, with a file that `export` wrote. `Scripts/setup --long` installs it.
@Suite(
    "Story: a folder as a load test on several machines", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["MICROSCOPE_SERVERS"] != nil))
struct RealServersUnderLoad {
    private static let files = [
        "opencollection.yml": Fixture.root,
        "load/a.yml": Fixture.request(
            "First", url: "{{baseUrl}}/users/1",
            more: """
                runtime:
                  assertions: [{expression: res.status, operator: eq, value: "200"}]
                  actions:
                    - type: set-variable
                      phase: after-response
                      selector: {expression: res.body.id, method: jsonq}
                      variable: {name: userId, scope: runtime}

                """),
        "load/b.yml": Fixture.request(
            "Wrong", url: "{{baseUrl}}/users/{{userId}}",
            more: "runtime: {assertions: [{expression: res.body.id, operator: eq, value: \"999\"}]}\n"),
        "load/c.yml": Fixture.request(
            "Echo", method: "POST", url: "{{baseUrl}}/echo",
            more: """
                  headers: [{name: X-Word, value: "{{word}}"}]
                  body: {type: json, data: '{"word": "{{word}}", "user": {{userId}}}'}
                runtime: {assertions: [{expression: res.body.body, operator: contains, value: "{{word}}"}]}

                """),
    ]

    @Test(
        "a master with two workers: each request is counted as often as users went round, a wrong assertion as a failure"
    )
    func masterAndWorkers() throws {
        let place = try StoryPlace(Self.files)
        let directory = place.home.appendingPathComponent("load")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("word\nred\ngreen\nbl\u{FC}e\n".utf8).write(to: directory.appendingPathComponent("words.csv"))
        let export = try ProgramRun(
            [
                "export", "load", "--as", "locust", "--data", "words.csv", "-o", directory.path + "/load.py",
                "-c", place.collection.path, "--var", "baseUrl=\(place.server.baseURL)",
            ], at: place)
        #expect(export.status == 0, "\(export.errors)")

        let free = try DemoServer(port: 0)
        let port = free.port
        free.stop()
        let locust = try #require(ProcessInfo.processInfo.environment["MICROSCOPE_SERVERS"]) + "/bin/locust"
        let script = """
            cd "$1"; export ITERATIONS=5
            for worker in 1 2; do "$0" -f load.py --worker --master-port $2 >worker$worker.log 2>&1 & done
            "$0" -f load.py --master --headless --master-bind-port $2 --expect-workers 2 -u 4 -r 4 -t 20s --csv out >master.log 2>&1
            wait
            """
        let environment = ProcessInfo.processInfo.environment
        _ = try ChildProgram.run(
            ["/bin/sh", "-c", script, locust, directory.path, "\(port)"], environment: environment)
        func text(_ name: String) throws -> String {
            try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
        }
        let lines = try text("out_stats.csv").split(whereSeparator: \.isNewline)
        let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let counts = Dictionary(
            uniqueKeysWithValues: rows.map { (String($0[1]), [$0[2], $0[3]].compactMap { Int($0) }) })
        let log = "\(try text("master.log").suffix(2_000))\(try text("worker1.log").suffix(2_000))"
        #expect(
            counts == ["load/a": [20, 0], "load/b": [20, 20], "load/c": [20, 0], "Aggregated": [60, 20]], "\(log)")
        #expect(try text("out_failures.csv").contains("res.body.id eq 999"))
        #expect(try text("out_exceptions.csv").split(whereSeparator: \.isNewline).count == 1, "\(log)")
    }
}
