import Exchanges
import Foundation
import Testing

@testable import CommandLineTool

@Suite("The commands of the history are understood")
struct HistoryParsingTests {
    private static func list(_ change: (inout HistoryListArguments) -> Void) -> HistoryArguments {
        var arguments = HistoryListArguments()
        change(&arguments)
        return .list(arguments)
    }

    private static func show(_ change: (inout HistoryShowArguments) -> Void) -> HistoryArguments {
        var arguments = HistoryShowArguments()
        change(&arguments)
        return .show(arguments)
    }

    private static func targets(_ addresses: String..., change: (inout HistoryTargets) -> Void = { _ in })
        -> HistoryTargets
    {
        var targets = HistoryTargets(addresses)
        change(&targets)
        return targets
    }

    private static func sets(_ name: String?, _ change: (inout HistorySetsArguments) -> Void) -> HistoryArguments {
        var arguments = HistorySetsArguments(name: name)
        change(&arguments)
        return .sets(arguments)
    }

    private static func export(_ change: (inout HistoryExportArguments) -> Void) -> HistoryArguments {
        var arguments = HistoryExportArguments()
        change(&arguments)
        return .export(arguments)
    }

    private static func archives(
        _ files: [String], set: String? = nil, printsJSON: Bool = false
    ) -> HistoryImportArguments {
        var arguments = HistoryImportArguments(files)
        (arguments.set, arguments.printsJSON) = (set, printsJSON)
        return arguments
    }

    static let rows: [(String, HistoryArguments)] = [
        ("history", .about(printsJSON: false)), ("history --json", .about(printsJSON: true)),
        ("history list", list { _ in }), ("history -n 3 list", list { $0.limit = 3 }),
        ("history list --limit 0 --json --all", list { ($0.limit, $0.printsJSON, $0.scope) = (nil, true, .all) }),
        (
            "history list status:5xx -host:a.test -c api",
            list { ($0.filter, $0.scope) = (["status:5xx", "-host:a.test"], .collection("api")) }
        ),
        ("history list -- -word --json", list { $0.filter = ["-word", "--json"] }),
        ("history show", show { $0.address = "@" }),
        ("history show @-2 --body", show { ($0.address, $0.part) = ("@-2", .body) }),
        ("history show 3f2a --request", show { ($0.address, $0.part) = ("3f2a", .request) }),
        (
            "history show users/get@ --wire --all",
            show { ($0.address, $0.part, $0.scope) = ("users/get@", .wire, .all) }
        ),
        ("history show --json", show { $0.part = .json }),
        ("history pin @ 3f2a9c1", .pin(targets("@", "3f2a9c1"), isPinned: true)),
        (
            "history unpin --matching is:pinned --json",
            .pin(targets { ($0.filter, $0.printsJSON) = ("is:pinned", true) }, isPinned: false)
        ),
        ("history note @ breaks since noon", .note(targets("@"), text: "breaks since noon")),
        ("history note @ --remove", .note(targets("@"), text: nil)),
        ("history note @", .readNote(targets("@"))),
        (
            "history export @ -o a.har --force",
            export { ($0.targets.addresses, $0.output, $0.replaces) = (["@"], "a.har", true) }
        ),
        (
            "history export @-1 3f2a9c1 --as markdown --all",
            export { ($0.targets.addresses, $0.targets.scope, $0.format) = (["@-1", "3f2a9c1"], .all, .markdown) }
        ),
        (
            "history export status:5xx -host:a.test --preview",
            export { ($0.targets.filter, $0.isPreview) = ("status:5xx -host:a.test", true) }
        ),
        ("history export --set outage --as curl", export { ($0.set, $0.format) = ("outage", .curl) }),
        ("history import a.har - --set outage", .importArchives(archives(["a.har", "-"], set: "outage"))),
        ("history import a.har --json", .importArchives(archives(["a.har"], printsJSON: true))),
        ("history delete @-1 --yes", .delete(targets("@-1"), isAgreed: true)),
        (
            "history delete --matching status:5xx -c api",
            .delete(targets { ($0.filter, $0.scope) = ("status:5xx", .collection("api")) }, isAgreed: false)
        ),
        ("history sets", sets(nil) { _ in }), ("history sets --json", sets(nil) { $0.targets.printsJSON = true }),
        ("history sets outage", sets("outage") { _ in }),
        ("history sets outage --forget", sets("outage") { $0.forgets = true }),
        (
            "history sets outage @-1 @ --note why",
            sets("outage") { ($0.targets.addresses, $0.note) = (["@-1", "@"], "why") }
        ),
        ("history sets outage --matching since:2h", sets("outage") { $0.targets.filter = "since:2h" }),
        ("history prune --json", .prune(printsJSON: true)),
    ]

    @Test("a line is what it says", arguments: rows.indices)
    func parsed(_ index: Int) throws {
        let (line, expected) = Self.rows[index]
        #expect(try Command.parse(line.split(separator: " ").map(String.init)) == .history(expected), "\(line)")
    }

    @Test(
        "what makes no sense is refused with what to write",
        arguments: [
            ("history lsit", "microscope history has no command \"lsit\"; did you mean microscope history list?"),
            (
                "history status:5xx",
                "microscope history has no command \"status:5xx\"; give a filter to microscope history list"
            ),
            (
                "history list --limit x",
                "--limit x is not a number of exchanges; give a number from 0 to 9223372036854775807"
            ),
            ("history list --all -c api", "--all and --collection contradict each other; give one of them"),
            ("history list -x", "unknown option -x; microscope history list --help lists the options"),
            ("history show a b", "unexpected argument \"b\"; usage: microscope history show [OPTIONS] [ADDRESS]"),
            (
                "history show get",
                "\"get\" is not an address of an exchange; write at least 4 digits of an id, @, @-1, or REQUEST@"
            ),
            ("history show @ --body --wire", "--body and --wire contradict each other; give one of them"),
            (
                "history pin",
                "no exchange is given; usage: microscope history pin [OPTIONS] [ADDRESS...]; @ is the last one"
            ),
            (
                "history delete status:5xx",
                "\"status:5xx\" is not an address of an exchange; write a filter as --matching 'status:5xx'"
            ),
            ("history note @ x --remove", "--remove takes no text; leave out one of them"),
            (
                "history sets --note x",
                "no set is given; usage: microscope history sets [OPTIONS] [NAME] [ADDRESS...]"
            ),
            ("history sets a @ --forget", "--forget takes a name alone; leave out the rest"),
            ("history export @ --as hra", "there is no format \"hra\"; did you mean har?"),
            ("history export @ --set a", "--set already chooses the exchanges; leave out the exchanges, or --set"),
            ("history export @ --force", "--force is for a file; name it with --output FILE"),
            (
                "history export",
                "no exchange is given; usage: microscope history export [OPTIONS] [ADDRESS|FILTER...]; @ is the last one"
            ),
            (
                "history import",
                "no archive is given; usage: microscope history import [OPTIONS] FILE...; - is stdin"
            ),
            ("history import - -", "standard input can be read once; name a file for the other"),
            ("history prune x", "unexpected argument \"x\"; usage: microscope history prune [OPTIONS]"),
        ])
    func refused(_ line: String, _ says: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(line.split(separator: " ").map(String.init)) }
        #expect(error?.description == says)
        #expect(error?.status == .usage)
    }

    @Test("an empty text is no question for the note, and takes none away by itself", arguments: ["", " "])
    func emptyNote(text: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(["history", "note", "@", text]) }
        #expect(error?.description == "the text of the note is empty; --remove deletes the note")
    }

    @Test("an empty filter means no exchanges to change")
    func emptyFilter() {
        let error = #expect(throws: UsageError.self) { try Command.parse(["history", "delete", "--matching", " "]) }
        #expect(error?.description == "the filter is empty; write --matching is:draft, for example")
    }

    @Test("help is there for the history, and for each of its commands in three ways")
    func help() throws {
        #expect(HelpText.text(of: .history).contains("Usage: microscope history COMMAND [OPTIONS]"))
        for verb in HelpTopic.verbs(of: .history) {
            #expect(HelpText.text(of: .history).contains("\n  \(verb.verb)"))
            #expect(try Command.parse(["history", verb.verb, "--help"]) == .help(verb))
            #expect(try Command.parse(["help", "history", verb.verb]) == .help(verb))
        }
        #expect(try Command.parse(["history", "--help"]) == .help(.history))
        #expect(try Command.parse(["help", "history"]) == .help(.history))
    }

    @Test("help of the list and the manual's page name every key, from the grammar's table")
    func filters() {
        for key in HistoryFilterKey.allCases {
            #expect(HelpText.text(of: .historyList).contains("  \(key.text)"))
            #expect(HistoryFilterHelp.manualPage.contains("| `\(key.text)"))
        }
    }

    @Test("a filter that is not understood is shown with carets below the place, as wide as a terminal shows it")
    func carets() throws {
        let clock = HistoryClock(now: Records.start) { _ in 0 }
        let error = #expect(throws: HistoryFilterError.self) {
            try HistoryFilter(parsing: "注文\u{1B} stauts:1", clock: clock)
        }
        let usage = UsageError(try #require(error), showsNonASCII: true)
        #expect(usage.list == ["注文␛ stauts:1", "      ^^^^^^"])
        #expect(usage.description.hasPrefix("unknown key \"stauts\"; did you mean status:?"))
    }
}
