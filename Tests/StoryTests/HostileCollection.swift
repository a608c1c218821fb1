import Foundation
import TestSupport
import Testing

/// A hostile collection: its files, what is typed, how that ends, and a part of the output.
struct HostileRow: Sendable, CustomTestStringConvertible {
    var id: String
    var files: [String: String]
    var command: [String]
    var status: Int32
    var said: String
    var testDescription: String { id }

    init(_ id: String, _ files: [String: String], _ said: String) {
        self.init(id, files, ["send", "a"], 4, said)
    }

    init(_ id: String, _ files: [String: String], _ command: [String], _ status: Int32, _ said: String) {
        self.id = id
        self.files = files
        self.command = command
        self.status = status
        self.said = said
    }
}

/// Nothing is sent (nobody listens, and that would end with 3), nothing outside is read, and it ends by itself.
@Suite("Story: a hostile collection")
struct HostileCollection {
    private static func root(_ variables: String) -> [String: String] {
        ["opencollection.yml": "info: {name: H}\nrequest:\n  variables:\n\(variables)"]
    }

    private static func variable(_ name: String, _ value: String) -> String {
        "    - {name: \(name), value: \"\(value)\"}\n"
    }

    private static func request(_ http: String) -> [String: String] {
        ["a.yml": "info: {name: A, type: http}\nhttp:\n  url: \"http://127.0.0.1:9/\"\n\(http)\n"]
    }

    /// Aliases of aliases, ten of each: ten to the twelfth values, written out.
    private static let laughs =
        "l0: &l0 [ha, ha]\n"
        + (1...12).map { level in
            "l\(level): &l\(level) [" + Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
        }.joined()

    private static let rows = [
        HostileRow(
            "a circle",
            root(variable("v", "{{w}}") + variable("w", "{{v}}")).merging(
                request("  headers: [{name: X, value: \"{{v}}\"}]")
            ) { $1 }, "v → w → v"),
        HostileRow(
            "values that double themselves",
            root(
                (0..<60).map { variable("v\($0)", "{{v\($0 + 1)}}{{v\($0 + 1)}}") }.joined()
                    + variable("v60", "xxxxxxxx")
            )
            .merging(request("  headers: [{name: X, value: \"{{v0}}\"}]")) { $1 }, "makes the text too long"),
        HostileRow(
            "a variable of 1 MB, a hundred times",
            root(variable("big", String(repeating: "x", count: 1 << 20))).merging(
                request("  body: {type: text, data: \"\(String(repeating: "{{big}}", count: 100))\"}")
            ) { $1 },
            "big makes the text too long"),
        HostileRow(
            "a billion laughs in a request", ["a.yml": "info: {name: A, type: http}\n" + laughs],
            "aliases make this file larger"),
        HostileRow(
            "a billion laughs in opencollection.yml",
            ["opencollection.yml": "info: {name: H}\n" + laughs].merging(request("")) { $1 },
            "aliases make this file larger"),
        HostileRow(
            "a billion laughs in an environment", ["environments/dev.yml": laughs].merging(request("")) { $1 },
            ["send", "a", "--env", "dev"], 2, "there is no environment \"dev\""),
        HostileRow(
            "lists within lists without end",
            ["a.yml": "info: {name: A, type: http}\nx: " + String(repeating: "[", count: 200_000)],
            "a.yml"),
        HostileRow(
            "a body of a file outside, by dots",
            request("  body: {type: file, data: [{filePath: ../canary, selected: true}]}"), "read ../canary (body)"),
        HostileRow(
            "a body of a file outside, by its whole path",
            request("  body: {type: file, data: [{filePath: /etc/passwd, selected: true}]}"), "read /etc/passwd (body)"),
        HostileRow(
            "pairs of a file outside",
            request("  headers: [{name: X, value: \"{{CANARY}}\"}]").merging(
                ["environments/dev.yml": "dotEnvFilePath: ../canary\n"]) { $1 }, ["send", "a", "--env", "dev"], 4,
            "read ../canary (variables of dev)"),
        HostileRow(
            "a .env that leads outside",
            request("  headers: [{name: X, value: \"{{process.env.CANARY}}\"}]").merging(["-> .env": "../canary"]) {
                $1
            },
            "read .env, which is "),
        HostileRow(
            "a body behind a link that leads outside",
            request("  body: {type: file, data: [{filePath: link, selected: true}]}").merging(["-> link": "../canary"])
            { $1 },
            "read link, which is "),
        HostileRow(
            "names with escapes",
            [
                "a.yml":
                    "info: {name: \"\\e]2;owned\\a\", type: http}\nhttp: {url: \"http://127.0.0.1:9/\", headers: [{name: \"X\\e[31m\", value: \"{{\\e[5m\\u202E}}\"}]}\n"
            ],
            "has no value"),
        HostileRow("a device for a request", ["-> a.yml": "/dev/zero"], ["send", "a"], 2, "a"),
        HostileRow(
            "a pipe for opencollection.yml", ["| opencollection.yml": ""], "it is a pipe or a device, not a file"),
        HostileRow(
            "a pipe for microscope.yaml",
            ["| microscope.yaml": ""].merging(request("  headers: [{name: X, value: \"{{v}}\"}]")) { $1 },
            "v has no value"),
    ]

    /// Creates the place of a collection; `-> NAME` is a link to what it says, `| NAME` a pipe.
    private func place(_ files: [String: String]) throws -> StoryPlace {
        let named = files.filter { !$0.key.hasPrefix("->") && !$0.key.hasPrefix("|") }
        var all = ["opencollection.yml": "info: {name: H}\n", "../canary": "CANARY=sings\n"].merging(named) { $1 }
        if files["| opencollection.yml"] != nil { all["opencollection.yml"] = nil }
        let place = try StoryPlace(all)
        for (key, target) in files where all[key] == nil {
            let file = place.collection.appendingPathComponent(String(key.drop { "->| ".contains($0) })).path
            if key.hasPrefix("|") {
                #expect(mkfifo(file, 0o600) == 0)
            } else {
                try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            }
        }
        return place
    }

    @Test("is refused in words, without a request", arguments: rows)
    func refused(row: HostileRow) throws {
        let run = try ProgramRun(row.command, at: place(row.files))
        #expect(run.status == row.status, "\(run.errors.prefix(500))")
        #expect(run.errors.contains(row.said), "\(run.errors.prefix(500))")
        expectHarmless(run)
    }

    @Test("is checked to its end: every file's fault is told, and nothing outside is read")
    func checked() throws {
        var files: [String: String] = [:]
        for (index, row) in Self.rows.enumerated() {
            for (path, text) in row.files where path == "a.yml" { files["\(index).yml"] = text }
        }
        files["environments/dev.yml"] = Self.laughs
        files["microscope.yaml"] = "version: 1\n" + Self.laughs
        files["-> .env"] = "../canary"
        let run = try ProgramRun(["check"], at: place(files))
        #expect(run.status == 1, "\(run.errors)")
        let laughing = run.output.split(separator: "\n").filter { $0.contains("aliases make this file larger") }
        #expect(laughing.count == 3, "\(run.output.prefix(2000))")
        expectHarmless(run)
    }

    private func expectHarmless(_ run: ProgramRun) {
        let text = run.output + run.errors
        let steering = text.unicodeScalars.filter {
            $0 != "\n" && $0 != "\t" && ($0.value < 0x20 || $0.value == 0x202E)
        }
        #expect(steering.isEmpty)
        #expect(!text.contains("sings") && !text.contains("root:") && text.utf8.count < 100_000)
    }
}
