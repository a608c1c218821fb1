import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// The list of environments to send to. What is marked is kept with the collection.
struct SendToState: Sendable, Hashable {
    /// Environments by their names.
    var list: ListState<String>
    let title: String
    var finding = TextFinding()
}

// "Send to": environments are marked, and what is shown is sent to each of them.

extension ExplorerState {
    mutating func openSendTo() {
        let names = collection.environments.map(\.name)
        let place = names.firstIndex { $0 == environmentName } ?? 0
        guard let name = names[safe: place] else { return }
        present(SendToState(list: ListState(on: name, at: place), title: "Send \(current.shownName) to"))
    }

    mutating func markEnvironment() {
        guard let overlay = overlays.last as? SendToState, let name = overlay.list.cursor else { return }
        if current.environments.marked.remove(name) == nil { current.environments.marked.insert(name) }
        _ = overlay.move(.moveDown, in: &self)
    }

    mutating func sendToMarked(_ list: ListState<String>) -> [Effect] {
        let targets = current.targets(of: list)
        guard let shown, !targets.isEmpty else {
            return say(.warning, "\(list.cursor ?? "") no longer exists; & lists the environments.")
        }
        return send(SendBatch(shown, targets.map { SendBatch.Target(environment: $0) }))
    }

    /// Ctrl-C: stops asking, and sends nothing of it.
    mutating func stopAsking() {
        if overlays.last?.questionID == .batch { overlays.removeLast() } else { dismiss() }
    }
}

extension QuestionID {
    /// A question that has to be answered before a batch is sent.
    static let batch = QuestionID(name: "batch")
}

extension Action {
    static let sendTo = Action(
        "sendTo", .panes, ["&"], "send to",
        "Send to several environments at once, and see their responses side by side.",
        reason: { $0.reasonNotToSend ?? $0.current.reasonNotToSendTo }, perform: { $0.openSendTo() })
    static let markEnvironment = Action(
        "markEnvironment", [.sendTo], [" "], "mark", "Mark or unmark the environment."
    ) { $0.markEnvironment() }
    static let markEnvironments = Action(
        "markEnvironments", [.sendTo], ["a"], "all", "Mark all of them, or none."
    ) { $0.current.markEnvironments() }
}

extension ActionContext {
    static let sendTo: ActionContext = .init(
        "sendTo", "Sending to several", .list, [.findsText, .asksOfCollection],
        enter: ("send", "Send to the marked environments, or to the one under the cursor."),
        escape: ("close", "Send nothing; the marks stay."), way: .sendTo)
}

extension SendToState: ListOverlay, TextOverlay {
    static let context: ActionContext = .sendTo
    static let actions: [Action] = [.sendTo, .markEnvironment, .markEnvironments]

    var keyHint: String? { "Space marks, Enter sends." }
    func actionOfClick(hasCursor: Bool) -> Action? { .markEnvironment }

    func ids(in explorer: ExplorerState) -> [String] { explorer.collection.environments.map(\.name) }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.sendToMarked(list) }

    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void) {
        let names = ids(in: explorer)
        change(&finding, names, list.index(in: names))
        if let line = finding.line { list.stand(on: line, of: names) }
    }

    // MARK: - Drawing

    /// Draws the environments to send to: marked or not, the chosen one, the protected ones.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let environments = state.collection.environments
        let inside = OverlayDrawing.box(title, columns: 60, rows: environments.count + 1, state, on: &grid)
        let (rows, last) = inside.cutTop(max(0, inside.rows - 1))
        let selected = list.index(in: environments.lazy.map(\.name))
        ListDrawing.drawRows(environments.count, cursor: selected, keepsMatches: true, in: rows, on: &grid) {
            draw(environments[$0], state, in: $1, on: &$2)
            let name = $1.cutLeft(DisplayWidth.columns(of: state.glyphs.on) + 1).1
            let text = state.text(ofEnvironment: environments[$0].name, else: .plain).text
            finding.mark(text, $0, in: name, on: &$2)
        }
        grid.write([StyledText(advice(state.current.targets(of: list)), .dimmed)], clippedTo: last, state.glyphs)
    }

    private func draw(
        _ environment: EnvironmentDefinition, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let isMarked = state.current.environments.marked.contains(environment.name)
        let facts = facts(environment, state)
        let detail = Point(column: line.endColumn - DisplayWidth.columns(of: facts), row: line.row)
        grid.write(facts, at: detail, .dimmed, in: line)
        let room = line.cutLeft(max(0, detail.column - line.column - 1)).0
        let mark = StyledText((isMarked ? state.glyphs.on : state.glyphs.off) + " ", .key)
        grid.write([mark, state.text(ofEnvironment: environment.name, else: .plain)], clippedTo: room, state.glyphs)
    }

    private func facts(_ environment: EnvironmentDefinition, _ state: ExplorerState) -> String {
        let facts = [
            environment.name == state.environmentName ? "chosen" : nil,
            state.current.wordsForProtection(of: environment.name),
            Wording.count(environment.variables.count, "variable"),
        ]
        return facts.compactMap { $0 }.joined(separator: ", ")
    }

    private func advice(_ targets: [String]) -> String {
        targets.count > 1
            ? "Enter sends to \(targets.count) environments." : "Enter sends to \(targets.first ?? "none")."
    }
}
