import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import TextGrid

// What is asked before a send: values, whether a protected environment may be changed, what may happen outside of the collection.

extension ExplorerState {
    /// Sends to all that nothing is to be known for any more, or asks the next thing.
    mutating func send(_ batch: SendBatch) -> [Effect] {
        guard let session, batch.path == shown, edit == nil else { return [] }
        // A send under way takes the place of the sides with its head; where that has happened, they have no place.
        if batch.hasSides, session.own.running != nil || batch.isAgain && session.comparison == nil {
            return say(.warning, "Nothing was sent: another send of this request replaced it.")
        }
        let content = session.content(for: batch.targets.first?.answers)
        if asksForOperation(batch, content) { return [] }
        var batch = batch
        let rendered = batch.targets.indices.map { render($0, of: &batch, content) }
        if asksForAll(batch, rendered) { return [] }
        for (index, rendered) in rendered.enumerated() {
            guard let rendered else { continue }
            let question = SendQuestion(batch: batch, target: index)
            if let effects = ask(question, rendered, content) { return effects }
        }
        return start(batch, session)
    }

    /// Of several operations of a query one is chosen: the one with the cursor is proposed, and the choice becomes a part of the request.
    private mutating func asksForOperation(_ batch: SendBatch, _ content: DraftContent) -> Bool {
        guard let open = content.openOperation else { return false }
        let named = open.operations.compactMap { operation in operation.name.map { (name: $0, line: operation.line) } }
        guard !named.isEmpty else { return false }
        let options = named.map { name, line in
            Chooser.Option(name.shownInLine(limit: 60), detail: "line \(line + 1)") { explorer in
                let changed = explorer.changeDraft { $0.change { $0.policies.operation = name } }
                return changed + explorer.send(batch)
            }
        }
        let caret = session?.carets[.bodyText]?.line ?? 0
        ask("\(open.words): which one is sent?", options: options, selected: named.lastIndex { $0.line <= caret } ?? 0)
        return true
    }

    /// Renders the request for a target; nil: nothing is sent there, and the target says why.
    private mutating func render(_ index: Int, of batch: inout SendBatch, _ content: DraftContent) -> RenderedRequest? {
        let target = batch.targets[index]
        guard target.refusal == nil else { return nil }
        if let environment = target.environment, collection.environment(named: environment) == nil {
            batch.targets[index].refusal = "The environment is gone."
            return nil
        }
        let rendered = rendered(content, at: batch.path, target.answers, in: target.environment ?? environmentName)
        learnSecrets(of: rendered)
        batch.targets[index].refusal = rendered.problems.first
        return rendered.problems.isEmpty ? rendered : nil
    }

    /// Renders with the answers to its questions in place.
    func rendered(
        _ content: DraftContent, at path: ItemPath, _ answers: SendAnswers, in environment: String?
    ) -> RenderedRequest {
        guard !answers.prompts.isEmpty || environment != environmentName else { return rendered(content, at: path) }
        var answered = current
        answered.values.typed.merge(answers.prompts) { $1 }
        answered.values.hiddenNames.formUnion(answers.hidden)
        answered.environmentName = environment
        let facts = FormFacts(.request(content), at: path, in: answered, preferences)
        return facts.rendered(facts.content.request, facts.scopes.preview)
    }

    /// Asks the next thing that has to be known before it is sent there.
    ///
    /// - Returns: The effects of asking; nil when nothing has to be known.
    private mutating func ask(
        _ question: SendQuestion, _ rendered: RenderedRequest, _ content: DraftContent
    ) -> [Effect]? {
        let (answers, isForChosen) = (question.answers, question.environment == nil)
        let asked = current.askedHere(
            answers.sendsMissingNames ? [] : rendered.missing, for: content, at: question.batch.path,
            in: question.environment ?? environmentName, hasTriedLogin: answers.hasTriedLogin, first: answers.first)
        if isForChosen, asksForEnvironment(asked, answers) { return [] }
        guard asked.isEmpty else {
            present(ValuesForm(asked, last: current.values.lastAnswers[question.environment] ?? [:], question))
            return isForChosen ? findCapturing(asked) : []
        }
        return asksForProtected(question, rendered) ? [] : nil
    }

    // MARK: Environments

    /// Asks for an environment if none is selected; a user who has chosen to go without one is asked for values.
    ///
    /// - Parameter answers: The answers for the send that goes on when one is chosen; nil: none does.
    mutating func asksForEnvironment(_ missing: [MissingVariable], _ answers: SendAnswers?) -> Bool {
        guard !current.environments.chosen.hasOwn,
            let first = missing.first(where: { !current.environments(with: [$0]).isEmpty })
        else { return false }
        openEnvironments(
            of: answers,
            title:
                "No environment is selected: \(first.name.shownInLine(limit: 40)) needs one.\(answers == nil ? "" : " Send to")"
        )
        return true
    }

    // MARK: Values

    /// Asks the prompts of a request that is sent to several environments once: the answers are for all of them.
    private mutating func asksForAll(_ batch: SendBatch, _ rendered: [RenderedRequest?]) -> Bool {
        guard batch.hasSides else { return false }
        let missing = zip(batch.targets, rendered).flatMap { target, rendered in
            target.answers.sendsMissingNames ? [] : (rendered?.missing ?? []).filter { $0.reason == .prompt }
        }
        guard !missing.isEmpty else { return false }
        present(ValuesForm(missing, last: current.values.lastAnswers[nil] ?? [:], SendQuestion(batch: batch)))
        return true
    }

    /// Looks for requests that capture the missing values; the question names them when they are found.
    private mutating func findCapturing(_ missing: [MissingVariable]) -> [Effect] {
        let names = Set(missing.filter { $0.reason != .prompt }.map(\.name))
        return names.isEmpty
            ? []
            : effect(.capturing, { .findCapturing(names, $0) }, note: { $0.takeCapturing($1) })
    }

    /// Takes the requests that capture missing variables, found while the user looks at the question.
    private mutating func takeCapturing(_ requests: [String: ItemPath]) {
        guard var form = overlays.last as? ValuesForm else { return }
        for index in form.rows.indices where form.rows[index].capturedBy == nil {
            form.rows[index].capturedBy = requests[form.rows[index].name].flatMap { $0 == shown ? nil : $0 }
        }
        replaceTop(form)
    }

    mutating func answer(_ form: ValuesForm) -> [Effect] {
        var form = form
        let (first, isAtLast) = (form.first, form.isAtLast)
        if first == nil, !isAtLast {
            form.rows[form.selected].isAnswered = true
            if let next = form.next {
                form.selected = next
                return present(form)
            }
        }
        guard var question = form.question else { return answerSeries(form, sendsMissingNames: isAtLast) }
        for row in form.rows where !row.isOpen { current.take(row, &question) }
        question.changeAnswers { answers in
            if isAtLast { answers.sendsMissingNames = true }
            if first != nil { (answers.first, answers.hasTriedLogin) = (first, false) }
        }
        return send(question.batch)
    }

    // MARK: Protected environments

    /// Asks before sending to a protected environment, once per request, environment and session; also for the request that may log in for it.
    private mutating func asksForProtected(_ question: SendQuestion, _ rendered: RenderedRequest) -> Bool {
        guard let name = question.environment ?? environmentName,
            let change = current.protectedChange(
                rendered, at: question.batch.path, in: name, first: question.answers.first, glyphs)
        else { return false }
        let others = question.batch.targets.count > 1 ? "the others are sent to" : "nothing is sent"
        let stay =
            question.environment == nil
            ? Chooser.Option("Cancel", detail: "nothing is sent")
            : Chooser.Option("Leave \(name) out", detail: others) {
                $0.leaveOut(question, "it is protected, and was left out")
            }
        askAbout(change, in: name, about: question.environment == nil ? nil : .batch, stay) {
            $0.current.sends.approvedSends.insert(ProtectedSend(path: change.path, environment: name))
            return $0.send(question.batch)
        }
        return true
    }

    /// Sends to the other environments; if the question was about all of them, or a single send, nothing is sent.
    mutating func leaveOut(_ question: SendQuestion, _ reason: String) -> [Effect] {
        guard let target = question.target, question.environment != nil else { return [] }
        var batch = question.batch
        batch.targets[target].refusal = "Not sent: \(reason)."
        return send(batch)
    }

    mutating func askAbout(
        _ change: ProtectedChange, in name: String, about id: QuestionID? = nil, _ stay: Chooser.Option,
        _ send: @escaping Chooser.Command
    ) {
        let send = Chooser.Option("Send to \(name)", detail: "not asked again for this request until you quit", send)
        var chooser = Chooser(
            "\(glyphs.protected) \(current.status(of: name)): \(change.words.shownInLine(limit: 400))", about: id,
            options: [stay, send])
        chooser.leave = stay.command
        present(chooser)
    }

    /// Protects the shown environment, or no longer; at once, without a draft: `microscope.yaml` is another file than the environment's.
    mutating func protectShown() -> [Effect] {
        guard let name = current.shownEnvironment else { return [] }
        let isProtected = collection.companion.isKnownAsProtected(name)
        return effect(
            .protection, { .protect(!isProtected, environment: name, $0) }, note: { $0.collection.companion = $1 })
    }

    /// Keeps the history of the shown environment, or no longer; like ``protectShown()``.
    mutating func keepHistoryOfShown() -> [Effect] {
        guard let name = current.shownEnvironment else { return [] }
        let isKept = collection.companion.environments[name]?.keepsHistory ?? true
        return effect(
            .protection, { .keepHistory(!isKept, environment: name, $0) }, note: { $0.collection.companion = $1 })
    }

    // MARK: Trust

    mutating func handleRefusal(_ refusal: SendRefusal, at path: ItemPath) -> [Effect] {
        let answers = sessions[path]?.own.running?.answers ?? SendAnswers()
        sessions[path]?.own.running = nil
        switch refusal {
        case .failed(let reason):
            note("\(path) was not sent: \(reason)")
            return sayNotSent(.error, "Not sent: \(reason)", at: path)
        case .cancelled: return sayNotSent(.warning, "Cancelled.", at: path)
        case .scriptsCannotRun(let reason): return askToLeaveOutScripts(reason, answers, at: path)
        case .scriptFailed(let reason, let fault): return reportFault(reason, fault, answers, at: path)
        case .unfilled(let names):
            guard let question = answers.replay, let name = names.first else { return [] }
            guard isOnScreen(path), isFreeForQuestion else {
                return say(.warning, "\(path) was not replayed: \(name) has no value. R on it asks.")
            }
            askForReplayValue(name, question)
        case .unagreed, .missing: return askAgain(refusal, answers, at: path)
        }
        return []
    }

    /// Says why a request was not sent, also to the run that sends it.
    mutating func sayNotSent(_ level: LogLevel, _ words: String, at path: ItemPath) -> [Effect] {
        current.sends.run?.note(refusal: words, of: path)
        return say(level, words)
    }

    /// Reports the fault of a script. The log has its line, with a caret at the place.
    private mutating func reportFault(
        _ reason: String, _ fault: ScriptFault, _ answers: SendAnswers, at path: ItemPath
    ) -> [Effect] {
        note("\(path) was not sent: \(reason)")
        for line in fault.code?.lines ?? [] { note("    \(secrets.masked(line, glyphs))") }
        guard isOnScreen(path), isFreeForQuestion, let place = fault.place else {
            return sayNotSent(.error, "Not sent: \(reason)", at: path)
        }
        var without = answers
        without.leavesOutScripts = true
        return ask(
            "Not sent: a script before the request failed",
            .init("Open it in $EDITOR", detail: reason.shownInLine(limit: 400)) { $0.editScript(at: place) },
            .init("Send without its scripts", detail: "what they set, change or test is missing") {
                [without] in $0.sendShown(without)
            })
    }

    private mutating func askToLeaveOutScripts(
        _ reason: String, _ answers: SendAnswers, at path: ItemPath
    ) -> [Effect] {
        note("\(path) was not sent: \(reason)")
        guard isOnScreen(path), isFreeForQuestion else {
            return sayNotSent(.error, "Not sent: \(reason)", at: path)
        }
        var without = answers
        without.leavesOutScripts = true
        return ask(
            "Send without its scripts?", .init("Send nothing", detail: reason),
            .init("Send without its scripts", detail: "what they set, change or test is missing") {
                [without] in $0.sendShown(without)
            })
    }

    /// Asks what a refused send needs; never over another question, nor for what is no longer shown: the next send asks.
    private mutating func askAgain(_ refusal: SendRefusal, _ answers: SendAnswers, at path: ItemPath) -> [Effect] {
        guard isOnScreen(path), isFreeForQuestion else {
            return sayNotSent(.warning, "\(path) was not sent: it has a question. s on it asks.", at: path)
        }
        guard case .unagreed(let uses) = refusal else { return sendShown(answers) }
        var answers = answers
        answers.hasTriedLogin = false
        return present(TrustQuestion(uses, answers: answers))
    }

    /// Asks once about credentials that a redirect left behind, where the response seems to need them; if agreed to, it is sent again.
    mutating func noteLeftBehind(_ uses: [OutsideUse], isWanted: Bool, _ id: ResponseID) {
        let isNew = !current.sends.askedForwards.isSuperset(of: uses.map(\.demand))
        let isFree = id.environment == nil && isOnScreen(id.path) && overlays.isEmpty && edit == nil
        guard isWanted, isNew, isFree else {
            return note((id.environment.map { "\($0): " } ?? "") + Self.words(ofLeftBehind: uses), .info)
        }
        current.sends.askedForwards.formUnion(uses.map(\.demand))
        present(TrustQuestion(uses))
    }

    static func words(ofLeftBehind uses: [OutsideUse]) -> String {
        "a redirect dropped credentials; not allowed: \(uses.map(\.text).joined(separator: ", "))"
    }

}

extension CollectionState {
    /// Returns the change of a protected environment that nobody has let pass yet; nil: there is none.
    ///
    /// - Parameter first: the request that is sent before it; nil: only what logs in may be.
    func protectedChange(
        _ rendered: RenderedRequest, at path: ItemPath, in environment: String, first: ItemPath? = nil, _ glyphs: Glyphs
    ) -> ProtectedChange? {
        if isProtected(environment, from: rendered.method, at: path) {
            let url = rendered.shownURL(glyphs)
            return ProtectedChange(path: path, words: "\(rendered.method) \(Redaction.url(url))")
        }
        // The login may change something too, though it is sent only when it is needed.
        guard let content = sessions[path]?.draft.content, let login = first ?? login(for: content, at: path),
            let head = collection.item(at: login)?.kind.requestHead,
            isProtected(environment, from: head.method, at: login)
        else { return nil }
        return ProtectedChange(path: login, words: "\(first == nil ? "on 401" : "first") \(head.method) of \(login)")
    }

    /// Returns the environments that have values for the missing variables, while none is selected.
    func environments(with missing: [MissingVariable]) -> [String] {
        guard environmentName == nil else { return [] }
        let names = Set(missing.filter { $0.reason == .unknown }.map(\.name))
        guard !names.isEmpty else { return [] }
        return collection.environments.filter { environment in
            collection.chain(of: environment).contains { link in
                link.variables.contains { $0.isEnabled && names.contains($0.name) }
            }
        }.map { $0.name.shownInLine(limit: 60) }
    }

    /// Returns the missing variables that the user is asked for: not those that are kept elsewhere, nor, before a login and scripts were tried, those
    /// that they may set. The send refuses what they do not set.
    func askedHere(
        _ missing: [MissingVariable], for content: DraftContent, at path: ItemPath, in environment: String?,
        hasTriedLogin: Bool, first: ItemPath? = nil
    ) -> [MissingVariable] {
        guard hasTriedLogin || first == nil && login(for: content, at: path) == nil else {
            return missing.filter { $0.reason == .prompt }
        }
        let drafted = drafted
        let scripts = hasTriedLogin ? nil : ScriptPlan(content.definition, at: path, of: drafted)
        return missing.filter { missing in
            if missing.reason != .prompt, scripts?.maySetBeforeRequest(missing.name) == true { return false }
            if outside.mayStandInPairs(missing) { return false }
            return missing.reason != .secretWithoutValue
                || outside.sourceToAsk(for: missing.name, of: environment, in: drafted) == nil
        }
    }

    /// Takes a value. A name of a single send keeps its value for this session; all else is for the send alone, and offered again.
    fileprivate mutating func take(_ row: ValuesForm.Row, _ question: inout SendQuestion) {
        let text = row.editor.text
        guard row.isPrompt || question.environment != nil else {
            return setSessionValue(text, of: row.name, isSecret: row.isSecret)
        }
        values.lastAnswers[question.environment, default: [:]][row.name] = text
        question.changeAnswers { answers in
            answers.prompts[row.name] = text
            if row.isSecret { answers.hidden.insert(row.name) }
        }
    }

    /// The name of the environment whose form is shown, as its file has it.
    var shownEnvironment: String? {
        guard case .environment(let environment)? = session?.draft.saved else { return nil }
        return environment.name
    }
}
