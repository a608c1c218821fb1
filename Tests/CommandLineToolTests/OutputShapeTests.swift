import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct OutputShapeTests {
    @Test("every command with --json has a shape, and no other")
    func every() {
        let topics = CommandSyntax.all.values.filter { $0.options.contains { $0.name == "--json" } }.map(\.topic)
        #expect(Set(OutputShape.all.keys) == Set(topics))
    }

    @Test("help is printed as its schema says, with every command, option and exit status")
    func help() throws {
        var bytes: [UInt8] = []
        try HelpReport(.program, version: "1").writeJSON { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        let schema = try #require(OutputShape.schema(of: .help).flatMap(JSONSchema.init))
        #expect(schema.complaints(about: text) == [])
        let help = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let commands = try #require(help["commands"] as? [[String: Any]])
        #expect(commands.map { $0["name"] as? String } == ([.program] + HelpTopic.commands).map(\.rawValue))
        let port = try #require(
            (commands.first { $0["name"] as? String == "demo-api" }?["options"] as? [[String: Any]])?.first)
        #expect(port["default"] as? String == "8642" && port["value"] as? String == "N")
        #expect((help["exitStatuses"] as? [Any])?.count == ExitStatus.allCases.count)
    }

    @Test("a schema refuses a key that is missing, one that is not known, and a value of another kind")
    func refused() throws {
        let schema = try #require(OutputShape.schema(of: .trust).flatMap(JSONSchema.init))
        let use = #"{"status": "asks", "kind": "run", "what": "pass", "purpose": "p"}"#
        #expect(schema.complaints(about: "{\"uses\": [\(use)]}") == [])
        for (old, new) in [
            ("\"kind\": \"run\", ", ""), ("\"kind\"", "\"kinds\""), ("\"run\"", "1"), ("asks", "wonders"),
        ] {
            #expect(!schema.complaints(about: "{\"uses\": [\(use.replacing(old, with: new))]}").isEmpty, "\(new)")
        }
    }

    @Test(
        "the schema that is asked for is printed; another name is refused, with the nearest",
        arguments: [
            ("schema request", Command.schema(.file(.request))),
            ("schema microscope-yaml", .schema(.file(.microscopeYAML))),
            ("schema output history list", .schema(.output(.historyList))),
            ("schema output check", .schema(.output(.check))),
            ("help --json", .help(.program, asJSON: true)), ("help send --json", .help(.send, asJSON: true)),
            ("version --json", .version(asJSON: true)),
        ])
    func parsing(line: String, command: Command) throws {
        #expect(try Command.parse(line.split(separator: " ").map(String.init)) == command)
    }

    @Test(
        "a schema that there is not is an error that names the nearest",
        arguments: [
            ("schema", "no kind is given"), ("schema folders", "did you mean folder?"),
            ("schema request x", "unexpected"),
            ("schema output", "no command is given"), ("schema output chekc", "did you mean check?"),
            ("schema output where", "there is no --json of \"where\""),
        ])
    func refusals(line: String, words: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(line.split(separator: " ").map(String.init)) }
        #expect(error.map { "\($0)".contains(words) } == true, "\(String(describing: error))")
    }

    @Test("the page of keys has those of every command and of microscope.yaml")
    func page() {
        let page = KeysPage.markdown
        for topic in OutputShape.all.keys { #expect(page.contains("## microscope \(topic.rawValue) --json")) }
        for key in [
            "`exchanges[].responseLength`", "as `attempts` of microscope send", "`requests.*.captures[].from`",
            "`problems[].edit.endLine`",
        ] {
            #expect(page.contains(key), "\(key)")
        }
    }

    @Test("the page has a table for each of several shapes, with the arguments for which it is printed")
    func shapes() throws {
        let sections = KeysPage.markdown.components(separatedBy: "\n## microscope ")
        let send = try #require(sections.first { $0.hasPrefix("send --json\n") })
        let tables = Array(send.components(separatedBy: "\nWith ").dropFirst())
        try #require(tables.count == 3)
        let starts = ["one send:\n", "several `--env`, a list:\n", "`--repeat`, `--every` or `--until`:\n"]
        for (table, start) in zip(tables, starts) { #expect(table.hasPrefix(start), "\(table)") }
        #expect(tables[0].contains("| `request` | object |") && !tables[0].contains("`environment`"))
        #expect(tables[1].contains("| `[].environment`? | text |") && tables[1].contains("| `[].request` | object |"))
        #expect(tables[2].contains("| `request` | text |") && !tables[2].contains("| object | as `request`"))
    }
}
