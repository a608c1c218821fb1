import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

// Responses side by side: refusals and questions of each, and which of them has the keys.

extension ExplorerState {
    // MARK: Questions of a send that was ordered

    /// Shows a refusal in the response's place; what can be asked is asked.
    mutating func handleRefusal(_ refusal: SendRefusal, at path: ItemPath, to environment: String) -> [Effect] {
        guard let side = sessions[path]?.comparison?[environment], let running = side.send.running else { return [] }
        sessions[path]?.comparison?[environment]?.send = ShownSend()
        switch refusal {
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _):
            note("\(path) was not sent to \(environment): \(reason)")
            sessions[path]?.comparison?[environment]?.refuse("Not sent: \(reason)")
        case .cancelled:
            sessions[path]?.comparison?[environment]?.cancel()
            sessions[path]?.forgetCancelled()
        case .unagreed(let uses):
            return wait(.init(kind: .trust(uses), answers: running.answers), at: path, environment)
        case .unfilled: break
        case .missing: return wait(.init(kind: .values, answers: running.answers), at: path, environment)
        }
        return []
    }

    /// Asks a side's question at once, or after that of another side; never over anything else, nor for what is no longer shown.
    private mutating func wait(_ question: Side.Question, at path: ItemPath, _ environment: String) -> [Effect] {
        sessions[path]?.comparison?[environment]?.question = question
        if case .trust(let uses) = question.kind, !question.answers.agreed.contains(uses),
            sessions[path]?.comparison?.agreed.isSuperset(of: uses) == true
        {
            return sendAgreed(at: path)
        }
        let isFree = overlays.allSatisfy { [.side, .batch].contains($0.questionID) }
        guard isOnScreen(path), isFree, edit == nil else {
            return say(.warning, "\(path) was not sent to \(environment): it has a question.")
        }
        pending.waitingQuestions.append(
            WaitingQuestion(collection: current.path, path: path, environment: environment))
        return []
    }

    mutating func askAbout(side environment: String) -> [Effect] {
        guard let shown, let question = session?.comparison?[environment]?.question else { return [] }
        switch question.kind {
        case .trust(let uses):
            return present(TrustQuestion(uses, answers: question.answers, environment: environment))
        case .values:
            let target = SendBatch.Target(environment: environment, answers: question.answers)
            return send(SendBatch(shown, [target], isAgain: true))
        }
    }

    /// Sends to all sides that needed no other agreement.
    mutating func agreeForSides(to question: TrustQuestion) -> [Effect] {
        guard let shown else { return [] }
        sessions[shown]?.comparison?.agreed.formUnion(question.uses)
        return sendAgreed(at: shown)
    }

    private mutating func sendAgreed(at path: ItemPath) -> [Effect] {
        guard let comparison = sessions[path]?.comparison, isOnScreen(path) else { return [] }
        let targets = comparison.sides.compactMap { side -> SendBatch.Target? in
            guard case .trust(let uses)? = side.question?.kind, comparison.agreed.isSuperset(of: uses) else {
                return nil
            }
            var answers = side.question?.answers ?? SendAnswers()
            answers.agreed += uses
            return SendBatch.Target(environment: side.environment, answers: answers)
        }
        return targets.isEmpty ? [] : send(SendBatch(path, targets, isAgain: true))
    }

    /// Declines for the sides that needed no other agreement: they are not asked about again; the question is in their places.
    mutating func decline(_ question: TrustQuestion) {
        guard question.environment != nil, let shown, let comparison = session?.comparison else { return }
        let declined = comparison.sides.filter { side in
            guard case .trust(let uses)? = side.question?.kind else { return false }
            return Set(question.uses).isSuperset(of: uses)
        }
        let names = Set(declined.map(\.environment))
        pending.waitingQuestions.removeAll { $0.path == shown && $0.environment.map(names.contains) == true }
    }

    // MARK: - Which one

    /// Shows the selected side alone; if it has a question instead of a response, that is asked.
    mutating func showAlone() -> [Effect] {
        guard let side = session?.comparison?.shown, side.question != nil else {
            session?.comparison?.isAlone = true
            return []
        }
        return askAbout(side: side.environment)
    }

    /// The layout of responses side by side; nil while one has the pane for itself.
    var sidesLayout: SidesLayout? {
        guard let session, session.showsSides, let comparison = session.comparison else { return nil }
        return SidesLayout(layout.response.cutTop(1).1, comparison)
    }

    /// Rows of a response in the response pane.
    var responseRows: Int {
        if let rows = sidesLayout?.bodies[0].rows { return rows }
        let above = ResponsePane.linesAboveBody(self).count
        let rows = max(0, layout.responseRows - above)
        // The line in which the text to find is typed is below the body.
        if overlays.last is FindInput { return max(0, rows - 1) }
        return rows
    }
}

extension QuestionID {
    /// A question about one of several environments: those of the others wait for its end.
    static let side = QuestionID(name: "side")
}

extension Array where Element == OutsideUse {
    fileprivate func contains(_ uses: [OutsideUse]) -> Bool { uses.allSatisfy { contains($0) } }
}
