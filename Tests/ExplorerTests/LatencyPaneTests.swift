import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("How long a request took, on the screen")
struct LatencyPaneTests {
    /// A screen that shows responses of an hour: a slower wait from the half of it on, and one failure.
    private struct Scene {
        var state: ExplorerState
        private(set) var effects: [Effect] = []

        init(columns: Int = 100, rows: Int = 30) {
            state = Explorers.state(columns: columns, rows: rows)
        }

        mutating func press(_ keys: KeyStroke...) { for key in keys { effects += state.press(key) } }

        var orders: [LatencyOrder] {
            effects.compactMap { if case .latency(let order, _) = $0.order { order } else { nil } }
        }
        var filters: [HistoryFilter] {
            effects.compactMap { if case .history(.list(let filter, _, _, _)) = $0.order { filter } else { nil } }
        }

        static let samples: [LatencySample] = (0..<60).map { minute in
            var timings = Transfer.Timings()
            timings.wait = .milliseconds(minute < 30 ? 80 : 208)
            timings.download = .milliseconds(4)
            return LatencySample(
                id: UUID(), sentAt: Explorers.start.addingTimeInterval(Double(minute - 60) * 60),
                duration: .milliseconds(minute < 30 ? 84 : 212), timings: timings, status: 200,
                isFailure: minute == 10)
        }

        mutating func receive(_ samples: [LatencySample] = samples, environments: [String?] = ["local", "prod"]) {
            guard let effect = effects.last(where: { if case .latency = $0.order { true } else { false } }),
                case .latency(let order, _) = effect.order
            else { return }
            let shown = ShownLatency(order, environments: environments, LatencyReport(samples))
            effects += update(&state, effect.reply(Result<ShownLatency, StatusMessage>.success(shown)))
        }

        func line(with text: String) -> String {
            state.screen.split(separator: "\n").map(String.init).first { $0.contains(text) } ?? ""
        }
    }

    @Test("t in the response asks for the shown request in the chosen environment, and says what it waits for")
    func opens() {
        var scene = Scene()
        scene.press("3", "t")
        #expect(scene.orders == [LatencyOrder(collection: "/sample", request: "users/get.yml", environment: "local")])
        #expect(scene.state.context == .latency)
        #expect(scene.state.screen.contains("Latency of users/get.yml · local"))
        #expect(scene.state.screen.contains("Loading the history"))
        scene.press(.escape)
        #expect(scene.state.context == .response)
    }

    @Test("shows how many, p50 and p95, since when it is slower and in which phase, a chart and the phases")
    func shows() {
        var scene = Scene()
        scene.press("3", "t")
        scene.receive()
        let screen = scene.state.screen
        #expect(screen.contains("60 exchanges, 1 failed"))
        #expect(screen.contains("p50 212 ms  p95 212 ms"))
        #expect(screen.contains("▲ p50 84 ms → 212 ms since 21:43:20 UTC (wait)"))
        #expect(scene.line(with: "212 ms ").contains("█") || screen.contains("█"))
        #expect(scene.line(with: "wait   ").contains("59"))
        #expect(scene.line(with: "reused ones").contains("59"))
        #expect(screen.contains("2023-11-14 21:") && screen.contains("e: prod"))
    }

    @Test("has room for all of it on a small screen, and draws with ASCII alone where it must", arguments: [80, 60])
    func small(columns: Int) {
        var scene = Scene(columns: columns, rows: 24)
        scene.state.display.glyphs = .ascii
        scene.press("3", "t")
        scene.receive()
        let screen = scene.state.screen
        #expect(screen.contains("^ p50 84 ms -> 212 ms"))
        #expect(screen.contains("reused ones") && screen.contains("###"))
        #expect(!screen.contains("█") && !screen.contains("▲"))
    }

    @Test("of what was sent without an environment, Enter lists that alone")
    func withoutEnvironment() throws {
        var scene = Scene()
        scene.state.environmentName = nil
        scene.press("3", "t")
        scene.receive()
        scene.press(.enter)
        #expect(scene.state.screen.contains("env:none since:"))
        #expect(try #require(scene.filters.last).terms.contains(.init(.environment(nil))))
    }

    @Test("the cursor goes through stretches of time; Enter lists what was sent then")
    func cursor() throws {
        var scene = Scene()
        scene.press("3", "t")
        scene.receive()
        #expect(scene.line(with: "22:12:00 to 22:13:00").contains("1 exchange, p50 212 ms"))
        scene.press("g")
        #expect(scene.line(with: "21:13:00 to 21:14:00").contains("1 exchange, p50 84 ms"))
        scene.press(.right, .enter)
        #expect(scene.state.context == .history)
        #expect(scene.state.screen.contains("request:/sample//users/get.yml env:local since:2023-11-14T21:14:00Z"))
        let filter = try #require(scene.filters.last)
        #expect(filter.terms.contains(.init(.sent(of: "users/get.yml", in: "/sample"))))
        #expect(filter.terms.contains(.init(.environment("local"))))
        #expect(filter.terms.contains(.init(.since(Explorers.start.addingTimeInterval(-59 * 60 - 20)))))
        #expect(filter.terms.contains(.init(.before(Explorers.start.addingTimeInterval(-58 * 60 - 20)))))
        scene.press(.escape)
        #expect(scene.state.context == .latency)
        #expect(scene.state.screen.contains("21:14:00 to 21:15:00"))
    }

    @Test("n and N go to where it changed")
    func steps() {
        var scene = Scene()
        scene.press("3", "t")
        scene.receive()
        scene.press("N")
        #expect(scene.state.screen.contains("21:43:00 to 21:44:00"))
        scene.press("N")
        #expect(scene.state.status?.text == "This is the first change.")
        scene.press("g", "n")
        #expect(scene.state.screen.contains("21:43:00 to 21:44:00"))
    }

    @Test("e shows the other environments, one after the other; alone, it says that there is no other")
    func environments() {
        var scene = Scene()
        scene.press("3", "t")
        scene.receive()
        scene.press("e")
        #expect(scene.orders.last?.environment == "prod")
        #expect(scene.state.screen.contains("Latency of users/get.yml · prod"))
        scene.receive([])
        #expect(
            scene.state.screen.contains("No history for this request and environment")
                && scene.state.screen.contains("e shows local"))
        scene.press("e")
        #expect(scene.orders.last?.environment == "local")
        scene.receive(environments: ["local"])
        scene.press(.tab)
        #expect(scene.state.status?.text == "Not sent to any other environment.")
    }

    @Test("what comes after it was closed, or of the environment before, is not shown")
    func late() {
        var scene = Scene()
        scene.press("3", "t")
        scene.press(.escape)
        scene.receive()
        #expect(scene.state.context == .response)
    }

    @Test("from the history, t means the exchange under the cursor; one without a request is told as such")
    func fromHistory() {
        var scene = HistoryScene()
        scene.press("H", "H", .down, .down, .down, "t")
        let orders = scene.effects.compactMap { if case .latency(let order, _) = $0.order { order } else { nil } }
        #expect(orders == [LatencyOrder(collection: "/elsewhere", request: "gone.yml", environment: "local")])
        var other = HistoryScene([
            HistoryRow(
                id: HistoryScene.id(9), origin: .init(), source: .screen, sentAt: Explorers.start, method: "GET",
                url: "http://a.test/")
        ])
        other.press("H", "H", "t")
        #expect(other.state.context == .history)
        #expect(other.state.status?.text.contains("belongs to no request") == true)
    }

    @Test("a wider screen shows shorter stretches of time; the cursor stays at its moment")
    func resized() {
        var scene = Scene(columns: 64, rows: 30)
        scene.press("3", "t")
        scene.receive()
        scene.press("g")
        let before = scene.state.overlay(LatencyState.self)?.shown?.buckets.count ?? 0
        _ = update(&scene.state, .input(.resize(Size(columns: 120, rows: 30))))
        #expect((scene.state.overlay(LatencyState.self)?.shown?.buckets.count ?? 0) > before)
        #expect(scene.state.screen.contains("to 21:1"))
    }
}
