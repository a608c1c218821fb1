import BodyView
import Foundation
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

/// A screen that events happen to: what they order is done at once, as far as a test can.
protocol ChanceStage {
    var state: ExplorerState { get }
    mutating func take(_ input: TerminalInput)
    /// Makes something happen that nobody typed.
    mutating func surprise(_ chance: inout ChanceInput)
}

extension ChanceStage {
    mutating func surprise(_ chance: inout ChanceInput) {}
}

/// The scenery of a stage.
enum ChanceScenery: String, CaseIterable, CustomTestStringConvertible {
    case requests, bodies, history, differences, files

    var testDescription: String { rawValue }

    /// The cost of an event beside one of the others: files are really written.
    var cost: Int { self == .files ? 4 : 1 }

    func stage() throws -> any ChanceStage {
        switch self {
        case .requests: RequestStage()
        case .bodies: BodyScene(ChanceBodies.samples[0].text)
        case .history: HistoryScene()
        case .differences: DifferenceScene()
        case .files: try TreeScene()
        }
    }
}

/// Requests, folders and forms, on a screen where no response ever comes.
private struct RequestStage: ChanceStage {
    var state = Explorers.state()

    mutating func take(_ input: TerminalInput) {
        if case .key(let stroke) = input { state.press(stroke) } else { _ = update(&state, .input(input)) }
    }

    mutating func surprise(_ chance: inout ChanceInput) {
        _ = update(&state, .tick(state.now.addingTimeInterval(Double(chance.below(100_000)))))
    }
}

/// Responses of every kind.
enum ChanceBodies {
    static let samples: [(kind: BodyKind, text: String)] = [
        (
            .json,
            #"{"items": [{"id": 1, "price": 10.50, "tags": ["a", "b"], "漢": "👩‍👧"}, {"id": 2, "price": null}], "next": {}}"#
        ),
        (.json, #"[1, {"broken": "#), (.json, "[" + String(repeating: "{\"a\": [1, 2, 3]},\n", count: 300) + "0]"),
        (.json, #""\#(String(repeating: "one line ", count: 3_000))""#), (.empty, ""),
        (.jsonLines, "{\"a\": 1}\n{\"a\": 2}\n\n[3]\n"), (.text, String(repeating: "words and more\n", count: 200)),
        (.text, "\u{1B}[31mred\u{7}\t\ttabs\r\nends"), (.xml, "<a><b c=\"d\">e</b><!-- f --><b/></a>"),
        (.html, "<!doctype html><p>one<br>two<ul><li>three"), (.hex, "\u{0}\u{1}\u{2}ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ]
}

extension BodyScene: ChanceStage {
    mutating func take(_ input: TerminalInput) {
        switch input {
        case .key(let stroke): press(stroke)
        case .paste(let text): paste(text)
        case .resize(let size): resize(columns: size.columns, rows: size.rows)
        case .mouse: _ = update(&state, .input(input))
        }
    }

    mutating func surprise(_ chance: inout ChanceInput) {
        let body = ChanceBodies.samples[chance.below(ChanceBodies.samples.count)]
        receive(body.text, kind: body.kind)
    }
}

extension HistoryScene: ChanceStage {
    mutating func take(_ input: TerminalInput) { handle(.input(input)) }

    mutating func surprise(_ chance: inout ChanceInput) {
        switch chance.below(6) {
        case 0: handle(.historyGrew)
        case 1: finishReplay(as: Self.id(UInt8(chance.below(4))))
        case 2: plan()
        case 3: respondToSeries(chance.below(2) == 0 ? 200 : 503)
        case 4: rows = Array(HistoryScene.rows.prefix(chance.below(5)))
        default: handle(.tick(state.now.addingTimeInterval(1)))
        }
    }
}

extension DifferenceScene: ChanceStage {
    mutating func take(_ input: TerminalInput) { handle(.input(input)) }

    mutating func surprise(_ chance: inout ChanceInput) {
        let texts = ["{}", "[1, 2, 3]", "", "no JSON", #"{"price": "漢", "list": [[[]]]}"#]
        new = Side(texts[chance.below(texts.count)])
        state.overlays = []
        open()
    }
}

extension TreeScene: ChanceStage {
    func take(_ input: TerminalInput) { handle(.input(input)) }

    func surprise(_ chance: inout ChanceInput) {
        let paths: [ItemPath] = ["a.yml", "users", "users/get.yml", "environments/dev.yml", .root]
        let path = paths[chance.below(paths.count)]
        if state.collection.item(at: path) != nil { stand(on: path) }
    }
}
