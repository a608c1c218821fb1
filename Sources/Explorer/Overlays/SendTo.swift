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
            return say(.warning, "\(list.cursor ?? "") is gone; & lists the environments that are there.")
        }
        return send(SendBatch(shown, targets.map { SendBatch.Target(environment: $0) }))
    }

    // MARK: - Questions, then all at once

    /// Sends to all that nothing is to be known for any more, or asks the next thing.
    mutating func send(_ batch: SendBatch) -> [Effect] {
        guard let session, batch.path == shown, edit == nil else { return [] }
        // A send under way takes the place of the sides with its head; where that has happened, they have no place.
        guard session.own.running == nil, !batch.isAgain || session.comparison != nil else {
            return say(.warning, "Nothing was sent: another send of this request has taken its place.")
        }
        var batch = batch
        let rendered = batch.targets.indices.map { render($0, of: &batch, session.draft.content) }
        for case let rendered? in rendered { learnSecrets(of: rendered) }
        if asksForAll(batch, rendered) { return [] }
        for (index, rendered) in rendered.enumerated() {
            guard let rendered, batch.targets[index].refusal == nil else { continue }
            let question = BatchQuestion(batch: batch, target: index)
            if asks(question, rendered.missing, session.draft.content) || asksForProtected(question, rendered) {
                return []
            }
        }
        return start(batch, session)
    }

    /// Nil: nothing is sent there, and the target says why.
    private func render(_ index: Int, of batch: inout SendBatch, _ content: DraftContent) -> RenderedRequest? {
        let target = batch.targets[index]
        guard target.refusal == nil else { return nil }
        guard collection.environment(named: target.environment) != nil else {
            batch.targets[index].refusal = "The environment is gone."
            return nil
        }
        let rendered = rendered(content, at: batch.path, target.answers, in: target.environment)
        batch.targets[index].refusal = rendered.problems.first
        return rendered.problems.isEmpty ? rendered : nil
    }

    /// The request's own questions are asked once: the answers are for all environments.
    private mutating func asksForAll(_ batch: SendBatch, _ rendered: [RenderedRequest?]) -> Bool {
        let missing = zip(batch.targets, rendered).flatMap { target, rendered in
            target.answers.sendsMissingNames ? [] : (rendered?.missing ?? []).filter { $0.reason == .prompt }
        }
        guard !missing.isEmpty else { return false }
        let question = BatchQuestion(batch: batch)
        present(ValuesForm(missing, last: current.values.lastAnswers, answers: SendAnswers(), question: question))
        return true
    }

    /// Names that one environment lacks; the answers are for it alone.
    private mutating func asks(
        _ question: BatchQuestion, _ missing: [MissingVariable], _ content: DraftContent
    ) -> Bool {
        guard let environment = question.environment, let answers = question.answers, !answers.sendsMissingNames else {
            return false
        }
        let asked = askedHere(
            missing, for: content, at: question.batch.path, in: environment, hasTriedLogin: answers.hasTriedLogin)
        guard !asked.isEmpty else { return false }
        let last = current.values.lastValues[environment] ?? [:]
        present(ValuesForm(asked, last: last, answers: answers, question: question))
        return true
    }

    private mutating func asksForProtected(_ question: BatchQuestion, _ rendered: RenderedRequest) -> Bool {
        guard let name = question.environment,
            let change = protectedChange(rendered, at: question.batch.path, in: name)
        else { return false }
        let others = question.batch.targets.count > 1 ? "the others are sent to" : "nothing is sent"
        let leave = Chooser.Option("Leave \(name) out", detail: others) {
            $0.leaveOut(question, "it is protected, and was left out")
        }
        askAbout(change, in: name, about: .batch, leave) { $0.letPass(change.path, question) }
        return true
    }

    // MARK: Answers

    mutating func answer(_ form: ValuesForm, _ question: BatchQuestion, _ sendsMissingNames: Bool) -> [Effect] {
        var batch = question.batch
        for row in form.rows where !row.isOpen { keep(row, of: question.environment) }
        for index in question.targets {
            for row in form.rows where !row.isOpen { batch.targets[index].answers.take(row) }
            if sendsMissingNames { batch.targets[index].answers.sendsMissingNames = true }
        }
        return send(batch)
    }

    /// To offer it again.
    private mutating func keep(_ row: ValuesForm.Row, of environment: String?) {
        guard let environment else {
            current.values.lastAnswers[row.name] = row.editor.text
            return
        }
        current.values.lastValues[environment, default: [:]][row.name] = row.editor.text
    }

    mutating func letPass(_ path: ItemPath, _ question: BatchQuestion) -> [Effect] {
        guard let environment = question.environment else { return [] }
        current.sends.letPass.insert(ProtectedSend(path: path, environment: environment))
        return send(question.batch)
    }

    /// The others are sent; without an answer to a question of all, nothing is.
    mutating func leaveOut(_ question: BatchQuestion, _ reason: String) -> [Effect] {
        guard let target = question.target else { return [] }
        var batch = question.batch
        batch.targets[target].refusal = "Not sent: \(reason)."
        return send(batch)
    }

    /// Ctrl-C: nothing of what was asked about is sent.
    mutating func stopAsking() {
        if overlays.last?.questionID == .batch { overlays.removeLast() } else { dismiss() }
    }

    // MARK: - Out they go

    private mutating func start(_ batch: SendBatch, _ session: RequestSession) -> [Effect] {
        guard batch.targets.contains(where: { $0.refusal == nil }) else { return tellNothingSent(batch) }
        if !batch.isAgain { sessions[batch.path]?.compare(batch.targets.map(\.environment)) }
        return batch.targets.flatMap { target -> [Effect] in
            guard target.refusal == nil else {
                if let refusal = target.refusal {
                    sessions[batch.path]?.comparison?[target.environment]?.refuse(refusal)
                }
                return []
            }
            let order = order(at: batch.path, session, target.answers, to: target.environment)
            let effect = effect(sending: order, to: target.environment)
            let running = running(session, target.answers, to: target.environment)
            sessions[batch.path]?.comparison?[target.environment]?.begin(running)
            return effect
        }
    }

    /// What was there stays.
    private mutating func tellNothingSent(_ batch: SendBatch) -> [Effect] {
        let reasons = batch.targets.compactMap { target in target.refusal.map { "\(target.environment): \($0)" } }
        return say(.warning, "Nothing was sent. \(reasons.joined(separator: " "))")
    }
}

extension QuestionID {
    /// A question that has to be answered before a batch is sent.
    static let batch = QuestionID(name: "batch")
}

extension BatchQuestion {
    fileprivate var answers: SendAnswers? { target.map { batch.targets[$0].answers } }
    /// Indexes of those that an answer is for.
    fileprivate var targets: Range<Int> { target.map { $0..<$0 + 1 } ?? batch.targets.indices }
}

extension SendAnswers {
    fileprivate mutating func take(_ row: ValuesForm.Row) {
        prompts[row.name] = row.editor.text
        if row.isSecret { hidden.insert(row.name) }
    }
}

extension Action {
    static let sendTo = Action(
        "sendTo", .panes, ["&"], "send to", "Send to several environments at once, and see their answers side by side.",
        reason: { $0.reasonNotToSend ?? $0.reasonNotToSendTo }, perform: { $0.openSendTo() })
    static let markEnvironment = Action(
        "markEnvironment", [.sendTo], [" "], "mark", "Mark the environment, or not."
    ) { $0.markEnvironment() }
    static let markEnvironments = Action(
        "markEnvironments", [.sendTo], ["a"], "all", "Mark all of them, or none."
    ) { $0.current.markEnvironments() }
}

extension ActionContext {
    static let sendTo: ActionContext = .init(
        "sendTo", "Sending to several", .list, [.findsText, .asksOfCollection],
        enter: ("send", "Send to what is marked, else to the one under the cursor."),
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

    /// The environments to send to: marked or not, the chosen one, the protected ones.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let environments = state.collection.environments
        let inside = OverlayDrawing.box(title, columns: 60, rows: environments.count + 1, state, on: &grid)
        let (rows, last) = inside.cutTop(max(0, inside.rows - 1))
        let selected = list.index(in: environments.lazy.map(\.name))
        ListDrawing.drawRows(environments.count, cursor: selected, keepsMatches: true, in: rows, on: &grid) {
            draw(environments[$0], state, in: $1, on: &$2)
            let name = $1.cutLeft(DisplayWidth.columns(of: state.signs.on) + 1).1
            let text = state.text(ofEnvironment: environments[$0].name, else: .plain).text
            finding.mark(text, $0, in: name, on: &$2)
        }
        grid.write([StyledText(advice(state.current.targets(of: list)), .dimmed)], clippedTo: last, state.signs)
    }

    private func draw(
        _ environment: EnvironmentDefinition, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let isMarked = state.current.environments.marked.contains(environment.name)
        let facts = facts(environment, state)
        let detail = Point(column: line.endColumn - DisplayWidth.columns(of: facts), row: line.row)
        grid.write(facts, at: detail, .dimmed, in: line)
        let room = line.cutLeft(max(0, detail.column - line.column - 1)).0
        let mark = StyledText((isMarked ? state.signs.on : state.signs.off) + " ", .key)
        grid.write([mark, state.text(ofEnvironment: environment.name, else: .plain)], clippedTo: room, state.signs)
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
