import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite struct FolderRunTests {
    private static func request(_ path: ItemPath) -> CollectionItem {
        CollectionItem(path: path, name: path.baseName, kind: .unopened(RequestHead(method: "GET", url: "h")))
    }

    private static let collection: OpenCollection.Collection = {
        let socket = UnsupportedItem(kind: "websocket")
        let broken = FileProblem(path: "users/bad.yml", message: "no type")
        let inner = CollectionItem(
            path: "users/admin", name: "admin", kind: .folder(FolderDefinition(), [request("users/admin/one.yml")]))
        let users = CollectionItem(
            path: "users", name: "Users",
            kind: .folder(
                FolderDefinition(),
                [
                    inner, request("users/get.yml"),
                    CollectionItem(path: "users/ws.yml", name: "ws", kind: .unsupported(socket)),
                    CollectionItem(path: "users/bad.yml", name: "bad", kind: .broken(broken)),
                ]))
        return Collection(name: "c", items: [users, request("usersome.yml")])
    }()

    private static let skips: [RunPlan.Entry] = [
        .skipped("users/ws.yml", reason: UnsupportedItem(kind: "websocket").reason),
        .skipped("users/bad.yml", reason: "it cannot be read: no type"),
    ]

    @Test("a plan is the folder's items in the order of the format, each with why it is skipped")
    func plan() {
        let users: [RunPlan.Entry] = [.request("users/admin/one.yml"), .request("users/get.yml")] + Self.skips
        #expect(RunPlan(of: "users", in: Self.collection).entries == users)
        #expect(RunPlan(of: .root, in: Self.collection).entries == users + [.request("usersome.yml")])
        #expect(RunPlan(of: "users/get.yml", in: Self.collection).entries == [.request("users/get.yml")])
        #expect(RunPlan(of: "users/admin", in: Self.collection).entries == [.request("users/admin/one.yml")])
        #expect(RunPlan(of: "nobody", in: Self.collection).entries.isEmpty)
    }

    @Test("with tags it is those requests that they take, and what has none is out where some are asked for")
    func tags() {
        let items = [("a.yml", ["smoke"]), ("b.yml", ["smoke", "slow"]), ("c.yml", [])].map { path, tags in
            CollectionItem(
                path: ItemPath(path), name: path, kind: .unopened(RequestHead(method: "GET", url: "h", tags: tags)))
        }
        let socket = CollectionItem(path: "d.yml", name: "d", kind: .unsupported(UnsupportedItem(kind: "websocket")))
        let collection = Collection(name: "c", items: items + [socket])
        let paths = { (tags: TagFilter) in
            RunPlan(of: .root, in: collection, tags: tags).entries.map { entry in
                switch entry {
                case .request(let path), .skipped(let path, _): path.text
                }
            }
        }
        #expect(paths(TagFilter(included: ["smoke"], excluded: ["slow"])) == ["a.yml"])
        #expect(paths(TagFilter(excluded: ["slow"])) == ["a.yml", "c.yml", "d.yml"])
        #expect(paths(TagFilter()) == ["a.yml", "b.yml", "c.yml", "d.yml"])
    }

    private func record(
        _ outcome: RecordedAssertion.Outcome? = nil, failure: RecordedFailure.Stage? = nil,
        captures: [RecordedCapture] = []
    ) -> RecordedExchange {
        let request = Exchange.SentRequest(method: .get, url: "h", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Date()), origin: .init(), sentAt: Date())
        record.failure = failure.map { RecordedFailure(stage: $0, message: "no") }
        record.assertions =
            outcome.map { [RecordedAssertion(expression: "res.status", operator: "eq", outcome: $0)] } ?? []
        record.captures = captures
        return record
    }

    /// Each end of a request, and what is done after it.
    private func actions(_ ends: RecordedExchange..., bails: Bool) -> [FolderRun.Action] {
        var run = FolderRun(RunPlan(of: .root, in: Self.collection), bails: bails)
        var actions = [run.next()]
        for end in ends {
            run.ended(end)
            actions.append(run.next())
        }
        return actions
    }

    @Test("without bail a failure does not end the run, a cancellation does")
    func goesOn() {
        let failed = record(.failed(found: "1", expected: "2"))
        let first = FolderRun.Action.send("users/admin/one.yml")
        let second = FolderRun.Action.send("users/get.yml")
        #expect(actions(failed, bails: false) == [first, second])
        #expect(actions(record(failure: .build), bails: false) == [first, second])
        #expect(actions(record(failure: .cancelled), bails: false) == [first, .finish])
    }

    @Test("with bail the first failure ends it, and what is not evaluated has not passed")
    func bails() {
        let first = FolderRun.Action.send("users/admin/one.yml")
        let second = FolderRun.Action.send("users/get.yml")
        #expect(actions(record(.failed(found: "1", expected: "2")), bails: true) == [first, .finish])
        #expect(actions(record(failure: .build), bails: true) == [first, .finish])
        #expect(actions(record(.notEvaluated("it needs JavaScript")), bails: true) == [first, .finish])
        #expect(actions(record(.passed), bails: true) == [first, second])
    }

    @Test("skipped items are told between the requests, and the end is told again and again")
    func skips() {
        var run = FolderRun(RunPlan(of: "users", in: Self.collection), bails: true)
        var actions: [FolderRun.Action] = []
        for _ in 0..<6 {
            actions.append(run.next())
            if case .send(let path) = actions.last { run.ended(record(), at: path) }
        }
        #expect(actions.suffix(3).first == .skip("users/bad.yml", reason: "it cannot be read: no type"))
        #expect(actions.suffix(2) == [.finish, .finish])
    }

    @Test("what one request captured the next ones have, the later value and its secrecy")
    func captures() {
        var run = FolderRun(RunPlan(of: .root, in: Self.collection))
        _ = run.next()
        run.ended(
            record(captures: [
                RecordedCapture(variable: "id", expression: "x", outcome: .value(json: "12345678901234567890")),
                RecordedCapture(variable: "token", expression: "x", outcome: .value(json: "\"t\""), isSecret: true),
            ]))
        #expect(run.captured["id"] == .longNumber("12345678901234567890"))
        #expect(run.captured.secretNames == ["token"])
        run.ended(
            record(captures: [
                RecordedCapture(variable: "id", expression: "x", outcome: .value(json: "{\"a\":[1]}")),
                RecordedCapture(variable: "token", expression: "x", outcome: .undefined),
            ]))
        #expect(run.captured["id"] == TypedValue(json: "{\"a\":[1]}"))
        #expect(run.captured["token"] == "t")
    }

    @Test(
        "a script chooses the next request by its name, and ends the run; one that is not there is reported, and the run goes on"
    )
    func flow() {
        let items = ["a", "b", "c"].map { name in
            CollectionItem(
                path: ItemPath("\(name).yml"), name: "Request \(name)",
                kind: .unopened(RequestHead(method: "GET", url: "h")))
        }
        let plan = RunPlan(of: .root, in: Collection(name: "c", items: items))
        func record(_ flow: RunFlow?) -> RecordedExchange {
            let request = Exchange.SentRequest(method: "GET", url: "h", headers: [], bodyLength: 0, body: nil)
            var record = RecordedExchange(
                id: UUID(), exchange: Exchange(request: request, startedAt: Date()), origin: .init(), sentAt: Date())
            record.flow = flow
            return record
        }
        func paths(_ flows: [RunFlow?], follows: Bool = true) -> (paths: [String], problems: [String]) {
            var (run, flows, sent) = (FolderRun(plan, followsScripts: follows), flows[...], [String]())
            while case .send(let path) = run.next(), sent.count < 9 {
                sent.append(path.withoutSuffix)
                run.ended(record(flows.popFirst() ?? nil))
            }
            return (sent, run.problems)
        }
        #expect(paths([]).paths == ["a", "b", "c"])
        #expect(paths([.next("Request c")]).paths == ["a", "c"])
        #expect(paths([nil, .next("Request a")]).paths == ["a", "b", "a", "b", "c"])
        #expect(paths([.stop]).paths == ["a"])
        let lost = paths([.next("Gone")])
        #expect(lost.paths == ["a", "b", "c"])
        #expect(lost.problems == ["a script asks for the request Gone, which is not in this run"])
        #expect(paths([.stop, .next("Request a")], follows: false).paths == ["a", "b", "c"])
        var endless = FolderRun(plan)
        for _ in 0..<10_001 {
            _ = endless.next()
            endless.ended(record(.next("Request a")))
        }
        #expect(endless.next() == .finish && endless.isEndless)
        var bailing = FolderRun(plan, bails: true)
        _ = bailing.next()
        var skipped = record(.skipRequest)
        skipped.failure = RecordedFailure(stage: .build, message: "A script skipped it.")
        bailing.ended(skipped)
        #expect(bailing.next() == .send("b.yml"), "a skipped request has not failed")
    }
}
