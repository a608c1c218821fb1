import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection

// A request's life on screen: sent, running, answered or failed.

extension ExplorerState {
    /// Sends what is shown, or asks the next thing that has to be known first.
    mutating func sendShown(_ answers: SendAnswers = SendAnswers()) -> [Effect] {
        let left = edit == nil ? [] : leaveEdit()
        guard let shown, let session = sessions[shown], edit == nil else { return left }
        let rendered = rendered(session.draft.content, at: shown, answers)
        if let reason = rendered.problems.first {
            status = StatusMessage(.error, "Not sent: \(reason)")
            return left
        }
        if asks(for: rendered.missing, answers) || asksForProtected(rendered, at: shown, answers) { return left }
        secrets.insert(rendered.secretValues.map(\.value))
        return left + [startSend(at: shown, session, answers)]
    }

    private mutating func startSend(at path: ItemPath, _ session: RequestSession, _ answers: SendAnswers) -> Effect {
        let order = SendOrder(
            path: path, content: session.draft.content, isDraft: session.draft.isDirty, collection: current.drafted,
            environmentName: environmentName, sessionValues: sessionValues.merging(answers.prompts) { $1 },
            captured: current.captured, sessionSecrets: current.hiddenNames.union(answers.hidden),
            outside: outside, sendsMissingNames: answers.sendsMissingNames, agreed: answers.agreed)
        let effect = effect(.send(path), .send(order))
        var running = RunningSend(
            generation: effect.generation, startedAt: now, content: session.draft.content)
        running.answers = answers
        sessions[path]?.running = running
        return effect
    }

    /// The effect goes on until it has reported how it ended.
    mutating func cancelSend(at path: ItemPath) -> [Effect] {
        sessions[path]?.running?.isCancelling = true
        guard let generation = current.generations[.send(path)] else { return [] }
        let key = current.treeWork.movedEffects[generation]?.ordered ?? .send(path)
        return [Effect(key: key, generation: generation, collection: current.path, order: .cancel)]
    }

    mutating func handleSend(_ progress: SendProgress, at path: ItemPath) -> [Effect] {
        switch progress {
        case .started(let date):
            now = max(now, date)
            sessions[path]?.running?.startedAt = date
        case .supplied(let supply):
            outside.fetched.merge(supply.fetched) { $1 }
            secrets.insert(supply.fetched.values)
            outside.environmentFiles.merge(supply.environmentFiles) { $1 }
            (outside.processEnvironment, outside.unagreedPairs) = (supply.processEnvironment, supply.unagreedPairs)
        case .refused(let refusal): return handleRefusal(refusal, at: path)
        case .exchange(let event): sessions[path]?.running?.note(event)
        case .answering(let head, let store):
            sessions[path]?.showHead(head, store)
            return [effect(.lines(path), .readLines(store, contentType: head.headers["Content-Type"]))]
        case .finished(let record): finish(record, at: path)
        case .noted(let line): note(LogState.Entry(at: now, level: .info, message: line))
        case .waitingForBrowser(let url, let isOpen): return waitForBrowser(url, isOpen: isOpen, at: path)
        }
        return []
    }

    private static let waitingForBrowser = "Waiting for the browser: Esc cancels."

    /// Where no browser could be sent, the person opens the page: its address is in the clipboard, and in the log.
    private mutating func waitForBrowser(_ url: String, isOpen: Bool, at path: ItemPath) -> [Effect] {
        note(LogState.Entry(at: now, level: .info, message: "The browser asks for consent: \(url)"))
        guard !isInBackground else { return [] }
        let place = isOpen ? "" : " Its page's address is copied: open it."
        status = StatusMessage(.warning, Self.waitingForBrowser + place)
        return isOpen ? [] : [effect(.clipboard, .copyToClipboard(url))]
    }

    private mutating func finish(_ record: RecordedExchange, at path: ItemPath) {
        sessions[path]?.finish(record)
        learnSecrets(of: record)
        for capture in record.captures {
            current.captured.set(capture.variable, json: capture.json, isSecret: capture.isSecret)
        }
        if status?.text.hasPrefix(Self.waitingForBrowser) == true { status = nil }
        guard let failure = record.failure, path == shown, !isInBackground else { return }
        let text = [failure.message, failure.advice].compactMap { $0 }.joined(separator: " ")
        status = StatusMessage(failure.stage == .cancelled ? .warning : .error, secrets.masked(text, signs))
    }
}

extension RunningSend {
    /// Follows the library's events.
    mutating func note(_ event: ExchangeEvent) {
        switch event {
        case .attemptStarted(let number, _):
            currentAttempt = number
            waiting = nil
            receivedBytes = 0
            sentBytes = 0
        case .uploadProgress(let bytes, _): sentBytes = bytes
        case .downloadProgress(let bytes, let expected):
            receivedBytes = bytes
            expectedBytes = expected
        case .attemptFinished(let attempt): attempts.append(attempt)
        case .retrying(let retry, _):
            waiting = retry
            if !attempts.isEmpty { attempts[attempts.count - 1].retry = retry }
        case .prepared, .connected, .redirected, .resending, .responseHead, .finished: break
        }
    }
}

extension RequestSession {
    /// The head of the new answer arrived: it takes the place of the last one.
    mutating func showHead(_ head: ResponseHead, _ store: BodyStore) {
        guard let running else { return }
        var new = Answer(content: running.content, startedAt: running.startedAt)
        new.head = head
        new.body = store
        answer = new
        self.running?.hasHead = true
    }

    /// A send that was cancelled before its head leaves an earlier answer where it is.
    mutating func finish(_ record: RecordedExchange) {
        guard let ended = running else { return }
        running = nil
        if !ended.hasHead {
            if record.failure?.stage == .cancelled, answer != nil { return }
            answer = Answer(content: ended.content, startedAt: ended.startedAt)
        }
        answer?.failure = record.failure
        answer?.exchange = record.exchange
        answer?.captures = record.captures
        answer?.assertions = record.assertions
    }
}
