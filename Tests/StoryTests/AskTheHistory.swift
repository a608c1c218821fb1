import BodyStore
import ExchangeStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing
import TextGrid

@Suite("Story: what was sent yesterday is found again, without the screen")
struct AskTheHistory {
    /// A place with a history of three exchanges of its collection and one of another, a minute apart, the last one of now.
    private struct Scene {
        let place: StoryPlace
        let store: HistoryStore
        private let start = Date()

        init() throws {
            place = try StoryPlace([
                "opencollection.yml": Fixture.root,
                "users/get.yml": Fixture.request("Get user", url: "{{baseUrl}}/users/1"),
                "stock.yml": Fixture.request("Stock", url: "{{baseUrl}}/stock"),
            ])
            store = try HistoryStore(directory: place.home.appendingPathComponent("state/history"))
            try keep(1, "users/get.yml", 200, "{\"id\": 1}", minutes: 3)
            try keep(2, "stock.yml", 503, "out of stock \u{1B}[31m", minutes: 2)
            try keep(3, "users/get.yml", 200, "{\"id\": 3}", minutes: 1)
            try keep(4, "else.yml", 404, "nothing", minutes: 0, collection: "/elsewhere")
        }

        static func id(_ number: UInt8, twin: UInt8 = 0) -> UUID {
            UUID(uuid: (0xA0 | number, 0xBC, 0xDE, 0xF0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, twin))
        }

        func keep(
            _ number: UInt8, _ request: String, _ status: Int, _ text: String, minutes: Double,
            collection: String? = nil,
            id: UUID? = nil
        ) throws {
            let sent = Exchange.SentRequest(
                method: .get, url: "http://a.test/\(number)", headers: [HeaderField("Accept", "*/*")])
            let head = ResponseHead(status: status, httpVersion: "1.1")
            let hop = Exchange.Hop(startedAfter: .zero, request: sent, response: head)
            let attempt = Exchange.Attempt(
                number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .response(status: status))
            let time = start - minutes * 60
            var kept = StoredExchange(
                id: id ?? Self.id(number),
                origin: .init(collection: collection ?? place.collection.path, requestPath: request),
                source: .commandLine, sentAt: time,
                exchange: Exchange(request: sent, startedAt: time, attempts: [attempt], duration: .milliseconds(12)))
            let body = BodyStore(Array(text.utf8))
            kept.head = head
            kept.responseBody = try #require(try store.limits.kept(body)).facts
            try store.keep(kept, bodies: [body])
        }

        func run(_ words: String..., in directory: URL? = nil) throws -> ProgramRun {
            try ProgramRun(["history"] + words, at: place, in: directory, environment: ["TZ": "UTC"])
        }

        func list(_ words: String..., in directory: URL? = nil) throws -> [String] {
            let run = try ProgramRun(["history", "list"] + words, at: place, in: directory, environment: ["TZ": "UTC"])
            #expect(run.status == 0, "\(run.errors)")
            return run.output.split(separator: "\n").map { String($0.prefix(7)) }
        }
    }

    private static let ids = (1...4).map { HistoryAddress.shortText(of: Scene.id(UInt8($0))) }

    @Test("the collection around here is listed, the newest first; elsewhere, or with --all, everything is")
    func scopes() throws {
        let scene = try Scene()
        let (first, second, third, fourth) = (Self.ids[0], Self.ids[1], Self.ids[2], Self.ids[3])
        #expect(try scene.list() == [third, second, first])
        #expect(try scene.list("--all") == [fourth, third, second, first])
        #expect(try scene.list(in: scene.place.home) == [fourth, third, second, first])
        #expect(try scene.list("-c", scene.place.collection.path, in: scene.place.home) == [third, second, first])
        #expect(try scene.list("collection:elsewhere") == [fourth])
        #expect(try scene.list("request:\(scene.place.collection.path)//stock.yml") == [second])
        #expect(try scene.list("-n", "2") == [third, second])
        #expect(try scene.run("list", "-n", "2").errors == "there are more; --limit 0 lists them all\n")
        let empty = try scene.run("list", "status:418")
        #expect(empty.status == 0)
        #expect(empty.errors == "no exchange of this collection matches status:418; --all searches all of them\n")
        #expect(
            try scene.run("list", "--all", "status:418").errors
                == "no exchange matches status:418; microscope history list --all shows them\n")
        #expect(
            try ProgramRun(["history", "list"], at: StoryPlace()).errors
                == "no exchanges of this collection; --all searches all of them\n")
    }

    @Test("a filter finds by status, words and time; a wrong one is answered with carets and exit status 2")
    func filters() throws {
        let scene = try Scene()
        #expect(try scene.list("status:5xx", "since:2 hours ago") == [Self.ids[1]])
        #expect(try scene.list("out of stock") == [Self.ids[1]])
        #expect(try scene.list("-status:5xx", "request:users") == [Self.ids[2], Self.ids[0]])
        #expect(try scene.list("host:a.test:80").isEmpty && scene.list("host:a.test").count == 3)
        let wrong = try scene.run("list", "env:x", "stauts:5xx")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("microscope: unknown key \"stauts\"; did you mean status:?"))
        #expect(wrong.errors.hasSuffix("\n  env:x stauts:5xx\n        ^^^^^^\n"))
    }

    @Test("one is shown by its id, by counting back, and by its request's path or name; the body alone is its bytes")
    func show() throws {
        let scene = try Scene()
        for address in [Self.ids[2], "@", "users/get@", "Get user@", "users/get.yml@"] {
            let run = try scene.run("show", address)
            #expect(run.status == 0, "\(address): \(run.errors)")
            #expect(
                run.output.hasPrefix("* \(Self.ids[2]), ") && run.output.hasSuffix("<\n{\"id\": 3}\n"), "\(address)")
        }
        #expect(try scene.run("show", "Get user@-1", "--body").output == "{\"id\": 1}")
        #expect(try scene.run("show", "@", "--all", "--body").output == "nothing")
        let json = try scene.run("show", "@-1", "--json")
        let root = try #require(try JSONSerialization.jsonObject(with: json.outputBytes) as? [String: Any])
        #expect((root["response"] as? [String: Any])?["status"] as? Int == 503)
    }

    @Test("an address that leads nowhere, or to several, ends with 2 and says what to write")
    func addresses() throws {
        let scene = try Scene()
        let none = try scene.run("show", "ffff")
        #expect(none.status == 2)
        #expect(
            none.errors
                == "microscope: no exchange has an id that begins with ffff; microscope history list shows the ids\n")
        #expect(try scene.run("show", "@-9").errors.contains("there are fewer exchanges: @-9; --all includes"))
        #expect(try scene.run("show", "users/get@-7").errors.contains("there is no exchange users/get@-7"))
        try scene.keep(9, "stock.yml", 200, "", minutes: 9, id: Scene.id(1, twin: 9))
        let several = try scene.run("show", "a1bc")
        #expect(several.status == 2)
        #expect(
            several.errors.hasPrefix(
                "microscope: several exchanges have an id that begins with a1bc; write more of it:\n"))
        #expect(several.errors.contains("\n  \(Scene.id(1, twin: 9).uuidString.lowercased())  "))
    }

    @Test("what send has sent is there, with the bytes that it printed")
    func sent() throws {
        let place = try StoryPlace()
        let words = ["send", "users/get", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"]
        let sent = try ProgramRun(words, at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let list = try ProgramRun(["history", "list", "status:200", "request:users/get", "env:local"], at: place)
        #expect(
            list.output.contains("users/get (local)") && list.output.filter { $0 == "\n" }.count == 1, "\(list.output)")
        let body = try ProgramRun(["history", "show", "users/get@", "--body"], at: place)
        #expect(body.status == 0 && body.outputBytes == sent.outputBytes, "\(body.errors)")
    }

    @Test("a pin and a note are found by filters, and taken away again")
    func pinAndNote() throws {
        let scene = try Scene()
        let pinned = try scene.run("pin", "@-1")
        #expect(pinned.status == 0 && pinned.output.contains("★") && pinned.errors == "1 exchange pinned\n")
        #expect(try scene.list("is:pinned") == [Self.ids[1]])
        let noted = try scene.run("note", "@-1", "breaks", "since noon")
        #expect(noted.output.contains("\"breaks since noon\""))
        #expect(try scene.run("note", "@-1").output == "breaks since noon\n")
        #expect(try scene.list("note:noon") == [Self.ids[1]] && scene.list("note:") == [Self.ids[1]])
        #expect(try scene.run("note", "@-1", "--remove").status == 0)
        let bare = try scene.run("note", "@-1")
        #expect(bare.output.isEmpty && bare.errors == "it has no note\n")
        #expect(try scene.run("unpin", "--matching", "is:pinned").status == 0)
        #expect(try scene.list("is:pinned").isEmpty && scene.list("note:").isEmpty)
    }

    @Test("deleting asks at a terminal, and refuses without one; what is deleted is gone")
    func delete() throws {
        let scene = try Scene()
        let refused = try scene.run("delete", "@", "@-1")
        #expect(refused.status == 2)
        #expect(
            refused.errors
                == "microscope: 2 exchanges would be deleted for good; there is no terminal to ask on; --yes confirms it\n"
        )
        let done = try scene.run("delete", "@", "--yes")
        #expect(done.status == 0 && done.output.hasPrefix(Self.ids[2]) && done.errors == "1 exchange deleted\n")
        #expect(try scene.list() == [Self.ids[1], Self.ids[0]])
        #expect(try scene.run("show", Self.ids[2]).status == 2)
    }

    @Test(
        "at a terminal, anything but yes keeps everything; lines are cut to its columns",
        arguments: [("no", 130), ("yes", 0)])
    func asks(_ response: String, _ status: Int32) throws {
        let scene = try Scene()
        let own = [
            "MICROSCOPE_HOME": scene.place.home.path, "HOME": scene.place.home.path, "TZ": "UTC", "LANG": "C.UTF-8",
        ]
        let session = try TerminalSession(
            try StoryPlace.program(), ["history", "delete", "stock@"], environment: own,
            size: Size(columns: 60, rows: 10),
            directory: scene.place.collection.path)
        session.companions = [scene.place]
        try session.waitFor("Delete it for good? Type yes and Enter.")
        #expect(session.screen.row(with: Self.ids[1]).trimmingCharacters(in: .whitespaces).hasSuffix("…"))
        try session.type(response + "\r")
        #expect(try session.waitForExit() == status)
        #expect(try scene.list("status:5xx").isEmpty == (response == "yes"))
    }

    @Test("a set holds what is put into it, in order, with its note; forgotten, its exchanges stay")
    func sets() throws {
        let scene = try Scene()
        #expect(try scene.run("sets").output.isEmpty)
        let made = try scene.run("sets", "outage", "@-1", "--note", "no stock")
        #expect(made.status == 0 && made.output.hasPrefix(Self.ids[1]) && made.errors == "no stock\n")
        let more = try scene.run("sets", "outage", "--matching", "request:users")
        #expect(
            more.output.split(separator: "\n").map { String($0.prefix(7)) } == [Self.ids[1], Self.ids[0], Self.ids[2]])
        #expect(try scene.run("sets").output == "outage (3 exchanges): no stock\n")
        #expect(try scene.list("set:outage", "status:200") == [Self.ids[2], Self.ids[0]])
        #expect(
            try scene.run("sets", "outgae").errors == "microscope: there is no set \"outgae\"; did you mean outage?\n")
        #expect(try scene.run("sets", "outage", "--forget").status == 0)
        #expect(try scene.run("sets").output.isEmpty && scene.list().count == 3)
    }

    @Test("what finds nothing to replay or to judge ends with 2, and so does whatever names a set that is not there")
    func nothingFound() throws {
        let scene = try Scene()
        for verb in ["replay", "check"] {
            let none = try scene.run(verb, "status:599")
            #expect(none.status == 2 && none.output.isEmpty)
            #expect(
                none.errors
                    == "microscope: no exchange of this collection matches status:599; --all searches all of them\n")
            #expect(try scene.run(verb, "3f2a9zz", "--all").errors.contains("no exchange matches 3f2a9zz; microscope"))
        }
        #expect(try scene.run("sets", "outage", "@").status == 0)
        for words in [
            ["replay", "set:outgae"], ["check", "status:200", "-set:outgae"], ["pin", "--matching", "set:outgae"],
            ["delete", "--yes", "--matching", "!set:outgae"],
        ] {
            let run = try ProgramRun(["history"] + words, at: scene.place)
            #expect(run.status == 2, "\(words)")
            #expect(run.errors == "microscope: there is no set \"outgae\"; did you mean outage?\n", "\(words)")
        }
        #expect(try scene.list("--all").count == 4)
        #expect(try scene.run("delete", "--yes", "--matching", "status:599").status == 0)
    }

    @Test("the history tells of itself; where there is none, looking makes none")
    func about() throws {
        let scene = try Scene()
        let about = try scene.run()
        #expect(about.status == 0 && about.output.contains("exchanges   4\n"), "\(about.output)")
        let pruned = try scene.run("prune", "--json")
        let root = try #require(try JSONSerialization.jsonObject(with: pruned.outputBytes) as? [String: Any])
        #expect(root["exchanges"] as? Int == 4 && pruned.errors == "0 exchanges deleted\n")
        let fresh = try StoryPlace(["opencollection.yml": Fixture.root])
        for words in [["history"], ["history", "list"], ["history", "sets"], ["history", "prune"]] {
            #expect(try ProgramRun(words, at: fresh).status == 0)
        }
        let show = try ProgramRun(["history", "show"], at: fresh)
        #expect(show.status == 2 && show.errors.hasPrefix("microscope: the history is empty; send something first"))
        #expect(!FileManager.default.fileExists(atPath: fresh.home.appendingPathComponent("state/history").path))
    }
}
