import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import TextGrid

// What is asked before a send: values, whether a protected environment may be changed, what may happen outside of the collection.

extension ExplorerState {
    /// With the answers to its questions in place.
    func rendered(_ content: DraftContent, at path: ItemPath, _ answers: SendAnswers) -> RenderedRequest {
        rendered(content, at: path, answers, in: environmentName)
    }

    func rendered(
        _ content: DraftContent, at path: ItemPath, _ answers: SendAnswers, in environment: String?
    ) -> RenderedRequest {
        guard !answers.prompts.isEmpty || environment != environmentName else { return rendered(content, at: path) }
        var answered = self
        answered.current.values.typed.merge(answers.prompts) { $1 }
        answered.current.values.hiddenNames.formUnion(answers.hidden)
        answered.environmentName = environment
        return answered.rendered(content, at: path)
    }

    // MARK: Environments

    /// The environments that have values for what is missing, while none is selected.
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

    /// Nothing is selected by itself; who has chosen to go without an environment is asked for values.
    ///
    /// - Parameter answers: of the send that goes on when one is chosen; nil: none does.
    mutating func asksForEnvironment(_ missing: [MissingVariable], _ answers: SendAnswers?) -> Bool {
        guard answers?.sendsMissingNames != true, !current.environments.chosen.hasOwn,
            let first = missing.first(where: { !environments(with: [$0]).isEmpty })
        else { return false }
        openEnvironments(
            of: answers,
            title:
                "No environment is selected: \(first.name.shownInLine(limit: 40)) needs one.\(answers == nil ? "" : " Send to")"
        )
        return true
    }

    // MARK: Values

    /// All of one send are asked for in one form; those that are kept elsewhere are fetched when it goes out.
    mutating func asks(for asked: [MissingVariable], _ answers: SendAnswers) -> Bool {
        guard !answers.sendsMissingNames, !asked.isEmpty else { return false }
        present(ValuesForm(asked, last: current.values.lastAnswers, answers: answers))
        return true
    }

    /// The missing values that a person is asked for: not those that are kept elsewhere, nor, before a login and scripts were tried, what they may
    /// set. What they do not, the send refuses.
    func askedHere(
        _ missing: [MissingVariable], for content: DraftContent, at path: ItemPath, in environment: String?,
        hasTriedLogin: Bool, first: ItemPath? = nil
    ) -> [MissingVariable] {
        guard hasTriedLogin || first == nil && current.login(for: content, at: path) == nil else {
            return missing.filter { $0.reason == .prompt }
        }
        let drafted = current.drafted
        let scripts = hasTriedLogin ? nil : ScriptPlan(content.definition, at: path, of: drafted)
        return missing.filter { missing in
            if missing.reason != .prompt, scripts?.maySetBeforeRequest(missing.name) == true { return false }
            if outside.mayStandInPairs(missing) { return false }
            return missing.reason != .secretWithoutValue
                || outside.sourceToAsk(for: missing.name, of: environment, in: drafted) == nil
        }
    }

    /// Requests that capture what is asked for, found while a person looks at the question.
    mutating func takeCapturing(_ requests: [String: ItemPath]) {
        guard var form = overlays.last as? ValuesForm else { return }
        for index in form.rows.indices where form.rows[index].capturedBy == nil {
            form.rows[index].capturedBy = requests[form.rows[index].name].flatMap { $0 == shown ? nil : $0 }
        }
        replaceTop(form)
    }

    mutating func answer(_ form: ValuesForm) -> [Effect] {
        var form = form
        var answers = form.answers
        if let first = form.first {
            answers.first = first
            answers.hasTriedLogin = false
            for row in form.rows where !row.isOpen { take(row, into: &answers) }
            return sendShown(answers)
        }
        if form.isAtLast {
            answers.sendsMissingNames = true
        } else {
            form.rows[form.selected].isAnswered = true
            if let next = form.next {
                form.selected = next
                return present(form)
            }
        }
        if form.seriesMode != nil { return answerSeries(form, sendsMissingNames: answers.sendsMissingNames) }
        if let question = form.question { return answer(form, question, answers.sendsMissingNames) }
        for row in form.rows where !row.isOpen { take(row, into: &answers) }
        return sendShown(answers)
    }

    private mutating func take(_ row: ValuesForm.Row, into answers: inout SendAnswers) {
        guard row.isPrompt else {
            return current.setSessionValue(row.editor.text, of: row.name, isSecret: row.isSecret)
        }
        answers.prompts[row.name] = row.editor.text
        if row.isSecret { answers.hidden.insert(row.name) }
        current.values.lastAnswers[row.name] = row.editor.text
    }

    // MARK: Protected environments

    /// Once per request, environment and session; also for the request that may log in for it.
    mutating func asksForProtected(_ rendered: RenderedRequest, at path: ItemPath, _ answers: SendAnswers) -> Bool {
        guard let name = environmentName,
            let change = protectedChange(rendered, at: path, in: name, first: answers.first)
        else {
            return false
        }
        let stay = Chooser.Option("Stay", detail: "nothing is sent")
        askAbout(change, in: name, stay) { $0.letPass(change.path, answers) }
        return true
    }

    /// What of a send nobody has let pass yet.
    ///
    /// - Parameter first: the request that is sent before it; nil: only what logs in may be.
    func protectedChange(
        _ rendered: RenderedRequest, at path: ItemPath, in environment: String, first: ItemPath? = nil
    ) -> ProtectedChange? {
        if current.isProtected(environment, from: rendered.method, at: path) {
            let url = rendered.shownURL(signs)
            return ProtectedChange(path: path, words: "\(rendered.method) \(Redaction.url(url))")
        }
        // What logs in may change something too, though it is sent only when that is asked for.
        guard let content = sessions[path]?.draft.content, let login = first ?? current.login(for: content, at: path),
            let head = collection.item(at: login)?.kind.requestHead,
            current.isProtected(environment, from: head.method, at: login)
        else { return nil }
        return ProtectedChange(path: login, words: "\(first == nil ? "on 401" : "first") \(head.method) of \(login)")
    }

    mutating func askAbout(
        _ change: ProtectedChange, in name: String, about id: QuestionID? = nil, _ stay: Chooser.Option,
        _ send: @escaping Chooser.Command
    ) {
        let send = Chooser.Option("Send to \(name)", detail: "not asked again for this request until you quit", send)
        var chooser = Chooser(
            "\(signs.protected) \(current.standing(of: name)): \(change.words.shownInLine(limit: 400))", about: id,
            options: [stay, send])
        chooser.leave = stay.command
        present(chooser)
    }

    /// The name of the environment whose form is shown, as its file has it.
    var shownEnvironment: String? {
        guard case .environment(let environment)? = session?.draft.saved else { return nil }
        return environment.name
    }

    /// At once, without a draft: `microscope.yaml` is another file than the environment's.
    mutating func protectShown() -> [Effect] {
        guard let name = shownEnvironment else { return [] }
        let isProtected = collection.companion.isKnownAsProtected(name)
        return effect(
            .protection, { .protect(!isProtected, environment: name, $0) }, note: { $0.collection.companion = $1 })
    }

    /// Like ``protectShown()``.
    mutating func keepHistoryOfShown() -> [Effect] {
        guard let name = shownEnvironment else { return [] }
        let isKept = collection.companion.environments[name]?.keepsHistory ?? true
        return effect(
            .protection, { .keepHistory(!isKept, environment: name, $0) }, note: { $0.collection.companion = $1 })
    }

    mutating func letPass(_ path: ItemPath, _ answers: SendAnswers) -> [Effect] {
        guard let name = environmentName else { return [] }
        current.sends.letPass.insert(ProtectedSend(path: path, environment: name))
        return sendShown(answers)
    }

    // MARK: Trust

    mutating func handleRefusal(_ refusal: SendRefusal, at path: ItemPath) -> [Effect] {
        let answers = sessions[path]?.own.running?.answers ?? SendAnswers()
        sessions[path]?.own.running = nil
        switch refusal {
        case .failed(let reason):
            note("\(path) was not sent: \(reason)")
            say(.error, "Not sent: \(reason)")
        case .cancelled: say(.warning, "Cancelled.")
        case .scriptsCannotRun(let reason): askToLeaveOutScripts(reason, answers, at: path)
        case .scriptFailed(let reason, let fault): tellFault(reason, fault, answers, at: path)
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

    /// The log has the line of the script, with a caret at the place.
    private mutating func tellFault(_ reason: String, _ fault: ScriptFault, _ answers: SendAnswers, at path: ItemPath) {
        note("\(path) was not sent: \(reason)")
        for line in fault.code?.lines ?? [] { note("    \(secrets.masked(line, signs))") }
        guard isOnScreen(path), isFreeForQuestion, let place = fault.place else {
            say(.error, "Not sent: \(reason)")
            return
        }
        var without = answers
        without.leavesOutScripts = true
        ask(
            "Not sent: a script before the request failed",
            .init("Open it in $EDITOR", detail: reason.shownInLine(limit: 400)) { $0.editScript(at: place) },
            .init("Send without its scripts", detail: "what they set, change or test is missing") {
                [without] in $0.sendShown(without)
            })
    }

    private mutating func askToLeaveOutScripts(_ reason: String, _ answers: SendAnswers, at path: ItemPath) {
        note("\(path) was not sent: \(reason)")
        guard isOnScreen(path), isFreeForQuestion else { return say(.error, "Not sent: \(reason)") }
        var without = answers
        without.leavesOutScripts = true
        ask(
            "Send without its scripts?", .init("Send nothing", detail: reason),
            .init("Send without its scripts", detail: "what they set, change or test is missing") {
                [without] in $0.sendShown(without)
            })
    }

    /// Never over another question, nor for what is no longer shown: the next send asks.
    private mutating func askAgain(_ refusal: SendRefusal, _ answers: SendAnswers, at path: ItemPath) -> [Effect] {
        guard isOnScreen(path), isFreeForQuestion else {
            return say(.warning, "\(path) was not sent: it has a question. s on it asks.")
        }
        guard case .unagreed(let uses) = refusal else { return sendShown(answers) }
        var answers = answers
        answers.hasTriedLogin = false
        return present(TrustQuestion(uses, answers: answers))
    }

    /// Credentials that a redirect left behind are asked about once, where the answer seems to miss them; agreed to, it is sent again.
    mutating func noteLeftBehind(_ uses: [OutsideUse], isWanted: Bool, at path: ItemPath, of environment: String?) {
        let isNew = !current.sends.askedForwards.isSuperset(of: uses.map(\.demand))
        let isFree = environment == nil && isOnScreen(path) && overlays.isEmpty && edit == nil
        guard isWanted, isNew, isFree else {
            return note((environment.map { "\($0): " } ?? "") + Self.words(ofLeftBehind: uses), .info)
        }
        current.sends.askedForwards.formUnion(uses.map(\.demand))
        present(TrustQuestion(uses))
    }

    static func words(ofLeftBehind uses: [OutsideUse]) -> String {
        "a redirect left credentials behind; nobody agreed to \(uses.map(\.text).joined(separator: ", "))"
    }

}
