import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// A question to the user about what a collection would do outside of itself.
public struct TrustQuestion: Sendable {
    public var uses: [OutsideUse]
    /// The answers for the send that needs it.
    public var answers: SendAnswers
    /// The words for what goes on when it is agreed to.
    var next = "sends"
    /// The next step after that. By default the shown request is sent, with the answers.
    private var agreed: Agreed = { $1.sendShown($0.answers) }
    /// The one of several environments that it is sent to; nil: the one that is chosen.
    public var environment: String?
    /// ``QuestionID/side`` where one of several asks; else the question that waits for it; nil: the send alone.
    var questionID: QuestionID?
    /// First shown line.
    public var scroll = 0
    var finding = TextFinding()

    /// Goes on with the question, whose answers have what was agreed to.
    typealias Agreed = @Sendable (TrustQuestion, inout ExplorerState) -> [Effect]

    init(_ uses: [OutsideUse], answers: SendAnswers = SendAnswers(), environment: String? = nil) {
        (self.uses, self.answers, self.environment) = (uses, answers, environment)
        if environment != nil { questionID = .side }
    }

    /// - Parameter next: The words for what goes on when it is agreed to.
    init(
        _ uses: [OutsideUse], answers: SendAnswers = SendAnswers(), next: String, _ agreed: @escaping Agreed
    ) {
        self.init(uses, answers: answers)
        (self.next, self.agreed) = (next, agreed)
    }
}

extension ActionContext {
    static let trust: ActionContext = .init(
        "trust", "External access", .list, [.findsText, .asksOfCollection],
        enter: (
            "allow and send",
            "Allow what is listed, once you have scrolled to its end, and continue: remembered until any of it changes."
        ), escape: ("leave", "Allow nothing; nothing is sent, run or read."), way: .trust)
}

extension TrustQuestion: ScrolledText, TextOverlay {
    static let context: ActionContext = .trust
    static let columns = 92
    static let extraRows: [ActionRow] = [
        ActionRow(.pageDown, [.trust], [" "], "page down", "Go down by a page.")
    ]

    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        let columns = Self.columns(in: explorer)
        return uses.flatMap { use in
            let consent = ConsentText(use)
            let text = Wrapping.whole("\(explorer.glyphs.bullet) \(consent.text)", columns: columns, indent: 2)
            return text.map { [StyledText($0, .plain)] } + consent.notes.flatMap { lines(of: $0, explorer) }
        }
    }
    func rows(in explorer: ExplorerState) -> Int { max(1, explorer.size.rows - (explorer.isPlain ? 4 : 6)) }

    /// Goes on if the end of the question has been on the screen; else scrolls on.
    func didChoose(in explorer: inout ExplorerState) -> [Effect] {
        guard isRead(explorer) else {
            explorer.present(self)
            return explorer.move(.pageDown)
        }
        if environment != nil { return explorer.agreeForSides(to: self) }
        var question = self
        question.answers.agreed += uses
        return agreed(question, &explorer)
    }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.decline(self)
        return []
    }

    // MARK: - Drawing

    /// Draws what a collection may do outside of itself: nobody agrees to what was not on the screen.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let lines = lines(in: state)
        let place = environment.map { ", sending to \($0)" } ?? ""
        let inside = OverlayDrawing.box(
            "External access\(place): this collection would", columns: Self.columns, rows: lines.count + 2,
            state, on: &grid)
        let (list, below) = inside.cutTop(max(0, inside.rows - 2))
        draw(lines, in: list, on: &grid)
        let hidden = lines.count - first(of: lines.count, in: list) - list.rows
        if hidden > 0 {
            let words = "\(state.glyphs.ellipsis) \(Wording.count(hidden, "more line")): Down shows them"
            grid.write(words, .warning, in: below)
        }
        let advice =
            isRead(state)
            ? "Enter allows and \(next), Esc cancels. Asked again when any of it changes."
            : "Enter shows more, Esc cancels."
        grid.write(advice, .dimmed, in: below.line(1))
    }

    private func lastScroll(_ state: ExplorerState) -> Int { max(0, lines(in: state).count - rows(in: state)) }

    /// Whether the last line is on the screen: not in a window in which nothing is drawn but that it is too small.
    func isRead(_ state: ExplorerState) -> Bool { !state.display.isTooSmall && scroll >= lastScroll(state) }

    /// Returns all of a note, wrapped to the screen, whatever its length.
    private func lines(of note: ConsentText.Note, _ state: ExplorerState) -> [[StyledText]] {
        let text = "  \(state.glyphs.arrow) \(note.text)"
        let style: Style = [.host, .lookalikes].contains(note.kind) ? .warning : .key
        return Wrapping.whole(text, columns: Self.columns(in: state), indent: 6).map { [StyledText($0, style)] }
    }
}
