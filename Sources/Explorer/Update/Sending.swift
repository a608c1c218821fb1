import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection

// A request's life on screen: sent, running, finished or failed.

extension ExplorerState {
    /// Sends what is shown to the environment that is chosen, or asks the next thing that has to be known first.
    mutating func sendShown(_ answers: SendAnswers = SendAnswers()) -> [Effect] {
        let left = edit == nil ? [] : leaveEdit()
        guard let shown else { return left }
        return left + send(SendBatch(shown, [SendBatch.Target(answers: answers)]))
    }

    /// Sends to all targets that are not refused, since nothing is to be asked any more.
    mutating func start(_ batch: SendBatch, _ session: RequestSession) -> [Effect] {
        guard batch.targets.contains(where: { $0.refusal == nil }) else { return reportNothingSent(batch) }
        if batch.hasSides, !batch.isAgain { sessions[batch.path]?.compare(batch.targets.compactMap(\.environment)) }
        return batch.targets.flatMap { target -> [Effect] in
            let id = ResponseID(batch.path, in: target.environment)
            if let refusal = target.refusal {
                sessions[id.path]?.refuse(refusal, of: id.environment)
                return []
            }
            let environment = target.environment ?? environmentName
            let order = current.order(at: id.path, session, target.answers, to: environment)
            let effect = effect(.send, of: id, { .send(order, $0) }, then: { $0.handleSend($2, $1) })
            let running = running(session, target.answers, to: environment)
            sessions[id.path]?.begin(running, of: id.environment)
            return effect
        }
    }

    /// Reports that nothing was sent; what was there stays.
    private mutating func reportNothingSent(_ batch: SendBatch) -> [Effect] {
        guard batch.hasSides else {
            let reason = batch.targets.compactMap(\.refusal).first?.withFullStop ?? ""
            let words = "Not sent: \(reason) Fix it in the request (2)."
            return sayNotSent(.error, secrets.masked(words, glyphs), at: batch.path)
        }
        let reasons = batch.targets.compactMap { target in
            target.refusal.map { "\(target.environment ?? ""): \($0)" }
        }
        return say(.warning, "Nothing was sent. \(reasons.joined(separator: " "))")
    }

    /// Returns the send that was ordered last.
    func running(_ session: RequestSession, _ answers: SendAnswers, to environment: String?) -> RunningSend {
        var running = RunningSend(
            generation: sending.lastGeneration, startedAt: now, environmentName: environment,
            content: session.draft.content, answers: answers)
        running.answers.hasTriedLogin = true
        return running
    }

    /// Cancels where nobody waits for how they end.
    mutating func giveUpSends(at path: ItemPath) -> [Effect] {
        let effects = current.cancelSend(at: path)
        for id in current.underWay(at: path) {
            if let running = sessions[id]?.running { endConsent(running.generation) }
        }
        sessions[path]?.giveUpSends()
        return effects
    }

    mutating func handleSend(_ progress: SendProgress, _ id: ResponseID) -> [Effect] {
        take(progress)
        switch progress {
        case .started(let date): sessions[id]?.running?.startedAt = date
        case .made(let made): sessions[id]?.running?.secrets.formUnion(made)
        case .supplied, .cookies, .tokens: break
        case .refused(let refusal):
            noteEnd(of: .send(id), refused: refusal)
            return id.environment.map { handleRefusal(refusal, at: id.path, to: $0) }
                ?? handleRefusal(refusal, at: id.path)
        case .exchange(let event): sessions[id]?.running?.note(event)
        case .receiving(let head, let store):
            sessions[id.path]?.showHead(head, store, of: id.environment)
            return readLines(of: store, head, id) + readEvents(of: store, head, id)
        case .finished(let record):
            let (running, original) = (sessions[id]?.running, sessions[id]?.running?.replayOf)
            let checks = finish(record, id) + orderExampleChecks(id) + keepSchema(from: record, running)
            if let original, record.failure?.stage != .cancelled {
                return checks + judgeReplay(record.id, of: original, at: id.path)
            }
            return checks
        case .strippedCredentials(let uses, let isWanted): noteLeftBehind(uses, isWanted: isWanted, id)
        case .noted(let line): note(line, .info, to: id.environment, at: current.logPlace(id))
        case .loggingIn(let login): sessions[id]?.running?.loggingIn = login
        case .auxiliary(let auxiliary): return take(auxiliary, id)
        case .consent(let step):
            guard let generation = sessions[id]?.running?.generation else { return [] }
            return handle(step, of: .send(id), generation, for: id.path)
        }
        return []
    }

    /// Takes what every send reports alike, wherever it is shown.
    mutating func take(_ progress: SendProgress) {
        switch progress {
        case .started(let date): now = max(now, date)
        case .supplied(let supply): take(supply)
        case .made(let made): secrets.insert(made)
        case .cookies(let cookies, let environment): take(cookies, of: environment)
        case .tokens(let tokens, let environment): take(tokens, of: environment)
        default: break
        }
    }

    /// - Parameter environment: The one of several that it was sent to.
    private mutating func note(
        _ line: String, _ level: LogLevel, to environment: String?, at place: LogState.Place
    ) {
        note(environment.map { "\($0): \(line)" } ?? line, level, at: place)
    }

    mutating func take(_ supply: OutsideSupply) {
        current.values.take(supply)
        secrets.insert(Array(supply.fetched.values) + supply.secrets)
    }

    private mutating func finish(_ record: RecordedExchange, _ id: ResponseID) -> [Effect] {
        let running = sessions[id]?.running
        if let generation = running?.generation {
            endConsent(generation)
            log.note(record.id, of: generation)
        }
        noteFinished(record, id)
        let place = current.logPlace(id)
        sessions[id.path]?.finish(record, of: id.environment)
        learnSecrets(of: record)
        let warnings = current.warnings(on: record, id).map { (LogLevel.warning, $0) }
        noteLines(warnings, record.console, place, of: id.environment)
        let effects = keep(record.captures, of: running?.environmentName, by: id.path.text, record.exchange)
        guard id.environment == nil, isOnScreen(id.path) else { return effects }
        if let failure = record.failure {
            say(failure.stage == .cancelled ? .warning : .error, secrets.masked(failure.sentences, glyphs))
        } else {
            reportLogin(of: record)
        }
        return effects
    }

    /// - Parameter environment: The one of several that it was sent to; nil: the one that was chosen.
    mutating func noteLines(
        _ lines: [(LogLevel, String)], _ console: [ConsoleLine], _ place: LogState.Place, of environment: String? = nil
    ) {
        let written = console.prefix(Self.consoleLinesInLog).map { (LogLevel(word: $0.level), "console: \($0.text)") }
        for (level, line) in lines + written { note(line, level, to: environment, at: place) }
    }

    private static let consoleLinesInLog = 200

    // MARK: - Logging in

    private mutating func take(_ auxiliary: AuxiliaryExchange, _ id: ResponseID) -> [Effect] {
        sessions[id]?.running?.loggingIn = nil
        sessions[id]?.running?.auxiliaryExchanges.append(auxiliary)
        learnSecrets(of: auxiliary.captures)
        note(auxiliary.summary, auxiliary.isDone ? .info : .warning, to: id.environment, at: current.logPlace(id))
        let sentTo = sessions[id]?.running?.environmentName
        return keep(auxiliary.captures, of: sentTo, by: auxiliary.purpose.subject, auxiliary.exchange)
    }

    /// Reports why a send stayed at 401.
    private mutating func reportLogin(of record: RecordedExchange) {
        guard let auxiliary = record.auxiliaryExchanges.last, !auxiliary.isDone else { return }
        let text = secrets.masked(auxiliary.summary, glyphs)
        say(.warning, "\(text.prefix(1).uppercased())\(text.dropFirst()).")
    }
}

extension RunningSend {
    /// Follows the library's events.
    mutating func note(_ event: Exchange.Event) {
        underWay.note(event)
        bytes.note(event)
        switch event {
        case .attemptStarted: waiting = nil
        case .attemptFinished(let attempt): attempts.append(attempt)
        case .retrying(let retry, _):
            waiting = retry
            loggingIn = nil
            if !attempts.isEmpty { attempts[attempts.count - 1].retry = retry }
        case .prepared, .connected, .redirected, .resending, .uploadProgress, .responseHead, .downloadProgress,
            .finished:
            break
        }
    }
}

extension ShownSend {
    /// Shows the head of a new response, which takes the place of the last one.
    fileprivate mutating func showHead(_ head: ResponseHead, _ store: BodyStore) {
        guard let running else { return }
        var new = ShownResponse(content: running.content, startedAt: running.startedAt)
        new.head = head
        new.body = store
        new.follow(response)
        new.replayOf = running.replayOf
        new.send = running.generation
        response = new
        self.running?.hasHead = true
    }

    /// Ends the send. One that was cancelled before its head leaves an earlier response where it is.
    fileprivate mutating func finish(_ record: RecordedExchange) {
        guard let ended = running else { return }
        running = nil
        if !ended.hasHead {
            if record.failure?.stage == .cancelled, response != nil { return }
            response = ShownResponse(content: ended.content, startedAt: ended.startedAt)
            response?.replayOf = ended.replayOf
            response?.send = ended.generation
        }
        var record = record
        record.secrets = ended.secrets.union(record.secrets)
        response?.end(record)
    }
}

extension RequestSession {
    /// The environments with a send under way; nil is the chosen one.
    fileprivate var environmentsUnderWay: [String?] {
        let sides = comparison?.sides.filter { $0.send.running != nil }.map(\.environment) ?? []
        return (own.running == nil ? [] : [nil]) + sides
    }

    /// - Parameter environment: The one of several that it is sent to; nil: the one that is chosen.
    fileprivate mutating func begin(_ running: RunningSend, of environment: String?) {
        if let environment { comparison?[environment]?.begin(running) } else { own.running = running }
    }

    /// Says in the place of a side why nothing was sent.
    fileprivate mutating func refuse(_ reason: String, of environment: String?) {
        if let environment { comparison?[environment]?.refuse(reason) }
    }

    fileprivate mutating func giveUpSends() {
        own.running = nil
        for index in comparison?.sides.indices ?? 0..<0 where comparison?.sides[index].send.running != nil {
            comparison?.sides[index].cancel()
        }
        forgetCancelled()
    }

    /// Shows the head of a response. Of several responses and the single one, those stay that came later.
    fileprivate mutating func showHead(_ head: ResponseHead, _ store: BodyStore, of environment: String?) {
        (earlierComparison, previousResponses) = (nil, nil)
        if environment == nil { comparison = nil } else if comparison != nil { own.response = nil }
        look.scrollColumn = 0
        self[environment]?.showHead(head, store)
    }

    fileprivate mutating func finish(_ record: RecordedExchange, of environment: String?) {
        guard let environment else { return finishOwn(record) }
        comparison?[environment]?.finish(record)
        if comparison?[environment]?.hasResponse == true { (own.response, earlierComparison) = (nil, nil) }
        forgetCancelled()
    }

    /// Ends the single send. Several responses stay where they are when it was cancelled before its head.
    private mutating func finishOwn(_ record: RecordedExchange) {
        let isCancelled = own.running?.hasHead == false && record.failure?.stage == .cancelled
        guard comparison != nil, isCancelled else {
            (comparison, earlierComparison) = (nil, nil)
            return own.finish(record)
        }
        own.running = nil
    }

    /// Brings the earlier responses back when all was cancelled before anything came.
    mutating func forgetCancelled() {
        guard let comparison, own.response != nil || earlierComparison != nil,
            comparison.sides.allSatisfy(\.wasCancelled)
        else { return }
        (self.comparison, earlierComparison) = (earlierComparison, nil)
    }
}

extension Side {
    fileprivate mutating func finish(_ record: RecordedExchange) {
        guard let running = send.running else { return }
        wasCancelled = !running.hasHead && record.failure?.stage == .cancelled
        // An earlier response would look like that of this send.
        if wasCancelled { send.response = nil }
        send.finish(record)
        bodyHash = send.response?.body?.sha256?.hexadecimal
    }

    /// Ends a send that nothing came of: nobody waits for it, or it was cancelled before it began.
    mutating func cancel() {
        refuse("Cancelled.")
        wasCancelled = true
    }
}

extension LogLevel {
    /// Reads the level of a line that a script wrote. Every word that is none is information.
    fileprivate init(word: String) { self = Self.allCases.first { $0.word == word } ?? .info }
}

extension CollectionState {
    func order(
        at path: ItemPath, _ session: RequestSession, _ answers: SendAnswers, to environment: String?
    ) -> SendOrder {
        var order = orderOfNoRequest
        (order.path, order.content, order.isDraft) = (path, session.content(for: answers), session.isDraft)
        (order.environmentName, order.captured) = (environment, values.captured(in: environment))
        order.sessionValues.merge(answers.prompts) { $1 }
        order.sessionSecrets.formUnion(answers.hidden)
        (order.sendsMissingNames, order.agreed) = (answers.sendsMissingNames, answers.agreed)
        order.login = loginOrder(for: session.draft.content, at: path, in: environment, first: answers.first)
        order.runsScripts = !answers.leavesOutScripts
        order.tokens = credentials.tokens[environment]?.kept ?? []
        return order
    }

    /// Cancels all of the request that is under way. The effects go on until they have reported how they ended.
    mutating func cancelSend(at path: ItemPath) -> [Effect] { underWay(at: path).flatMap { cancelSend($0) } }

    fileprivate func underWay(at path: ItemPath) -> [ResponseID] {
        sessions[path]?.environmentsUnderWay.map { ResponseID(path, in: $0) } ?? []
    }

    mutating func cancelSend(_ id: ResponseID) -> [Effect] {
        guard sessions[id]?.running != nil else { return [] }
        sessions[id]?.running?.isCancelling = true
        let key = EffectKey.send(id)
        guard let generation = generations[key] else { return [] }
        return [Effect(key: key, generation: generation, collection: path, order: .cancel)]
    }

    private static let assertionsInLog = 20

    /// Returns what looks like success, and is none: a line each for the log.
    fileprivate func warnings(on record: RecordedExchange, _ id: ResponseID) -> [String] {
        let definition = sessions[id]?.response?.content.definition
        let scripts =
            record.skippedScripts > 0 ? definition.flatMap { ScriptPlan($0, at: id.path, of: collection) } : nil
        let problems = record.assertions.filter { $0.graphQL == nil }.compactMap(\.problem)
        let rest = problems.count - Self.assertionsInLog
        let more = rest > 0 ? ["\(Wording.count(rest, "more assertion")) did not pass: the tab Checks has them."] : []
        let errors = Wording.graphQLErrors(record.graphQLErrorCount, in: record.assertions)
        return [errors].compactMap { $0 } + problems.prefix(Self.assertionsInLog) + more
            + [scripts?.note].compactMap { $0 }
    }

    /// - Parameter first: The request that the user wants to send before; nil: the one that logs in.
    private func loginOrder(
        for content: DraftContent, at path: ItemPath, in environment: String?, first: ItemPath?
    ) -> LoginOrder? {
        guard let login = first ?? login(for: content, at: path) else { return nil }
        let draft = sessions[login]?.draft
        let isApproved = environment.map {
            sends.approvedSends.contains(ProtectedSend(path: login, environment: $0))
        }
        return LoginOrder(
            path: login, content: draft?.isDirty == true && draft?.form.isRequest == true ? draft?.content : nil,
            isApproved: isApproved ?? false)
    }

    fileprivate func logPlace(_ id: ResponseID) -> LogState.Place {
        LogState.Place(collection: path, request: id.path, send: sessions[id]?.running?.generation)
    }
}
