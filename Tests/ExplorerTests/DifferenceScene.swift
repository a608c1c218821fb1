import BodyStore
import BodyView
import Differences
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// A screen that compares exchanges which a test makes up: what the wiring does with the history is done here at once.
struct DifferenceScene {
    var state: ExplorerState
    private(set) var effects: [Effect] = []
    /// The old side of the comparison.
    var old = Side(#"{"price": 10, "name": "Ada", "seen": "2026-11-21T10:00:00Z"}"#)
    var new = Side(#"{"price": 12, "name": "Ada", "seen": "2026-11-22T10:00:00Z", "more": true}"#)
    /// Whether an order gets its reply at once.
    var responds = true

    struct Side {
        var body: String
        var status = 200
        var headers: [HeaderField] = [HeaderField("Content-Type", "application/json")]

        init(_ body: String) { self.body = body }
    }

    init(columns: Int = 100, rows: Int = 30) { state = Explorers.state(columns: columns, rows: rows) }

    mutating func press(_ keys: KeyStroke...) { for key in keys { take(state.press(key)) } }
    mutating func handle(_ event: Event) { take(update(&state, event)) }

    var orders: [DifferenceOrder] {
        effects.compactMap { if case .difference(let order, _) = $0.order { order } else { nil } }
    }

    /// Lists three exchanges of the shown request and compares the newest with the one before it.
    mutating func open() { press("H", "=") }

    private mutating func take(_ new: [Effect]) {
        effects += new
        for effect in new {
            switch effect.order {
            case .history(.list):
                let rows = HistoryScene.rows.filter { $0.origin.requestPath == "users/get.yml" }
                give(effect, HistoryPage(rows: rows, total: rows.count))
            case .difference(let order, _) where responds:
                give(effect, Result<ShownDifference, StatusMessage>.success(shown(order)))
            case .ignoreDifference(let rule, _):
                guard
                    let companion = try? state.collection.companion.adding(
                        ignored: rule.text, isHeader: rule.isHeader, of: rule.path)
                else { continue }
                give(effect, companion)
            default: break
            }
        }
    }

    private mutating func give<Outcome: Sendable>(_ effect: Effect, _ outcome: Outcome) {
        take(update(&state, effect.reply(outcome)))
    }

    func shown(_ order: DifferenceOrder) -> ShownDifference {
        let sides = [(old, HistoryScene.rows[1]), (new, HistoryScene.rows[0])].map { side, row in
            (HistoryScene.past(row, body: side.body).kept, side)
        }
        var comparison = ExchangeComparison(old: Self.side(sides[0].1), new: Self.side(sides[1].1))
        if let rules = try? IgnoreRules(ignore: order.settings.ignore, headers: order.settings.headers) {
            comparison.rules = rules
        }
        guard let difference = comparison.run() else { preconditionFailure("nobody cancels it") }
        let rows = Self.rows(difference.body)
        return ShownDifference(
            old: sides[0].0, new: sides[1].0, difference, sideBySide: rows?.0, inline: rows?.1)
    }

    private static func side(_ side: Side) -> ExchangeSide {
        ExchangeSide(
            .response(
                .init(
                    status: side.status, headers: side.headers.map { .init($0.name, $0.value) },
                    body: BodyStore(Array(side.body.utf8)))),
            timing: ExchangeTiming([.init("wait", .milliseconds(80))]))
    }

    private static func rows(_ body: BodyDifference) -> (DifferenceRows, DifferenceRows)? {
        switch body {
        case .text(let text, _): return (DifferenceRows(text, .sideBySide), DifferenceRows(text, .inline))
        case .json(let all):
            guard let old = BodyDocument(whole: all.old, kind: .json),
                let new = BodyDocument(whole: all.new, kind: .json),
                let text = TextComparison(old: old, new: new).run()
            else { return nil }
            return (DifferenceRows(text, .sideBySide, meaning: all), DifferenceRows(text, .inline, meaning: all))
        default: return nil
        }
    }

    var screen: String { state.screen }

    func lines(with text: String) -> [String] {
        screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }

    /// The line with the cursor.
    var cursorLine: String {
        let grid = view(state)
        let row = (1..<grid.size.rows).first { row in grid.row(row).contains { $0.style == .cursor } }
        return row.map { grid.text(row: $0) } ?? ""
    }
}
