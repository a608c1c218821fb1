import Exchanges
import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import TextGrid

// A recorded request sent again as it was: nothing of it is rendered again, and its secrets are put back from where they came from.

/// The facts known about a replay before it is sent.
public struct ReplayQuestion: Sendable, Hashable {
    public var id: HistoryRow.ID
    public var path: ItemPath
    public var environment: String?
    var values: [String: String] = [:]
    /// Whether the user agreed to send to a protected environment.
    var isApproved = false
}

extension ReplayObjection {
    /// Returns the objection in words: "prod is protected", "prod is of no open collection", "local, prod are gone".
    func words(of names: [String]) -> String {
        let list = names.joined(separator: ", ")
        let verb = names.count == 1 ? "is" : "are"
        return switch self {
        case .protected: "\(list) \(verb) protected"
        case .collectionAbsent: "\(list) \(verb) of no open collection"
        case .environmentGone: "\(list) \(verb) gone"
        case .companionUnreadable: "\(CompanionFile.path) cannot be read"
        }
    }
}

extension ExplorerState {
    /// Replays the shown response's request; in the list, that of the row with the cursor.
    mutating func replay() -> [Effect] {
        if let history {
            if let effects = replayRange(of: history) { return effects }
            return history.chosen.first.map { openExchange($0.id) { $0.replayOpened($1, at: $2) } } ?? []
        }
        guard let shown, let mark = session?.response?.mark else { return [] }
        return replay(ReplayQuestion(id: mark.id, path: shown, environment: mark.environment))
    }

    /// Replays an exchange that was opened for it.
    mutating func replayOpened(_ past: PastExchange, at path: ItemPath) -> [Effect] {
        replay(ReplayQuestion(id: past.kept.id, path: path, environment: past.kept.origin.environment))
    }

    mutating func replay(_ question: ReplayQuestion) -> [Effect] {
        guard question.path == shown, let session, let response = session.response, response.mark?.id == question.id
        else {
            return []
        }
        if asksForProtectedReplay(question, response) { return [] }
        var answers = SendAnswers()
        answers.replay = question
        let order = current.order(at: question.path, session, answers, to: question.environment)
        let replay = ReplayOrder(id: question.id, send: order, values: question.values)
        let effect = effect(
            .send, of: ResponseID(question.path), { .replay(replay, $0) }, then: { $0.handleSend($2, $1) })
        var running = running(session, answers, to: question.environment)
        running.replayOf = question.id
        sessions[question.path]?.own.running = running
        focus = .response
        return effect
    }

    private mutating func asksForProtectedReplay(_ question: ReplayQuestion, _ response: ShownResponse) -> Bool {
        guard let name = question.environment, !question.isApproved, let request = response.exchange?.request else {
            return false
        }
        let method = request.method.rawValue
        let isFromElsewhere = response.past?.collection.map { $0 != current.path } ?? false
        guard let objection = current.objection(toReplaying: method, in: name, isFromElsewhere: isFromElsewhere) else {
            return false
        }
        var approvedSends = question
        approvedSends.isApproved = true
        ask(
            "\(glyphs.protected) \(objection.words(of: [name])): \(method), replayed as it was sent",
            .init("Cancel", detail: "nothing is sent"),
            .init("Replay to \(name)", detail: "this once") { [approvedSends] in $0.replay(approvedSends) })
        return true
    }

    /// Asks for the value of a marker that nobody knows any more, one after the other.
    mutating func askForReplayValue(_ name: String, _ question: ReplayQuestion) {
        var prompt = Prompt(
            "Value of \(name)", detail: "A secret, not recorded; it is used for this replay only.",
            isValue: true
        ) { $1.answerReplayValue($0, named: name, question) }
        prompt.isSecret = true
        present(prompt)
    }

    mutating func answerReplayValue(_ prompt: Prompt, named name: String, _ question: ReplayQuestion) -> [Effect] {
        guard !prompt.editor.text.isEmpty else { return say(.warning, "Not replayed: \(name) has no value.") }
        var question = question
        question.values[name] = prompt.editor.text
        secrets.insert([prompt.editor.text])
        return replay(question)
    }

    var reasonNotToReplay: String? {
        if let history {
            if history.row == nil { return "No exchange is listed." }
            let isRange = history.marked.count > 1 || history.marked.isEmpty && history.setName != nil
            return isRange ? current.exists ? sending.reasonNotToStartSeries : "No collection is open." : nil
        }
        return reasonWithoutExchange(
            to: "replay", unknown: "It is not known what was sent: H lists what the history has.")
    }
}
