import Exchanges
import OpenCollection
import Testing

@testable import CommandLineTool

@Suite("What is offered at the end of a command line")
struct CommandLineCompletionTests {
    private static func completion(_ line: String) -> CommandLineCompletion {
        CommandLineCompletion(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
    }

    private static func words(_ line: String) -> [String] { completion(line).candidates.map(\.text) }

    @Test("a command that is begun, with what help says of it; a path may stand there too")
    func commands() {
        let completion = Self.completion("ex")
        #expect(completion.candidates == [.init("export", CommandSyntax.of(.export).summary)])
        #expect(completion.source == .files)
        #expect(Self.words("") == HelpTopic.firstCommands.map(\.rawValue))
    }

    @Test("no command that is for scripts alone")
    func hidden() {
        #expect(!Self.words("").contains("manual") && !Self.words("").contains("complete"))
        #expect(!Self.words("--").contains(OptionSyntax.traceFrames.name))
    }

    @Test("the commands below one, and then no more of them")
    func verbs() {
        #expect(Self.words("history ") == HelpTopic.verbs(of: .history).map(\.verb))
        #expect(Self.words("history p") == ["pin", "prune"])
        #expect(!Self.words("history list ").contains("show"))
    }

    @Test("each option of each command, with its sentence; a switch only once", arguments: HelpTopic.commands)
    func options(_ topic: HelpTopic) {
        let options = CommandSyntax.of(topic).options.filter { !$0.isForTests }
        let completion = Self.completion("\(topic.rawValue) --")
        #expect(completion.candidates == options.map { .init($0.name, $0.summary) })
        for option in options where option.value == nil {
            #expect(!Self.words("\(topic.rawValue) \(option.name) --").contains(option.name))
        }
    }

    @Test(
        "where names come from",
        arguments: [
            ("send ", .requests), ("send --env local us", .requests), ("send users/get ", nil),
            ("send --env ", .environments), ("send --env=", .environments),
            ("send --global-env x", .globalEnvironments),
            ("run ", .folders), ("run --tag ", .tags), ("import --into ", .folders),
            ("send -c ", .directories), ("check ", .directories), ("import ", .files),
            ("history show ", .exchanges(orFiles: false)), ("diff ", .exchanges(orFiles: true)),
            ("diff @-1 ", .exchanges(orFiles: true)), ("history list env:lo", .environments),
            ("send -- --odd", .requests), ("send --var ", nil), ("history list ", nil),
        ] as [(String, CompletionSource?)])
    func sources(_ line: String, _ source: CompletionSource?) {
        #expect(Self.completion(line).source == source)
    }

    @Test("every operand and every option with a value is known to be something, or told to be anything")
    func nothingForgotten() {
        let free: Set = [
            "NAME=VALUE", "N", "NAME", "FD", "FILTER", "RULE", "TEXT", "FORMAT=FILE", "LINE", "WORD", "CONDITION",
            "TIME",
            "HOST:PORT", "HOST:PORT:ADDRESS", "PARTS",
        ]
        for topic in HelpTopic.allCases {
            let syntax = CommandSyntax.of(topic)
            for operand in syntax.operands where operand.completion == .free {
                #expect(free.contains(operand.name), "\(topic): \(operand.name)")
            }
            for option in syntax.options where option.completion == .free {
                #expect(free.contains(option.value ?? "N"), "\(topic): \(option.name) \(option.value ?? "")")
            }
        }
    }

    @Test("the formats of an export, and the keys and values of a filter")
    func words() {
        #expect(Self.words("export x --as sw") == ["swift", "swift-builder", "swift-macros"])
        #expect(Self.words("export x --as=y") == ["yaml"])
        #expect(Self.words("history list stat") == ["status:"])
        #expect(Self.words("history list status:5") == ["status:5xx"])
        #expect(Self.words("history list -status:5") == [], "that begins an option")
    }

    @Test("the collection that is named on the line is the one that is looked into")
    func collection() {
        #expect(Self.completion("send -c shop us").collection == "shop")
        #expect(Self.completion("send --collection=shop us").collection == "shop")
        #expect(Self.completion("send us").collection == nil)
    }

    // MARK: Names

    private static func item(_ path: ItemPath, _ name: String, tags: [String] = []) -> CollectionItem {
        CollectionItem(
            path: path, name: name, kind: .unopened(RequestHead(method: "GET", url: "/", tags: tags)))
    }

    private static let shop = Collection(
        name: "Shop",
        items: [
            CollectionItem(
                path: "users", name: "Users",
                kind: .folder(FolderDefinition(), [item("users/get.yml", "Get one", tags: ["smoke", "a"])])),
            item("ping.yml", "Ping", tags: ["smoke"]),
        ],
        environments: [EnvironmentDefinition(name: "local", variables: [])])

    @Test("names of the collection: requests with their methods, folders, environments, tags once each")
    func names() {
        func names(_ line: String) -> [CommandLineCompletion.Candidate] {
            let completion = Self.completion(line)
            return completion.source.map { completion.names(of: $0, in: Self.shop) } ?? []
        }
        #expect(names("send ") == [.init("users/get", "GET Get one"), .init("ping", "GET Ping")])
        #expect(names("send u") == [.init("users/get", "GET Get one")])
        #expect(names("run u") == [.init("users", "Users"), .init("users/get", "GET Get one")])
        #expect(names("send --env=l") == [.init("local")])
        #expect(names("run --tag ") == [.init("a"), .init("smoke")])
    }

    @Test(
        "a listing says a word with its meaning in each line, whole also behind an equals sign, and nothing that cannot be typed"
    )
    func listing() {
        let completion = Self.completion("send --env=")
        let listing = CompletionListing(completion, names: [.init("a b", "one\u{1B}[31m"), .init("new\nline")])
        #expect(listing.text == "--env=a b\tone␛[31m\n")
        #expect(CompletionListing(Self.completion("import ")).text == ":files\n")
        #expect(CompletionListing(Self.completion("check ")).text == ":directories\n")
    }
}
