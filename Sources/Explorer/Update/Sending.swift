import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import Interchange
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
            learnSecrets(of: rendered)
            let words = "Not sent: \(reason.withFullStop) The request (2) is where it is mended."
            say(.error, secrets.masked(words, signs))
            return left
        }
        let asked = askedHere(
            rendered.missing, for: session.draft.content, at: shown, in: environmentName,
            hasTriedLogin: answers.hasTriedLogin, first: answers.first)
        if asksForEnvironment(asked, answers) { return left }
        if asks(for: asked, answers) { return left + findCapturing(asked) }
        if asksForProtected(rendered, at: shown, answers) { return left }
        learnSecrets(of: rendered)
        return left + startSend(at: shown, session, answers)
    }

    /// Looks for requests that capture the missing values; the question names them when they are found.
    private mutating func findCapturing(_ missing: [MissingVariable]) -> [Effect] {
        let names = Set(missing.filter { $0.reason != .prompt }.map(\.name))
        return names.isEmpty
            ? []
            : effect(.capturing, { .findCapturing(names, $0) }, note: { $0.takeCapturing($1) })
    }

    private mutating func startSend(at path: ItemPath, _ session: RequestSession, _ answers: SendAnswers) -> [Effect] {
        let effect = effect(sending: order(at: path, session, answers, to: environmentName))
        let running = running(session, answers, to: environmentName)
        sessions[path]?.own.running = running
        return effect
    }

    /// - Parameter environment: one of several that it is sent to; nil: the one that was chosen.
    mutating func effect(sending order: SendOrder, to environment: String? = nil) -> [Effect] {
        effect(
            .send(order.path, environment: environment), { .send(order, $0) },
            then: { $0.handleSend($2, at: $1, to: environment) })
    }

    func order(
        at path: ItemPath, _ session: RequestSession, _ answers: SendAnswers, to environment: String?
    ) -> SendOrder {
        var order = current.orderOfNoRequest
        (order.path, order.content, order.isDraft) = (path, session.contentToSend, session.isDraft)
        (order.environmentName, order.captured) = (environment, current.captured(in: environment))
        order.sessionValues.merge(answers.prompts) { $1 }
        order.sessionSecrets.formUnion(answers.hidden)
        (order.sendsMissingNames, order.agreed) = (answers.sendsMissingNames, answers.agreed)
        order.login = loginOrder(for: session.draft.content, at: path, in: environment, first: answers.first)
        order.runsScripts = !answers.leavesOutScripts
        order.tokens = current.credentials.tokens[environment]?.kept ?? []
        return order
    }

    /// The send that was ordered last.
    func running(_ session: RequestSession, _ answers: SendAnswers, to environment: String?) -> RunningSend {
        var running = RunningSend(
            generation: sending.lastGeneration, startedAt: now, environmentName: environment,
            content: session.draft.content, answers: answers)
        running.answers.hasTriedLogin = true
        return running
    }

    /// All that of the request is under way. The effects go on until they have reported how they ended.
    mutating func cancelSend(at path: ItemPath) -> [Effect] {
        let environments = sessions[path]?.environmentsUnderWay ?? []
        return environments.flatMap { cancelSend(at: path, to: $0) }
    }

    /// The same where nobody waits for how they end.
    mutating func giveUpSends(at path: ItemPath) -> [Effect] {
        let effects = cancelSend(at: path)
        for environment in sessions[path]?.environmentsUnderWay ?? [] {
            if let running = sessions[path]?[environment]?.running { endConsent(running.generation) }
        }
        sessions[path]?.giveUpSends()
        return effects
    }

    /// - Parameter environment: one of several; nil: the one that was chosen.
    mutating func cancelSend(at path: ItemPath, to environment: String?) -> [Effect] {
        guard sessions[path]?[environment]?.running != nil else { return [] }
        sessions[path]?[environment]?.running?.isCancelling = true
        let key = EffectKey.send(path, environment: environment)
        guard let generation = current.generations[key] else { return [] }
        return [Effect(key: key, generation: generation, collection: current.path, order: .cancel)]
    }

    /// - Parameter environment: one of several that it is sent to; nil: the one that was chosen.
    mutating func handleSend(_ progress: SendProgress, at path: ItemPath, to environment: String? = nil) -> [Effect] {
        take(progress)
        switch progress {
        case .started(let date): sessions[path]?[environment]?.running?.startedAt = date
        case .made(let made): sessions[path]?[environment]?.running?.secrets.formUnion(made)
        case .supplied, .cookies, .tokens: break
        case .refused(let refusal):
            noteEnd(of: .send(path, environment: environment), refused: refusal)
            return environment.map { handleRefusal(refusal, at: path, to: $0) } ?? handleRefusal(refusal, at: path)
        case .exchange(let event): sessions[path]?[environment]?.running?.note(event)
        case .answering(let head, let store):
            sessions[path]?.showHead(head, store, of: environment)
            return readLines(of: store, head, at: path, to: environment)
                + readEvents(of: store, head, at: path, to: environment)
        case .finished(let record):
            let original = sessions[path]?[environment]?.running?.replayOf
            let checks =
                finish(record, at: path, of: environment) + orderExampleChecks(at: path, of: environment)
            if let original, record.failure?.stage != .cancelled {
                return checks + judgeReplay(record.id, of: original, at: path)
            }
            return checks
        case .leftBehind(let uses, let isWanted): noteLeftBehind(uses, isWanted: isWanted, at: path, of: environment)
        case .noted(let line): note(line, .info, to: environment, at: logPlace(ofSendAt: path, to: environment))
        case .loggingIn(let login): sessions[path]?[environment]?.running?.loggingIn = login
        case .errand(let errand): return take(errand, at: path, of: environment)
        case .consent(let step):
            guard let generation = sessions[path]?[environment]?.running?.generation else { return [] }
            return handle(step, of: .send(path, environment: environment), generation, for: path)
        }
        return []
    }

    /// What every send reports alike, wherever it is shown.
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

    /// - Parameter environment: one of several that it was sent to.
    private mutating func note(
        _ line: String, _ level: LogLevel, to environment: String?, at place: LogState.Place
    ) {
        note(environment.map { "\($0): \(line)" } ?? line, level, at: place)
    }

    mutating func take(_ supply: OutsideSupply) {
        outside.fetched.merge(supply.fetched) { $1 }
        secrets.insert(Array(supply.fetched.values) + supply.secrets)
        outside.environmentFiles.merge(supply.environmentFiles) { $1 }
        // Only what a send has read after an agreement is news.
        if supply.unagreedPairs.isEmpty, !outside.unagreedPairs.isEmpty {
            (outside.processEnvironment, outside.unagreedPairs) = (supply.processEnvironment, [])
        }
    }

    private mutating func finish(_ record: RecordedExchange, at path: ItemPath, of environment: String?) -> [Effect] {
        let running = sessions[path]?[environment]?.running
        if let generation = running?.generation {
            endConsent(generation)
            log.note(record.id, of: generation)
        }
        noteFinished(record, at: path, of: environment)
        let place = logPlace(ofSendAt: path, to: environment)
        sessions[path]?.finish(record, of: environment)
        learnSecrets(of: record)
        let warnings = warnings(on: record, at: path, of: environment).map { (LogLevel.warning, $0) }
        noteLines(warnings, record.console, place, of: environment)
        let effects = keep(record.captures, of: running?.environmentName, by: path.text, record.exchange)
        guard environment == nil, isOnScreen(path) else { return effects }
        if let failure = record.failure {
            say(failure.stage == .cancelled ? .warning : .error, secrets.masked(failure.sentences, signs))
        } else {
            tellLogin(of: record)
        }
        return effects
    }

    /// - Parameter environment: one of several that it was sent to; nil: the one that was chosen.
    mutating func noteLines(
        _ lines: [(LogLevel, String)], _ console: [ConsoleLine], _ place: LogState.Place, of environment: String? = nil
    ) {
        let written = console.prefix(Self.consoleLinesInLog).map { (LogLevel(word: $0.level), "console: \($0.text)") }
        for (level, line) in lines + written { note(line, level, to: environment, at: place) }
    }

    private static let assertionsInLog = 20
    private static let consoleLinesInLog = 200

    /// What looks like success, and is none: a line each for the log.
    private func warnings(on record: RecordedExchange, at path: ItemPath, of environment: String?) -> [String] {
        let definition = sessions[path]?[environment]?.answer?.content.definition
        let scripts = record.skippedScripts > 0 ? definition.flatMap { ScriptPlan($0, at: path, of: collection) } : nil
        let problems = record.assertions.compactMap(\.problem)
        let rest = problems.count - Self.assertionsInLog
        let more = rest > 0 ? ["\(Wording.count(rest, "more assertion")) did not pass: the tab Checks has them."] : []
        let errors = Wording.graphQLErrors(record.graphQLErrorCount).map {
            "\($0) in the response: errors in its body says which."
        }
        return [errors].compactMap { $0 } + problems.prefix(Self.assertionsInLog) + more
            + [scripts?.note].compactMap { $0 }
    }

    // MARK: - Logging in

    /// - Parameter first: the request that a person wants sent before; nil: the one that logs in.
    private func loginOrder(
        for content: DraftContent, at path: ItemPath, in environment: String?, first: ItemPath?
    ) -> LoginOrder? {
        guard let login = first ?? current.login(for: content, at: path) else { return nil }
        let draft = sessions[login]?.draft
        let isLetPass = environment.map {
            current.sends.letPass.contains(ProtectedSend(path: login, environment: $0))
        }
        return LoginOrder(
            path: login, content: draft?.isDirty == true && draft?.form.isRequest == true ? draft?.content : nil,
            isLetPass: isLetPass ?? false)
    }

    private mutating func take(_ errand: RecordedErrand, at path: ItemPath, of environment: String?) -> [Effect] {
        sessions[path]?[environment]?.running?.loggingIn = nil
        sessions[path]?[environment]?.running?.errands.append(errand)
        learnSecrets(of: errand.captures)
        note(
            errand.summary, errand.isDone ? .info : .warning, to: environment,
            at: logPlace(ofSendAt: path, to: environment))
        let sentTo = sessions[path]?[environment]?.running?.environmentName
        return keep(errand.captures, of: sentTo, by: errand.purpose.subject, errand.exchange)
    }

    private func logPlace(ofSendAt path: ItemPath, to environment: String?) -> LogState.Place {
        LogState.Place(collection: current.path, request: path, send: sessions[path]?[environment]?.running?.generation)
    }

    /// Why it stayed at 401.
    private mutating func tellLogin(of record: RecordedExchange) {
        guard let errand = record.errands.last, !errand.isDone else { return }
        let text = secrets.masked(errand.summary, signs)
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
    /// The head of the new answer arrived: it takes the place of the last one.
    fileprivate mutating func showHead(_ head: ResponseHead, _ store: BodyStore) {
        guard let running else { return }
        var new = Answer(content: running.content, startedAt: running.startedAt)
        new.head = head
        new.body = store
        new.follow(answer)
        new.replayOf = running.replayOf
        new.send = running.generation
        answer = new
        self.running?.hasHead = true
    }

    /// A send that was cancelled before its head leaves an earlier answer where it is.
    fileprivate mutating func finish(_ record: RecordedExchange) {
        guard let ended = running else { return }
        running = nil
        if !ended.hasHead {
            if record.failure?.stage == .cancelled, answer != nil { return }
            answer = Answer(content: ended.content, startedAt: ended.startedAt)
            answer?.replayOf = ended.replayOf
            answer?.send = ended.generation
        }
        var record = record
        record.secrets = ended.secrets.union(record.secrets)
        answer?.end(record)
    }
}

extension RequestSession {
    /// Nil stands for the one that was chosen.
    fileprivate var environmentsUnderWay: [String?] {
        let sides = comparison?.sides.filter { $0.send.running != nil }.map(\.environment) ?? []
        return (own.running == nil ? [] : [nil]) + sides
    }

    fileprivate mutating func giveUpSends() {
        own.running = nil
        for index in comparison?.sides.indices ?? 0..<0 where comparison?.sides[index].send.running != nil {
            comparison?.sides[index].cancel()
        }
        forgetCancelled()
    }

    /// Of several answers and the one, those stay that came later.
    fileprivate mutating func showHead(_ head: ResponseHead, _ store: BodyStore, of environment: String?) {
        (earlierComparison, shelved) = (nil, nil)
        if environment == nil { comparison = nil } else if comparison != nil { own.answer = nil }
        look.scrollColumn = 0
        self[environment]?.showHead(head, store)
    }

    fileprivate mutating func finish(_ record: RecordedExchange, of environment: String?) {
        guard let environment else { return finishOwn(record) }
        comparison?[environment]?.finish(record)
        if comparison?[environment]?.send.answer != nil { (own.answer, earlierComparison) = (nil, nil) }
        forgetCancelled()
    }

    /// Several answers stay where they are when a send was cancelled before its head.
    private mutating func finishOwn(_ record: RecordedExchange) {
        let isCancelled = own.running?.hasHead == false && record.failure?.stage == .cancelled
        guard comparison != nil, isCancelled else {
            (comparison, earlierComparison) = (nil, nil)
            return own.finish(record)
        }
        own.running = nil
    }

    /// When all was cancelled before anything came, the earlier answers are back.
    mutating func forgetCancelled() {
        guard let comparison, own.answer != nil || earlierComparison != nil,
            comparison.sides.allSatisfy(\.wasCancelled)
        else { return }
        (self.comparison, earlierComparison) = (earlierComparison, nil)
    }
}

extension Side {
    fileprivate mutating func finish(_ record: RecordedExchange) {
        guard let running = send.running else { return }
        guard running.hasHead || record.failure?.stage != .cancelled else { return cancel() }
        send.finish(record)
        bodyHash = send.answer?.body?.sha256?.hexadecimal
    }

    mutating func cancel() {
        refuse("Cancelled.")
        wasCancelled = true
    }
}

extension LogLevel {
    /// Reads the level of a line that a script wrote. Every word that is none is information.
    fileprivate init(word: String) { self = Self.allCases.first { $0.word == word } ?? .info }
}
