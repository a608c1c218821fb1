import Foundation
import TestSupport
import TextGrid

extension Fixture {
    /// A request with scripts.
    static func scripted(
        _ name: String, _ url: String, method: String = "GET", _ stages: (type: String, code: String)...
    )
        -> String
    {
        Fixture.request(name, method: method, url: "{{baseUrl}}\(url)")
            + stages.reduce(stages.isEmpty ? "" : "\nruntime:\n  scripts:\n") { text, stage in
                let lines = stage.code.split(separator: "\n").map { "        \($0)\n" }.joined()
                return text + "    - type: \(stage.type)\n      code: |-\n\(lines)"
            }
    }
}

extension StoryPlace {
    /// A collection with an environment that has the demo API and the secret TOKEN.
    static func ofScripts(_ files: [String: String]) throws -> StoryPlace {
        let place = try StoryPlace(["opencollection.yml": Fixture.root].merging(files) { $1 })
        let environment = Fixture.environment.replacingOccurrences(of: "http://127.0.0.1:9", with: place.server.baseURL)
        try place.write(environment + "  - name: TOKEN\n    secret: true\n", to: "environments/local.yml")
        return place
    }

    /// Writes a person's own settings.
    func writeSettings(_ text: String) throws {
        let config = home.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: config.appendingPathComponent("config.yaml"))
    }
}

extension TerminalSession {
    /// Sends what is shown, and agrees to its scripts, which only compute.
    func sendAgreeing(to words: String = "run scripts that only compute", line: UInt = #line) throws {
        try type("s")
        try waitFor(words, line: line)
        try press(.enter)
    }
}

/// The processes that run scripts for a process of the program.
func scriptWorkers(of process: pid_t) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { id in
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let words = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
        return status.contains("PPid:\t\(process)\n") && words.contains("--script-worker")
    }
}
