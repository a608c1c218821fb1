import BodyStore
import ExchangeStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing
import TextGrid

@Suite("Story: what differs since yesterday")
struct CompareResponses {
    /// A place whose history has three responses of a request, the last one of now.
    private struct Scene {
        let place: StoryPlace
        let store: HistoryStore
        private let start = Date()

        init() throws {
            place = try StoryPlace([
                "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
                "stock.yml": Fixture.request("Stock", url: "{{baseUrl}}/stock"),
            ])
            store = try HistoryStore(directory: place.home.appendingPathComponent("state/history"))
            try keep(1, 200, #"{"stock": 3, "at": "2026-11-20T10:00:00Z"}"#, minutes: 3)
            try keep(2, 200, #"{"stock": 3, "at": "2026-11-21T10:00:00Z"}"#, minutes: 2)
            try keep(3, 503, #"{"stock": 0, "at": "2026-11-22T10:00:00Z"}"#, minutes: 1)
        }

        /// - Parameter isMasked: Whether markers are in the body.
        func keep(
            _ number: UInt8, _ status: Int, _ text: String, minutes: Double, environment: String? = "local",
            isMasked: Bool = false
        ) throws {
            let sent = Exchange.SentRequest(method: .get, url: "http://a.test/stock", headers: [])
            let head = ResponseHead(
                status: status,
                headers: [
                    HeaderField("Content-Type", "application/json"), HeaderField("Date", "moment \(number)"),
                ])
            let hop = Exchange.Hop(startedAfter: .zero, request: sent, response: head)
            let attempt = Exchange.Attempt(
                number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .response(status: status))
            let time = start - minutes * 60
            var kept = StoredExchange(
                id: UUID(uuid: (0xA0 | number, 0xBC, 0xDE, 0xF0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)),
                origin: .init(collection: place.collection.path, requestPath: "stock.yml", environment: environment),
                source: .commandLine, sentAt: time,
                exchange: Exchange(
                    request: sent, startedAt: time, attempts: [attempt],
                    duration: .milliseconds(12 * Int(number))))
            let body = BodyStore(Array(text.utf8))
            kept.head = head
            kept.responseBody = try #require(try store.limits.kept(body)).facts
            kept.responseBody?.isMasked = isMasked
            try store.keep(kept, bodies: [body])
        }

        func diff(_ words: String..., in directory: URL? = nil) throws -> ProgramRun {
            try ProgramRun(["diff"] + words, at: place, in: directory, environment: ["TZ": "UTC"])
        }
    }

    @Test("the last answer against the one before it: verdict, status, paths and time, and the exit status says it")
    func last() throws {
        let scene = try Scene()
        let run = try scene.diff("@")
        #expect(run.status == 1 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 8)
        #expect(lines[0] == "≠ differs at $.stock and 1 more place, status 200 → 503")
        #expect(lines[1].hasPrefix("- a2bcdef") && lines[2].hasPrefix("+ a3bcdef"))
        #expect(lines[3] == "status  200 → 503")
        #expect(lines[4] == "header  Date: moment 2 → moment 3  (ignored: header: Date)")
        #expect(lines[5] == "~ $.stock  3 → 0")
        #expect(lines[6] == "~ $.at  \"2026-11-21T10:00:00Z\" → \"2026-11-22T10:00:00Z\"")
        #expect(lines[7] == "time  slower by 12 ms (24 → 36 ms)")
        #expect(try scene.diff("@", "--quiet").output.isEmpty)
        #expect(try scene.diff("stock@-1", "@", "--quiet").status == 1)
    }

    @Test("rules of microscope.yaml and of the line make two the same; without rules even Date differs")
    func rules() throws {
        let scene = try Scene()
        #expect(try scene.diff("@-2", "@-1").status == 1)
        let one = try scene.diff("@-2", "@-1", "--ignore", "pattern: iso-date")
        #expect(one.status == 0)
        #expect(one.output.hasPrefix("= same but for 2 ignored (Date, iso-date)\n"))
        try scene.place.write(
            "version: 1\nrequests:\n  stock.yml:\n    diff:\n      ignore: [$.at]\n", to: "microscope.yaml")
        let other = try scene.diff("a1bc", "a2bc")
        #expect(other.status == 0 && other.output.contains("(ignored: $.at)"))
        let none = try scene.diff("@-2", "@-1", "--no-rules", "--ignore", "$.at")
        #expect(none.status == 1 && none.output.hasPrefix("≠ differs: header Date\n"))
        try scene.place.write(
            "version: 1\nrequests:\n  stock.yml:\n    diff:\n      ignore: [at]\n", to: "microscope.yaml")
        let wrong = try scene.diff("@")
        #expect(wrong.status == 2 && wrong.errors.contains("microscope.yaml: diff: `at`: write a path"))
    }

    @Test("the same as JSON, for other programs")
    func json() throws {
        let scene = try Scene()
        let run = try scene.diff("@", "--json")
        let root = try #require(try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any])
        #expect(run.status == 1 && root["verdict"] as? String == "differs" && root["new"] as? String == "a3bcdef")
        #expect((root["status"] as? [String: Int]) == ["old": 200, "new": 503])
        let body = try #require(root["body"] as? [String: Any])
        let differences = try #require(body["differences"] as? [[String: Any]])
        #expect(body["total"] as? Int == 2 && differences.count == 2)
        #expect(differences[0]["path"] as? String == "$.stock" && differences[0]["new"] as? Int == 0)
    }

    @Test("two files: JSON by values, text by lines, bytes by offsets; side by side")
    func files() throws {
        let scene = try Scene()
        try scene.place.write(#"{"a": 1, "b": [1, 2]}"#, to: "one.json")
        try scene.place.write(#"{"b": [1, 2], "a": 1.0}"#, to: "same.json")
        try scene.place.write(#"{"a": 2, "b": [1, 2]}"#, to: "two.json")
        try scene.place.write("one\ntwo\nthree \u{1B}[31m\n", to: "one.txt")
        try scene.place.write("one\n2\nthree \u{1B}[31m\n", to: "two.txt")
        try Data([0, 1, 2, 0xFF]).write(to: scene.place.collection.appendingPathComponent("one.bin"))
        try Data([0, 9, 2, 0xFF]).write(to: scene.place.collection.appendingPathComponent("two.bin"))
        let same = try scene.diff("one.json", "same.json")
        #expect(same.status == 0 && same.output.hasPrefix("= same\n- one.json\n+ same.json\n"))
        let json = try scene.diff("one.json", "two.json")
        #expect(json.status == 1)
        #expect(json.output == "≠ differs at $.a: 1 → 2\n- one.json\n+ two.json\n~ $.a  1 → 2\n")
        let text = try scene.diff("one.txt", "two.txt")
        #expect(text.output.hasSuffix("  one\n- two\n+ 2\n  three ␛[31m\n"))
        let beside = try scene.diff("one.json", "two.json", "--side-by-side").output
        #expect(
            beside.split(separator: "\n").contains {
                $0.contains("\"a\": 1,") && $0.contains("| ") && $0.contains("\"a\": 2,")
            })
        let bytes = try scene.diff("one.bin", "two.bin")
        #expect(bytes.status == 1 && bytes.output.contains("~ byte 1\n"))
        #expect(try scene.diff("two.json", "@", "--quiet").status == 1)
    }

    @Test("what is not there is said, with exit status 2")
    func notThere() throws {
        let scene = try Scene()
        let none = try scene.diff("nothing.json", "one.json")
        #expect(none.status == 2 && none.errors.contains("is neither a file nor an address of an exchange"))
        let first = try scene.diff("a1bc")
        #expect(first.status == 2 && first.errors.contains("has no exchange of this request before a1bc"))
        #expect(try scene.diff("ffff").errors.contains("no exchange has an id that begins with ffff"))
    }

    @Test("on screen: = in the history, a rule is kept with I, and the two are the same but for it")
    func onScreen() throws {
        let scene = try Scene()
        let session = try scene.place.start(size: .small)
        try session.showRequest("stock", named: "Stock")
        try session.type("H")
        try session.waitFor("the list") { $0.contains("3 exchanges") }
        try session.type("j=")
        try session.waitFor("the verdict") { $0.contains("≠ differs at $.at") && $0.contains("n next") }
        try session.type("I")
        try session.waitFor("the rules") { $0.contains("Ignore from now on") && $0.contains("pattern: iso-date") }
        try session.press(.enter)
        try session.waitFor("the verdict by the new rule") { $0.contains("✓ same but for 2 ignored") }
        #expect(try scene.place.text(of: "microscope.yaml").contains("- $.at"))
        try session.press(.escape)
        try session.waitFor("the list again") { $0.contains("3 exchanges") && !$0.contains("same but for") }
        try session.press(.escape)
        try session.waitFor("the panes again") { !$0.contains("3 exchanges") }
        #expect(try session.quit() == 0)
        #expect(try scene.diff("@-2", "@-1", "--quiet").status == 0)
    }

    @Test("JSON with a number that is masked is compared by its values")
    func maskedNumber() throws {
        let scene = try Scene()
        try scene.keep(4, 200, #"{"pin": {{pin}}, "stock": 3}"#, minutes: 0.5, isMasked: true)
        try scene.keep(5, 200, #"{"stock": 3,"pin":{{pin}}}"#, minutes: 0.4, isMasked: true)
        try scene.keep(6, 200, #"{"stock": 4,"pin":{{pin}}}"#, minutes: 0.3, isMasked: true)
        let same = try scene.diff("a4bc", "a5bc")
        #expect(same.status == 0, "\(same.output)")
        let other = try scene.diff("a5bc", "a6bc")
        #expect(other.output.hasPrefix("≠ differs at $.stock: 3 → 4\n"), "\(other.output)")
    }

    @Test("without another one, the one before it in the same environment is taken; else another one, and it is said")
    func sameEnvironment() throws {
        let scene = try Scene()
        try scene.keep(4, 200, #"{"stock": 9}"#, minutes: 0.5, environment: "prod")
        try scene.keep(5, 503, #"{"stock": 0, "at": "2026-11-22T10:00:00Z"}"#, minutes: 0.4)
        let same = try scene.diff("@")
        #expect(same.status == 0 && same.output.contains("- a3bcdef") && same.errors.isEmpty, "\(same.output)")
        let other = try scene.diff("a4bc")
        #expect(other.status == 1 && other.output.contains("- a3bcdef"), "\(other.output)")
        #expect(
            other.errors.contains("nothing before it was sent to the same environment: local → prod"), "\(other.errors)"
        )
        let session = try scene.place.start(size: .small)
        try session.showRequest("stock", named: "Stock")
        try session.type("H")
        try session.waitFor("the list") { $0.contains("5 exchanges") }
        try session.type("j=")
        try session.waitFor("the verdict with both environments") {
            $0.contains("≠ differs") && $0.contains("(local → prod)")
        }
        try session.press(.escape)
        try session.waitFor("the list again") { $0.contains("5 exchanges") && !$0.contains("≠ differs") }
        try session.press(.escape)
        try session.waitFor("the panes again") { !$0.contains("5 exchanges") }
        #expect(try session.quit() == 0)
    }

    @Test("rules count whichever side is the exchange; rules that cannot be read end it with exit status 4")
    func rulesOfEitherSide() throws {
        let scene = try Scene()
        try scene.place.write(#"{"stock": 3, "at": "later"}"#, to: "kept.json")
        #expect(try scene.diff("a1bc", "kept.json").status == 1)
        try scene.place.write(
            "version: 1\nrequests:\n  stock.yml:\n    diff:\n      ignore: [$.at]\n", to: "microscope.yaml")
        for words in [["a1bc", "kept.json"], ["kept.json", "a1bc"]] {
            let run = try scene.diff(words[0], words[1])
            #expect(run.status == 0 && run.output.contains("same but for 1 ignored ($.at)"), "\(run.output)")
        }
        try Data([0xFF, 0x80, 0x0A]).write(to: scene.place.collection.appendingPathComponent("microscope.yaml"))
        let unreadable = try scene.diff("a1bc", "a2bc")
        #expect(
            unreadable.status == 4 && unreadable.errors.contains("microscope.yaml cannot be read"),
            "\(unreadable.errors)")
        #expect(try scene.diff("a1bc", "a2bc", "--no-rules").status == 1)
    }
}
