import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite("Several requests and rows at a time")
struct RunScheduleTests {
    private static func plan(_ names: [String], waits: [ItemPath: Set<ItemPath>] = [:]) -> RunPlan {
        let items = names.map { name in
            CollectionItem(
                path: ItemPath("\(name).yml"), name: name, kind: .unopened(RequestHead(method: "GET", url: "h")))
        }
        var plan = RunPlan(of: .root, in: Collection(name: "c", items: items))
        plan.prerequisites = waits
        return plan
    }

    private static func record(captures: [String: String] = [:], failure: RecordedFailure.Stage? = nil)
        -> RecordedExchange
    {
        let request = Exchange.SentRequest(method: .get, url: "h", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Date()), origin: .init(), sentAt: Date())
        record.failure = failure.map { RecordedFailure(stage: $0, message: "no") }
        record.captures = captures.map { RecordedCapture(variable: $0, expression: "x", outcome: .value(json: $1)) }
        return record
    }

    /// Returns an action in words: "a2" for the request a of the second row.
    private static func words(_ action: RunSchedule.Action) -> String {
        switch action {
        case .send(let step, _): "\(step.path.withoutSuffix)\(step.row + 1)"
        case .skip(let step, _): "skip \(step.path.withoutSuffix)\(step.row + 1)"
        case .wait: "wait"
        case .finish: "finish"
        }
    }

    private static func step(_ schedule: inout RunSchedule) -> (words: String, step: RunSchedule.Step?) {
        let action = schedule.next()
        if case .send(let step, _) = action { return (words(action), step) }
        return (words(action), nil)
    }

    @Test("one at a time: row after row, in order")
    func sequence() {
        var schedule = RunSchedule(Self.plan(["a", "b"]), rows: [CapturedValues(), CapturedValues()])
        var all: [String] = []
        while all.last != "finish", all.count < 9 {
            let (words, step) = Self.step(&schedule)
            all.append(words)
            if let step {
                #expect(Self.words(schedule.next()) == "wait", "one is under way")
                schedule.ended(Self.record(), at: step, hasFailed: false)
            }
        }
        #expect(all == ["a1", "b1", "a2", "b2", "finish"])
    }

    @Test(
        "several at a time: a request waits for those before it that it needs, others overtake it, and rows go on at the same time"
    )
    func parallel() throws {
        let plan = Self.plan(["a", "b", "c"], waits: ["b.yml": ["a.yml"]])
        var schedule = RunSchedule(plan, rows: [CapturedValues(), CapturedValues()], parallel: 4)
        let first = (1...5).map { _ in Self.step(&schedule) }
        #expect(first.map(\.words) == ["a1", "c1", "a2", "c2", "wait"])
        schedule.ended(Self.record(), at: try #require(first[2].step), hasFailed: false)
        #expect(Self.step(&schedule).words == "b2", "its own row's a is over")
        schedule.ended(Self.record(), at: try #require(first[1].step), hasFailed: false)
        #expect(Self.step(&schedule).words == "wait", "c was not what b1 waits for")
        schedule.ended(Self.record(), at: try #require(first[0].step), hasFailed: false)
        #expect(Self.step(&schedule).words == "b1")
        #expect(schedule.count == 6)
    }

    @Test("rows share no captured values; the later row's are kept in the end")
    func rows() throws {
        var rows = [CapturedValues(), CapturedValues()]
        for index in rows.indices { rows[index].set("n", .string("\(index)"), isSecret: false) }
        var schedule = RunSchedule(Self.plan(["a", "b"]), rows: rows)
        func send() throws -> (RunSchedule.Step, CapturedValues) {
            guard case .send(let step, let values) = schedule.next() else { throw CancellationError() }
            return (step, values)
        }
        let (first, _) = try send()
        schedule.ended(Self.record(captures: ["id": "\"first\""]), at: first, hasFailed: false)
        let (second, values) = try send()
        #expect(values["id"] == "first" && values["n"] == "0")
        schedule.ended(Self.record(), at: second, hasFailed: false)
        let (third, others) = try send()
        #expect(others["id"] == nil && others["n"] == "1")
        schedule.ended(Self.record(captures: ["id": "\"third\""]), at: third, hasFailed: false)
        schedule.ended(Self.record(), at: try send().0, hasFailed: false)
        #expect(Self.words(schedule.next()) == "finish" && schedule.captured["id"] == "third")
    }

    @Test("the first failure ends all rows if that is wanted, after what is under way; a cancellation does always")
    func ends() throws {
        for (bails, failure) in [(true, nil), (false, RecordedFailure.Stage.cancelled)] {
            var schedule = RunSchedule(
                Self.plan(["a", "b"]), rows: [CapturedValues(), CapturedValues()], bails: bails, parallel: 2)
            let steps = [try #require(Self.step(&schedule).step), try #require(Self.step(&schedule).step)]
            schedule.ended(Self.record(failure: failure), at: steps[0], hasFailed: true)
            #expect(Self.step(&schedule).words == "wait")
            schedule.ended(Self.record(), at: steps[1], hasFailed: false)
            #expect(Self.step(&schedule).words == "finish")
        }
    }

    @Test("what was not sent after all is over too, and a run that is stopped ends")
    func abandoned() throws {
        var schedule = RunSchedule(Self.plan(["a", "b"]), rows: [CapturedValues()])
        schedule.abandoned(try #require(Self.step(&schedule).step))
        #expect(Self.step(&schedule).words == "b1")
        schedule.stop()
        #expect(Self.step(&schedule).words == "wait")
    }

    // MARK: What waits for what

    private static func collection(_ files: [(String, String)]) throws -> OpenCollection.Collection {
        let items = try files.map { path, text in
            CollectionItem(
                path: ItemPath(path), name: path, kind: .request(try RequestFile.read(text: text, path: ItemPath(path)))
            )
        }
        var root = FolderDefinition()
        root.variables = [Variable("bearer", "Bearer {{token}}")]
        var collection = Collection(name: "c", items: items)
        collection.root = root
        return collection
    }

    private static func request(_ url: String, _ runtime: String = "") -> String {
        "info: {name: r, type: http}\nhttp: {method: GET, url: \"\(url)\"}\n\(runtime)"
    }

    @Test(
        "a request waits for the earlier ones that capture what it names, also through another variable, or whose scripts set it"
    )
    func order() throws {
        let capture = """
            runtime:
              actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.t, method: jsonq}, variable: {name: token, scope: runtime}}]
            """
        let collection = try Self.collection([
            ("login.yml", Self.request("h/login", capture)),
            ("plain.yml", Self.request("h/plain")),
            ("header.yml", Self.request("h?auth={{bearer}}")),
            (
                "script.yml",
                Self.request("h", "runtime: {scripts: [{type: tests, code: 'bru.setVar(\"count\", 1)'}]}\n")
            ),
            ("count.yml", Self.request("h/{{count}}")),
            (
                "check.yml",
                Self.request("h", "runtime: {assertions: [{expression: res.body, operator: eq, value: '{{token}}'}]}\n")
            ),
        ])
        let plan = RunPlan(of: .root, in: collection).ordered(in: collection, nil)
        #expect(
            plan.prerequisites == [
                "header.yml": ["login.yml"], "count.yml": ["script.yml"], "check.yml": ["login.yml"],
            ])
        #expect(!plan.choosesNextRequest(in: collection))
    }

    @Test("a script that calls setNextRequest makes a run sequential")
    func next() throws {
        let script = "runtime: {scripts: [{type: tests, code: 'bru.runner.setNextRequest(\"a\")'}]}\n"
        let collection = try Self.collection([("a.yml", Self.request("h", script))])
        #expect(RunPlan(of: .root, in: collection).choosesNextRequest(in: collection))
    }
}
