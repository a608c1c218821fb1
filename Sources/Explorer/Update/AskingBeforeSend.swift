import MicroClient
import OpenCollection

// What is asked before a send: values, whether a protected environment may be changed, what may happen outside of the collection.

extension ExplorerState {
    /// With the answers to its questions in place.
    func rendered(_ content: DraftContent, at path: ItemPath, _ answers: SendAnswers) -> RenderedRequest {
        guard !answers.prompts.isEmpty else { return rendered(content, at: path) }
        var answered = self
        answered.sessionValues.merge(answers.prompts) { $1 }
        return answered.rendered(content, at: path)
    }

    // MARK: Values

    /// All of one send are asked for in one form; those that are kept elsewhere are fetched when it goes out.
    mutating func asks(for missing: [MissingVariable], _ answers: SendAnswers) -> Bool {
        let drafted = current.drafted
        let asked = missing.filter { missing in
            if outside.mayStandInPairs(missing) { return false }
            return missing.reason != .secretWithoutValue
                || outside.sourceToAsk(for: missing.name, of: environmentName, in: drafted) == nil
        }
        guard !answers.sendsMissingNames, !asked.isEmpty else { return false }
        overlays.append(.values(ValuesForm(asked, last: current.lastAnswers, answers: answers)))
        return true
    }

    mutating func type(in form: ValuesForm, _ change: (inout TextEditor) -> Void) {
        var form = form
        guard form.rows.indices.contains(form.selected) else { return }
        change(&form.rows[form.selected].editor)
        form.rows[form.selected].masksWhatLooksSecret()
        overlays[overlays.count - 1] = .values(form)
    }

    mutating func answer(_ form: ValuesForm) -> [Effect] {
        var form = form
        var answers = form.answers
        if form.isAtLast {
            answers.sendsMissingNames = true
        } else {
            form.rows[form.selected].isAnswered = true
            if let next = form.next {
                form.selected = next
                overlays.append(.values(form))
                return []
            }
        }
        for row in form.rows where !row.isOpen { take(row, into: &answers) }
        return sendShown(answers)
    }

    private mutating func take(_ row: ValuesForm.Row, into answers: inout SendAnswers) {
        guard row.isPrompt else { return setSessionValue(row.editor.text, of: row.name, isSecret: row.isSecret) }
        answers.prompts[row.name] = row.editor.text
        if row.isSecret { answers.hidden.insert(row.name) }
        current.lastAnswers[row.name] = row.editor.text
    }

    // MARK: Protected environments

    /// Once per request, environment and session.
    mutating func asksForProtected(_ rendered: RenderedRequest, at path: ItemPath, _ answers: SendAnswers) -> Bool {
        guard let name = environmentName, collection.companion.protects(name, from: rendered.method),
            !current.letPass.contains(ProtectedSend(path: path, environment: name))
        else { return false }
        let url = Redaction.url(
            SecretSweep(rendered.secretValues.map(\.value)).masked(rendered.url, by: signs.secret))
        overlays.append(
            .chooser(
                Chooser(
                    .protectedSend(answers),
                    title: "\(signs.protected) \(name) is protected: \(rendered.method) \(url.shownInLine(limit: 400))",
                    options: [
                        Chooser.Option("Stay", detail: "nothing is sent"),
                        Chooser.Option("Send to \(name)", detail: "not asked again for this request until you quit"),
                    ])))
        return true
    }

    /// The name of the environment whose form is shown, as its file has it.
    var shownEnvironment: String? {
        guard case .environment(let environment)? = session?.draft.saved else { return nil }
        return environment.name
    }

    /// At once, without a draft: `microscope.yaml` is another file than the environment's.
    mutating func protectShown() -> [Effect] {
        guard let name = shownEnvironment else { return [] }
        let isProtected = collection.companion.environments[name]?.isProtected == true
        return [effect(.protection, .protect(!isProtected, environment: name))]
    }

    mutating func letPass(_ answers: SendAnswers) -> [Effect] {
        guard let shown, let name = environmentName else { return [] }
        current.letPass.insert(ProtectedSend(path: shown, environment: name))
        return sendShown(answers)
    }

    // MARK: Trust

    mutating func handleRefusal(_ refusal: SendRefusal, at path: ItemPath) -> [Effect] {
        let answers = sessions[path]?.running?.answers ?? SendAnswers()
        sessions[path]?.running = nil
        switch refusal {
        case .failed(let reason):
            note("\(path) was not sent: \(reason)")
            status = StatusMessage(.error, "Not sent: \(reason)")
        case .cancelled: status = StatusMessage(.warning, "Cancelled.")
        case .unagreed, .missing: return askAgain(refusal, answers, at: path)
        }
        return []
    }

    /// Never over another question, nor for what is no longer shown: the next send asks.
    private mutating func askAgain(_ refusal: SendRefusal, _ answers: SendAnswers, at path: ItemPath) -> [Effect] {
        guard path == shown, !isInBackground, overlays.isEmpty, edit == nil else {
            status = StatusMessage(.warning, "\(path) was not sent: it has a question. s on it asks.")
            return []
        }
        guard case .unagreed(let uses) = refusal else { return sendShown(answers) }
        overlays.append(.trust(TrustQuestion(uses: uses, answers: answers)))
        return []
    }

    mutating func agree(to question: TrustQuestion) -> [Effect] {
        var answers = question.answers
        answers.agreed += question.uses
        return sendShown(answers)
    }
}

extension ValuesForm {
    /// The next row without a value, from the selected one on and around; nil: there is none.
    fileprivate var next: Int? {
        let after = rows.indices.filter { $0 > selected } + rows.indices.filter { $0 < selected }
        return after.first { rows[$0].isOpen }
    }
}
