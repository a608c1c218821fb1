import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Explorer
import FilterWorker
import Foundation
import Interchange
import MicroClient
import MicroClientCurl
import OpenCollection

/// Saved requests of an opened collection, made ready to be sent without a screen: `--trust` and `--yes` agree in advance, or nothing is sent.
struct CommandLineSend {
    private let sessionValues: [String: String]
    private let preparation: SendPreparation
    private let sendsToProtected: Bool
    private let limits: TimeLimits
    private var dependencies: SendDependencies
    /// The means of scripts; nil: none are run.
    private var scripts: ScriptDependencies?
    /// Sends the requests that scripts run.
    private let runner: @Sendable () -> CollectionRunner
    private let history: HistoryRecorder?
    /// The values from outside, fetched once for all requests.
    private let outside: Locked<OutsideValues>

    /// - Parameters:
    ///   - cookies: those of the environment.
    ///   - history: The history that keeps requests of scripts. Default: none.
    ///   - isRun: Whether the requests are those of a folder.
    /// - Throws: An error if the private store of secrets cannot be read.
    init(
        _ opened: OpenedCollection, _ settings: SendSettings, cookies: CookieJar.Use, environment: [String: String],
        history: HistoryRecorder? = nil, isRun: Bool = false
    ) throws {
        sessionValues = settings.sessionValues
        sendsToProtected = settings.consent.sendsToProtected
        limits = settings.limits
        preparation = SendPreparation(
            root: opened.location.root, environment: environment, agreesToAll: settings.consent.agreesToAll,
            connection: settings.connection)
        dependencies = SendDependencies(
            files: preparation.files, cookies: cookies,
            authorizationUI: BrowserAuthorization.atCommandLine(environment).authorizationUI)
        let name = opened.environment?.name
        let (companion, sendsToProtected) = (opened.collection.companion, sendsToProtected)
        let isKept = opened.collection.keepsHistory(of: .root, in: name)
        let runner = { @Sendable in InterruptibleSend.runner(spillDirectory: history?.spillDirectory) }
        (self.runner, self.history) = (runner, history)
        scripts =
            settings.runsScripts
            ? ScriptDependencies(
                preparation, RecordedExchange.Origin(opened), cookies: cookies, isRun: isRun,
                maySend: { method in sendsToProtected || name.map { !companion.protects($0, from: method) } ?? true },
                runner: runner, keep: { history?.keep($0, isWanted: isKept) }) : nil
        dependencies.forwardedFields = preparation.forwardedFields(in: opened.environment?.name)
        outside = Locked(try opened.outsideValues())
        if let problem = opened.collection.companion.problem {
            StandardStreams.note("\(CompanionFile.path) cannot be read, so none of it applies: \(problem.line)")
        }
    }

    /// Returns the same for one row of data, which scripts see.
    func inRow(_ row: ScriptDependencies.Row?) -> CommandLineSend {
        var copy = self
        copy.scripts?.row = row
        return copy
    }

    /// A request with all that belongs to its send.
    struct Ready {
        let rendered: RenderedRequest
        let checks: ResponseChecks
        let origin: RecordedExchange.Origin
        let dependencies: SendDependencies
        /// Whether the collection wants the exchange in the history.
        let isKept: Bool
        /// Values in its file that have no effect, one line each.
        let ignoredValues: [String]

        /// Whether it logs in before it is sent.
        var logsInFirst: Bool {
            rendered.missing.contains { dependencies.login?.captures.contains($0.name) == true }
        }

        /// The notes beside those of rendering, one line each.
        var notes: [String] { checks.notes + ignoredValues }
    }

    /// - Parameter captured: The values that earlier requests captured.
    /// - Throws: ``UsageError`` with the status of a request that could not be built, when somebody has to agree first, or what it
    ///   needs cannot be had.
    func prepare(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, captured: CapturedValues = CapturedValues()
    ) throws(UsageError) -> Ready {
        let rendered: RenderedSend
        do throws(SendRefusal) {
            rendered = try renderWithLogin(file, at: path, in: opened, captured)
        } catch {
            throw Consent.error(error)
        }
        return try ready(rendered, file, at: path, in: opened, captured)
    }

    /// A request of a run, which goes on after an error of a script.
    enum Attempt {
        case ready(Ready)
        /// The record of a request that is not sent, since its script before the request failed, and why.
        case failed(RecordedExchange, reason: String)
    }

    /// - Parameter worker: Ends the scripts before the request from another thread.
    /// - Throws: The errors of ``prepare(_:at:in:captured:)``, except an error of a script.
    func attempt(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, captured: CapturedValues,
        _ worker: WorkerHandle = WorkerHandle()
    ) throws(UsageError) -> Attempt {
        let rendered: RenderedSend
        do throws(SendRefusal) {
            rendered = try renderWithLogin(file, at: path, in: opened, captured, worker)
        } catch {
            guard case .scriptFailed(let reason, let fault) = error else { throw Consent.error(error) }
            return .failed(RecordedExchange(unsent: file.definition, opened.origin(of: path), fault), reason: reason)
        }
        return .ready(try ready(rendered, file, at: path, in: opened, captured))
    }

    private func renderWithLogin(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, _ captured: CapturedValues,
        _ worker: WorkerHandle = WorkerHandle()
    ) throws(SendRefusal) -> RenderedSend {
        let uses = opened.collection.login(for: path).map { self.uses(of: opened.other($0), scripts) } ?? []
        return try render(file, at: path, in: opened, captured, beside: uses, scripts: scripts, worker)
    }

    private func ready(
        _ rendered: RenderedSend, _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection,
        _ captured: CapturedValues
    ) throws(UsageError) -> Ready {
        if !sendsToProtected { try Consent.requireUnprotected(rendered.request, opened.collection, opened.environment) }
        var dependencies = dependencies
        dependencies.login = opened.collection.login(for: path).map(opened.other).map {
            login($0, for: file, at: path, in: opened, captured)
        }
        return Ready(
            rendered: rendered.request, checks: rendered.checks, origin: opened.origin(of: path),
            dependencies: dependencies,
            isKept: opened.collection.keepsHistory(of: path, in: opened.environment?.name),
            ignoredValues: (file.notes + opened.collection.notes(above: path, opened.environment))
                .filter(\.isAboutIgnoredValue).map(\.line))
    }

    /// - Parameter others: The uses that have to be agreed to as well.
    private func render(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, _ captured: CapturedValues,
        beside others: [OutsideUse] = [], scripts: ScriptDependencies?, _ worker: WorkerHandle = WorkerHandle()
    ) throws(SendRefusal) -> RenderedSend {
        let surroundings = opened.surroundings(of: path)
        var values = outside.withLock { $0 }
        let scripts = running(scripts, in: opened)
        var rendered = try preparation.rendered(in: surroundings, &values, beside: others, worker) {
            opened.rendered(
                file, at: path, sessionValues, $0, captured, preparation.defaults, scripts: scripts, after: $1)
        }
        rendered.request = limits.limited(rendered.request)
        outside.withLock { $0 = values }
        if rendered.request.isSendable { try preparation.noteOrigins(of: rendered.request, in: surroundings) }
        return rendered
    }

    /// Returns a request as it is now, so that a replay can take its secrets, whatever it may change: nothing of it is sent.
    ///
    /// - Throws: ``SendRefusal`` when somebody has to agree first, or what it needs cannot be had.
    func today(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, captured: CapturedValues
    ) throws -> RequestToday {
        let send = try preparation.withholding(
            try render(file, at: path, in: opened, captured, scripts: nil), in: opened.surroundings(of: path))
        let login = opened.collection.login(for: path).map {
            self.login(opened.other($0), for: file, at: path, in: opened, captured)
        }
        return RequestToday(send, cookies: dependencies.cookies, login: login) { more in
            var all = captured
            all.add(more)
            return opened.rendered(file, at: path, sessionValues, outside.withLock { $0 }, all, preparation.defaults)
        }
    }

    /// The files that requests may read.
    var files: RequestFiles { preparation.files }

    // MARK: - Other requests

    /// Returns what a request that logs in, or that scripts run, takes from outside: it has to be agreed to before anything is sent.
    private func uses(of other: OpenedCollection.Other, _ scripts: ScriptDependencies?) -> [OutsideUse] {
        guard let file = other.file else { return [] }
        let scripts = running(scripts, in: other.opened)
        return preparation.uses(in: other.opened.surroundings(of: other.path), outside.withLock { $0 }) { outside, _ in
            other.opened.rendered(
                file, at: other.path, sessionValues, outside, CapturedValues(), preparation.defaults, scripts: scripts)
        }
    }

    /// The means of scripts that run requests of a collection. These do not log in.
    private func running(_ scripts: ScriptDependencies?, in opened: OpenedCollection) -> ScriptDependencies? {
        guard var scripts else { return nil }
        scripts.runs = ScriptDependencies.Runs {
            uses(of: opened.other($0), $1)
        } run: { path, captured, scripts in
            let other = opened.other(path)
            let send = try await BlockingWork.run(endingScripts: { try rendered(other, captured, scripts, $0) })
            let record = await runner().run(
                send.request, checks: send.checks, origin: opened.origin(of: path), dependencies: dependencies)
            history?.keep(
                record, isWanted: opened.collection.keepsHistory(of: path, in: opened.environment?.name))
            return record
        }
        return scripts
    }

    private func login(
        _ login: OpenedCollection.Other, for file: RequestFile, at path: ItemPath, in opened: OpenedCollection,
        _ captured: CapturedValues
    ) -> LoginStrategy {
        let captures = login.file.map { login.opened.collection.capturedNames(of: $0.definition, at: login.path) }
        return LoginStrategy(path: login.path, captures: captures ?? []) {
            try await BlockingWork.run(endingScripts: { try rendered(login, captured, scripts, $0) })
        } renew: { news in
            try await BlockingWork.run(endingScripts: { worker in
                var captured = captured
                captured.add(news)
                return try refusing { () throws(SendRefusal) in
                    try render(file, at: path, in: opened, captured, scripts: scripts, worker)
                }
            })
        }
    }

    /// - Throws: ``LoginRefusal``.
    private func rendered(
        _ other: OpenedCollection.Other, _ captured: CapturedValues, _ scripts: ScriptDependencies?,
        _ worker: WorkerHandle
    ) throws -> RenderedSend {
        guard let file = other.file else { throw LoginRefusal("it cannot be read as a request") }
        let rendered = try refusing { () throws(SendRefusal) in
            try render(file, at: other.path, in: other.opened, captured, scripts: scripts, worker)
        }
        if let name = other.opened.environment?.name, !sendsToProtected,
            other.opened.collection.companion.protects(name, from: rendered.request.method)
        {
            throw LoginRefusal("\(name) is protected: --yes allows sending there")
        }
        return rendered
    }

    /// - Throws: ``LoginRefusal``.
    private func refusing(_ make: () throws(SendRefusal) -> RenderedSend) throws(LoginRefusal) -> RenderedSend {
        do {
            return try make()
        } catch {
            throw LoginRefusal(error)
        }
    }
}

extension OpenedCollection {
    /// A request beside the one that is sent, with the collection in which it has been read.
    fileprivate struct Other: Sendable {
        let path: ItemPath
        /// The request; nil if there is none that can be read.
        let file: RequestFile?
        let opened: OpenedCollection
    }

    fileprivate func other(_ path: ItemPath) -> Other {
        var opened = self
        // What only looks like the path is another request.
        let found = (try? opened.open(request: path.text)).flatMap { $0.path == path ? $0.file : nil }
        return Other(path: path, file: found, opened: opened)
    }

    fileprivate func surroundings(of path: ItemPath) -> SendPreparation.Surroundings {
        SendPreparation.Surroundings(collection: collection, environment: environment, path: path)
    }

    fileprivate func rendered(
        _ file: RequestFile, at path: ItemPath, _ sessionValues: [String: String], _ outside: OutsideValues,
        _ captured: CapturedValues, _ defaults: ClientDefaults, scripts: ScriptDependencies? = nil,
        after before: ScriptsBefore? = nil
    ) -> RenderedSend {
        let scopes = scopes(of: path, sessionValues: sessionValues, outside: outside, dynamic: .live).adding(captured)
        let checks = ResponseChecks(
            file.definition, at: path, in: collection, scopes: scopes, captured: captured,
            environment: environment?.name, scripts: scripts, after: before, queries: .own)
        let request = RequestRenderer.render(
            checks.definition, at: path, in: collection, scopes: checks.scopes, defaults: defaults)
        return (request, checks)
    }
}

// MARK: - Tokens

extension CommandLineSend {
    /// Renders the credentials of a request, with which a token is requested.
    ///
    /// - Throws: The errors of ``prepare(_:at:in:captured:)``.
    func credentials(
        of file: RequestFile, at path: ItemPath, in opened: OpenedCollection
    ) throws(UsageError) -> RenderedRequest {
        let surroundings = opened.surroundings(of: path)
        var values = outside.withLock { $0 }
        do throws(SendRefusal) {
            let rendered = try preparation.rendered(in: surroundings, &values) { outside, _ in
                let scopes = opened.scopes(of: path, sessionValues: sessionValues, outside: outside, dynamic: .live)
                let checks = ResponseChecks(RequestDefinition(), at: path, in: opened.collection, scopes: scopes)
                let request = RequestRenderer.credentials(
                    of: file.definition, at: path, in: opened.collection, scopes: scopes,
                    defaults: preparation.defaults)
                return (request, checks)
            }.request
            outside.withLock { $0 = values }
            if rendered.isSendable { try preparation.noteOrigins(of: rendered, in: surroundings) }
            return limits.limited(rendered)
        } catch {
            throw Consent.error(error)
        }
    }
}

extension Consent {
    fileprivate static func error(_ refusal: SendRefusal) -> UsageError {
        switch refusal {
        case .unagreed(let uses): .unagreed(uses)
        case .failed(let reason): UsageError("not sent", advice: reason, status: .notBuilt)
        case .scriptsCannotRun(let reason):
            UsageError("not sent", advice: "\(reason); --no-scripts sends without them", status: .notBuilt)
        case .scriptFailed(let reason, let fault):
            UsageError("not sent", advice: reason, status: .notBuilt, list: fault.code?.lines ?? [])
        case .missing, .unfilled, .cancelled: UsageError("not sent", advice: "send it again", status: .notBuilt)
        }
    }

    fileprivate static func requireUnprotected(
        _ rendered: RenderedRequest, _ collection: OpenCollection.Collection, _ environment: EnvironmentDefinition?
    ) throws(UsageError) {
        guard let name = environment?.name, rendered.isSendable,
            collection.companion.protects(name, from: rendered.method)
        else { return }
        throw .protected(name, rendered, problem: collection.companion.problem)
    }
}

extension RecordedExchange.Origin {
    /// - Parameter opened: The collection and environment that scripts send from; no request of it.
    fileprivate init(_ opened: OpenedCollection) {
        self.init(collection: opened.location.root.path, environment: opened.environment?.name, wasDraft: true)
    }
}

extension RecordedExchange {
    /// - Parameter definition: The request that is not sent, as its file has it.
    fileprivate init(unsent definition: RequestDefinition, _ origin: Origin, _ fault: ScriptFault) {
        let request = Exchange.SentRequest(
            method: HTTPMethod(rawValue: definition.method), url: definition.url, headers: HeaderFields())
        let now = Date()
        self.init(id: UUID(), exchange: Exchange(request: request, startedAt: now), origin: origin, sentAt: now)
        facts.failure = RecordedFailure(stage: .script, message: "not sent: a script before the request failed")
        (facts.captures, facts.assertions, facts.console) = (fault.captures, fault.tests, fault.console)
        flow = fault.flow
    }
}

extension OpenedCollection {
    func origin(of path: ItemPath) -> RecordedExchange.Origin {
        RecordedExchange.Origin(
            collection: location.root.path, requestPath: path.text, environment: environment?.name, wasDraft: false)
    }
}
