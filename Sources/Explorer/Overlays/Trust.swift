import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// What a collection would do outside of itself, for a person to agree to.
public struct TrustQuestion: Sendable, Hashable {
    public var uses: [OutsideUse]
    /// Of the send that needs it.
    public var answers: SendAnswers
    public var purpose = Purpose.send
    /// One of several that it is sent to; nil: the one that is chosen.
    public var environment: String?
    /// First shown line.
    public var scroll = 0
    var finding = TextFinding()

    /// What goes on when it is agreed to.
    public enum Purpose: Sendable, Hashable { case send, token, series, show }
}

extension ActionContext {
    static let trust: ActionContext = .init(
        "trust", "Agreeing", .list, .findsText,
        enter: (
            "agree and send",
            "Agree to what is listed, once its end is on the screen, and go on: it is remembered until one of it changes."
        ), escape: ("leave", "Agree to nothing; nothing is sent, run or read."), way: .trust)
}

extension TrustQuestion: ScrolledText {
    static let context: ActionContext = .trust
    static let extraRows: [ActionRow] = [
        ActionRow(.pageDown, [.trust], [" "], "page down", "Go down by a page.")
    ]

    var isAboutCollection: Bool { true }

    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        TrustDrawing.styledLines(of: self, explorer).map { [$0] }
    }
    func rows(in explorer: ExplorerState) -> Int { max(1, explorer.size.rows - (explorer.isPlain ? 4 : 6)) }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.agree(to: self) }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.decline(self)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { TrustDrawing.draw(self, explorer, on: &grid) }
}

/// What a collection may do outside of itself, as a person is asked about it: nobody agrees to what was not on the screen.
enum TrustDrawing {
    static func draw(_ question: TrustQuestion, _ state: ExplorerState, on grid: inout Grid) {
        let lines = question.lines(in: state)
        let inside = OverlayDrawing.box(
            title(question), columns: columns(state), rows: lines.count + 2, state, on: &grid)
        let (list, below) = inside.cutTop(max(0, inside.rows - 2))
        var shown = question
        shown.scroll = min(question.scroll, lastScroll(question, state))
        shown.draw(lines, in: list, on: &grid)
        let hidden = lines.count - shown.scroll - list.rows
        if hidden > 0 {
            let words = "\(state.signs.ellipsis) \(Wording.count(hidden, "more line")): Down shows them"
            grid.write(words, at: below.origin, .warning, in: below)
        }
        grid.write(advice(question, state), at: below.line(1).origin, .dimmed, in: below)
    }

    private static func title(_ question: TrustQuestion) -> String {
        let place = question.environment.map { ", sending to \($0)" } ?? ""
        return "Outside of itself\(place), this collection would"
    }

    private static func advice(_ question: TrustQuestion, _ state: ExplorerState) -> String {
        guard isRead(question, state) else { return "Enter shows more, Esc leaves." }
        let what =
            switch question.purpose {
            case .send, .series: "sends"
            case .token: "gets the token"
            case .show: "shows the file"
            }
        return "Enter agrees and \(what), Esc leaves. Asked again when any of it changes."
    }

    static func columns(_ state: ExplorerState) -> Int { max(1, min(92, state.size.columns - 6)) }

    static func lastScroll(_ question: TrustQuestion, _ state: ExplorerState) -> Int {
        max(0, question.lines(in: state).count - question.rows(in: state))
    }

    /// Whether the last line is on the screen: not in a window in which nothing is drawn but that it is too small.
    static func isRead(_ question: TrustQuestion, _ state: ExplorerState) -> Bool {
        !state.display.isTooSmall && question.scroll >= lastScroll(question, state)
    }

    // MARK: Lines

    /// All of it as it stands on the screen, whatever its length.
    static func lines(of question: TrustQuestion, _ state: ExplorerState) -> [String] {
        styledLines(of: question, state).map(\.text)
    }

    static func styledLines(of question: TrustQuestion, _ state: ExplorerState) -> [StyledText] {
        let columns = columns(state)
        return question.uses.flatMap { use in
            let consent = ConsentText(use)
            let text = Wrapping.whole("\(state.signs.bullet) \(consent.text)", columns: columns, indent: 2)
            return text.map { StyledText($0, .plain) } + consent.notes.flatMap { lines(of: $0, state) }
        }
    }

    private static func lines(of note: ConsentText.Note, _ state: ExplorerState) -> [StyledText] {
        let text = "  \(state.signs.arrow) \(note.text)"
        let style: Style = [.host, .lookalikes].contains(note.kind) ? .warning : .key
        return Wrapping.whole(text, columns: columns(state), indent: 6).map { StyledText($0, style) }
    }
}
