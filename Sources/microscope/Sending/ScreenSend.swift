import CollectionFiles
import CollectionRunner
import Exchanges
import Explorer
import FilterWorker
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// A request of the screen on its way out: rendered with what it takes from outside, and again when it has logged in.
struct ScreenSend: Sendable {
    private let order: SendOrder
    private let preparation: SendPreparation
    private let collectionRoot: String
    private let processEnvironment: [String: String]
    private let progress: @Sendable (SendProgress) -> Void
    /// The means of scripts; nil: none are run.
    private let scripts: ScriptDependencies?
    /// Sends a request that scripts run.
    private let run: (@Sendable (RenderedSend, SendOrder) async -> RecordedExchange)?
    /// The values from outside, fetched once for all of its requests.
    private let outside: Locked<OutsideValues>

    init(
        _ order: SendOrder, _ preparation: SendPreparation, _ origin: RecordedExchange.Origin,
        _ processEnvironment: [String: String], scripts: ScriptDependencies?,
        run: (@Sendable (RenderedSend, SendOrder) async -> RecordedExchange)? = nil,
        _ progress: @escaping @Sendable (SendProgress) -> Void
    ) {
        self.order = order
        self.preparation = preparation
        collectionRoot = origin.collection ?? ""
        self.processEnvironment = processEnvironment
        self.scripts = order.runsScripts ? scripts : nil
        self.run = run
        self.progress = progress
        outside = Locked(order.outside)
    }

    /// Renders the request as it goes out. What it takes from outside is reported.
    ///
    /// - Parameter worker: Ends scripts before the request from another thread.
    /// - Throws: ``SendRefusal``.
    func rendered(_ worker: WorkerHandle = WorkerHandle()) throws -> RenderedSend {
        if let words = order.collection.absence(ofEnvironment: order.environmentName) {
            throw SendRefusal.failed("\(words).")
        }
        try preparation.agree(to: order.agreed)
        var rendered = try made(order, beside: loginUses, scripts: scripts, worker)
        guard order.maySend(rendered.request.method) else {
            throw SendRefusal.failed(
                "\(order.environmentName ?? "") is protected, and a script makes this a \(rendered.request.method): "
                    + "choose the method in the request.")
        }
        if order.sendsMissingNames {
            rendered.request.missing = []
        } else if !rendered.request.missing.isEmpty {
            // What logging in captures is got by logging in; all else is asked for.
            let captures = capturesOfLogin
            guard rendered.request.missing.allSatisfy({ captures.contains($0.name) }) else { throw SendRefusal.missing }
        }
        if rendered.request.missing.isEmpty {
            try preparation.noteOrigins(of: rendered.request, in: order.surroundings)
        }
        return rendered
    }

    /// Returns the request for a replay, which takes its secrets: nothing of it is sent.
    ///
    /// - Throws: ``SendRefusal``.
    func today(cookies: CookieJar.Use) throws -> RequestToday {
        let send = try preparation.withholding(try rendered(), in: order.surroundings)
        return RequestToday(send, cookies: cookies, login: login(known: 0)) { more in
            var other = order
            other.captured.add(more)
            return other.rendered(outside.withLock { $0 }, collectionRoot, processEnvironment)
        }
    }

    /// - Parameter others: The uses that have to be agreed to with the same question.
    private func made(
        _ order: SendOrder, beside others: [OutsideUse] = [], scripts: ScriptDependencies?, _ worker: WorkerHandle
    ) throws -> RenderedSend {
        var values = outside.withLock { $0 }
        let scripts = running(scripts)
        let rendered = try preparation.rendered(in: order.surroundings, &values, beside: others, worker) {
            order.rendered($0, collectionRoot, processEnvironment, scripts, after: $1)
        }
        if outside.withLock({ $0 != values }) {
            outside.withLock { $0 = values }
            progress(.supplied(OutsideSupply(values, secrets: rendered.request.secrets.values)))
        }
        return rendered
    }

    /// Returns the credentials that were dropped on a redirect, for the user to agree to send them; nil if there are none that may be sent.
    func strippedCredentials(_ rendered: RenderedRequest, _ record: RecordedExchange) -> SendProgress? {
        let names = rendered.headers.filter(\.isSecret).map(\.name)
        guard let left = StrippedCredentials(names, in: record.exchange) else { return nil }
        let uses = rendered.credentialsForwarded(left.names, to: left.url, in: order.environmentName)
        return uses.isEmpty ? nil : .strippedCredentials(uses, isWanted: left.isWanted)
    }

    // MARK: - Other requests

    /// Returns what a request that logs in, or that scripts run, takes from outside: the user is asked before anything is sent.
    private func uses(of other: SendOrder, _ scripts: ScriptDependencies?) -> [OutsideUse] {
        let scripts = running(scripts)
        return preparation.uses(in: other.surroundings, outside.withLock { $0 }) {
            other.rendered($0, collectionRoot, processEnvironment, scripts, after: $1)
        }
    }

    /// The means of scripts that run requests of the collection. These do not log in.
    private func running(_ scripts: ScriptDependencies?) -> ScriptDependencies? {
        guard var scripts, let run else { return scripts }
        scripts.runs = ScriptDependencies.Runs {
            (try? other($0)).map { [scripts = $1] in uses(of: $0, scripts) } ?? []
        } run: { path, captured, scripts in
            var other = try other(path)
            other.captured = captured
            let send = try await refusing { [other] in try rendered(other, scripts, $0) }
            note(send.request)
            return await run(send, other)
        }
        return scripts
    }

    /// - Throws: ``LoginRefusal``.
    private func rendered(
        _ other: SendOrder, _ scripts: ScriptDependencies, _ worker: WorkerHandle
    ) throws -> RenderedSend {
        let rendered = try made(other, scripts: scripts, worker)
        guard order.maySend(rendered.request.method) else {
            throw LoginRefusal("\(order.environmentName ?? "") is protected, and sending there was not allowed")
        }
        if rendered.request.isSendable { try preparation.noteOrigins(of: rendered.request, in: other.surroundings) }
        return rendered
    }

    /// - Throws: ``LoginRefusal`` when it cannot be read as a request.
    private func other(_ path: ItemPath, _ content: DraftContent? = nil) throws -> SendOrder {
        var other = order
        (other.path, other.login, other.agreed, other.sendsMissingNames) = (path, nil, [], false)
        other.isDraft = content != nil
        guard let content = content ?? order.collection.content(at: path, URL(fileURLWithPath: collectionRoot)) else {
            throw LoginRefusal("it cannot be read as a request")
        }
        other.content = content
        return other
    }

    // MARK: - Logging in

    var loginKey: LoginKey {
        LoginKey(
            collection: collectionRoot, environment: order.environmentName, path: order.login?.path ?? order.path)
    }

    /// The uses of outside things by the request that logs in: the user is asked before anything is sent.
    private var loginUses: [OutsideUse] {
        (try? loginOrder()).map { uses(of: $0, scripts) } ?? []
    }

    /// - Parameter known: The number of logins before the request was rendered.
    func login(known: Int) -> LoginStrategy? {
        guard let login = order.login else { return nil }
        return LoginStrategy(path: login.path, known: known, captures: capturesOfLogin) {
            let login = try await refusing { try self.renderedLogin($0) }
            LoggedSend.current?.note(login.request.sentSecrets)
            return login
        } renew: { captured in
            let renewed = try await refusing { try self.renewed(captured, $0) }
            note(renewed.request)
            return renewed
        }
    }

    /// Notes a request that is about to be sent, so that its secrets are hidden in reports.
    func note(_ request: RenderedRequest) {
        let secrets = request.sentSecrets
        LoggedSend.current?.note(secrets)
        progress(.made(secrets))
    }

    /// The names of the variables that the login captures.
    private var capturesOfLogin: Set<String> {
        (try? loginOrder())?.content.capturedNames ?? []
    }

    private func renderedLogin(_ worker: WorkerHandle) throws -> RenderedSend {
        let login = try loginOrder()
        let rendered = try made(login, scripts: scripts, worker)
        if let name = order.environmentName, order.login?.isApproved == false,
            order.collection.companion.protects(name, from: rendered.request.method)
        {
            throw LoginRefusal("\(name) is protected, and this was not allowed: send \(login.path) separately")
        }
        if rendered.request.isSendable {
            try preparation.noteOrigins(of: rendered.request, in: login.surroundings)
        }
        return rendered
    }

    private func renewed(_ captured: CapturedValues, _ worker: WorkerHandle) throws -> RenderedSend {
        var order = order
        order.captured.add(captured)
        var rendered = try made(order, scripts: scripts, worker)
        if order.sendsMissingNames { rendered.request.missing = [] }
        if rendered.request.isSendable {
            try preparation.noteOrigins(of: rendered.request, in: order.surroundings)
        }
        return rendered
    }

    /// - Throws: ``LoginRefusal`` when it cannot be read as a request.
    private func loginOrder() throws -> SendOrder {
        guard let login = order.login else { throw LoginRefusal("there is none") }
        return try other(login.path, login.content)
    }
}

/// - Throws: ``LoginRefusal`` for anything that prevents the login; `CancellationError`.
private func refusing(
    _ make: @escaping @Sendable (WorkerHandle) throws -> RenderedSend
) async throws -> RenderedSend {
    do {
        return try await BlockingWork.run(endingScripts: make)
    } catch let refusal as SendRefusal {
        throw LoginRefusal(refusal)
    }
}

extension LoginRefusal {
    init(_ refusal: SendRefusal) {
        switch refusal {
        case .unagreed(let uses):
            self.init("not allowed yet: \(uses.map(\.text).joined(separator: ", "))")
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _): self.init(reason)
        case .missing, .unfilled: self.init("a variable in it is missing")
        case .cancelled: self.init("it was cancelled")
        }
    }
}

extension OpenCollection.Collection {
    /// Returns the content of a request, perhaps one that nobody has opened yet; nil if there is none.
    func content(at path: ItemPath, _ root: URL) -> DraftContent? {
        var collection = self
        if collection.request(at: path) == nil {
            collection.replace(with: CollectionLoader(root: root).item(at: path))
        }
        return collection.request(at: path).map {
            DraftContent(definition: $0.definition, policies: companion.requests[path] ?? RequestPolicies())
        }
    }
}

extension SendOrder {
    var surroundings: SendPreparation.Surroundings {
        SendPreparation.Surroundings(collection: collection, environment: environment, path: path)
    }

    private var environment: EnvironmentDefinition? {
        environmentName.flatMap { name in collection.environments.first { $0.name == name } }
    }

    /// Whether a method may be sent to the environment; the user was asked about the request's own method.
    func maySend(_ method: String) -> Bool {
        guard let environmentName else { return true }
        let companion = collection.companion
        return !companion.protects(environmentName, from: method)
            || companion.protects(environmentName, from: content.definition.method)
    }

    /// Renders the request, with dynamic values made now.
    fileprivate func rendered(
        _ outside: OutsideValues, _ collectionRoot: String, _ processEnvironment: [String: String],
        _ scripts: ScriptDependencies? = nil, after before: ScriptsBefore? = nil
    ) -> RenderedSend {
        let collection = collectionWithPolicies
        let scopes = scopes(outside, collectionRoot, processEnvironment)
        let checks = ResponseChecks(
            content.definition, at: path, in: collection, scopes: scopes, captured: captured,
            environment: environmentName, scripts: scripts, after: before, queries: .own)
        let rendered = RequestRenderer.render(
            checks.definition, at: path, in: collection, scopes: checks.scopes,
            defaults: .microscope(processEnvironment))
        return (rendered, checks)
    }

    var collectionWithPolicies: OpenCollection.Collection {
        var collection = collection
        collection.companion.requests[path] = content.policies
        return collection
    }

    /// Returns the variables in scope, with what is known from outside.
    func scopes(
        _ outside: OutsideValues, _ collectionRoot: String, _ processEnvironment: [String: String]
    ) -> VariableScopes {
        VariableScopes(
            collection: collectionWithPolicies, environment: environment, global: outside.globalEnvironment,
            itemPath: path, request: content.definition,
            session: sessionValues.mapValues { .string($0) }, sessionSecrets: sessionSecrets,
            environmentFiles: outside.environmentFiles(of: environmentName, in: collection),
            secrets: { [collection] in outside.secret($0, of: environmentName, in: collection) },
            secretSource: { [collection] in outside.secretSource($0, of: environmentName, in: collection) },
            processEnvironment: outside.processEnvironment, dynamic: .live
        ).addingTokens(
            tokens, collection: collectionRoot, environmentName: environmentName, environment: processEnvironment
        ).adding(captured)
    }
}
