import CollectionFiles
import CollectionRunner
import Exchanges
import Explorer
import Foundation
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
    private let scripts: ScriptMeans?
    /// What is fetched for one of its requests serves the other.
    private let outside: Locked<OutsideValues>

    init(
        _ order: SendOrder, _ preparation: SendPreparation, _ origin: RecordedExchange.Origin,
        _ processEnvironment: [String: String], scripts: ScriptMeans?,
        _ progress: @escaping @Sendable (SendProgress) -> Void
    ) {
        self.order = order
        self.preparation = preparation
        collectionRoot = origin.collection ?? ""
        self.processEnvironment = processEnvironment
        self.scripts = order.runsScripts ? scripts : nil
        self.progress = progress
        outside = Locked(order.outside)
    }

    /// As it goes out, with what it takes from outside; that is reported.
    ///
    /// - Throws: ``SendRefusal``.
    func rendered() throws -> RenderedSend {
        if let words = order.collection.absence(ofEnvironment: order.environmentName) {
            throw SendRefusal.failed("\(words).")
        }
        try preparation.agree(to: order.agreed)
        var rendered = try made(order, beside: loginUses)
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

    /// The same for a replay, which takes its secrets: nothing of it is sent.
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

    /// - Parameter others: what has to be agreed to with the same question.
    private func made(_ order: SendOrder, beside others: [OutsideUse] = []) throws -> RenderedSend {
        var values = outside.withLock { $0 }
        let rendered = try preparation.rendered(in: order.surroundings, &values, beside: others) {
            order.rendered($0, collectionRoot, processEnvironment, scripts, after: $1)
        }
        if outside.withLock({ $0 != values }) {
            outside.withLock { $0 = values }
            progress(.supplied(OutsideSupply(values, secrets: rendered.request.secretValues.map(\.value))))
        }
        return rendered
    }

    /// Credentials that a redirect left behind, for a person to agree that they go along; nil: none that ever may.
    func leftBehind(_ rendered: RenderedRequest, _ record: RecordedExchange) -> SendProgress? {
        let names = rendered.headers.filter(\.isSecret).map(\.name)
        guard let left = FieldsLeftBehind(names, in: record.exchange) else { return nil }
        let uses = rendered.credentialsForwarded(left.names, to: left.url, in: order.environmentName)
        return uses.isEmpty ? nil : .leftBehind(uses, isWanted: left.isWanted)
    }

    // MARK: - Logging in

    var loginKey: LoginKey {
        LoginKey(
            collection: collectionRoot, environment: order.environmentName, path: order.login?.path ?? order.path)
    }

    /// What the request that logs in takes from outside: asked about before anything is sent.
    private var loginUses: [OutsideUse] {
        guard let login = try? loginOrder() else { return [] }
        return preparation.uses(in: login.surroundings, outside.withLock { $0 }) {
            login.rendered($0, collectionRoot, processEnvironment, scripts, after: $1)
        }
    }

    /// - Parameter known: how often it was logged in before the request was rendered.
    func login(known: Int) -> LoginMeans? {
        guard let login = order.login else { return nil }
        return LoginMeans(path: login.path, known: known, captures: capturesOfLogin) {
            let login = try await refusing { try self.renderedLogin() }
            LoggedSend.current?.note(login.request)
            return login
        } renew: { captured in
            let renewed = try await refusing { try self.renewed(captured) }
            note(renewed.request)
            return renewed
        }
    }

    /// It is about to be sent: what is told of it hides its secrets.
    func note(_ request: RenderedRequest) {
        LoggedSend.current?.note(request)
        let values = request.secretValues.map(\.value)
        progress(.made(request.secretPlaces, values: values))
    }

    /// Names of the variables that it captures.
    private var capturesOfLogin: Set<String> {
        (try? loginOrder())?.content.definition.capturedNames ?? []
    }

    private func renderedLogin() throws -> RenderedSend {
        let login = try loginOrder()
        let rendered = try made(login)
        if let name = order.environmentName, order.login?.isLetPass == false,
            order.collection.companion.protects(name, from: rendered.request.method)
        {
            throw LoginRefusal("\(name) is protected, and nobody has agreed to it: send \(login.path) by itself")
        }
        if rendered.request.isSendable {
            try preparation.noteOrigins(of: rendered.request, in: login.surroundings)
        }
        return rendered
    }

    private func renewed(_ captured: CapturedValues) throws -> RenderedSend {
        var order = order
        order.captured.add(captured)
        var rendered = try made(order)
        if order.sendsMissingNames { rendered.request.missing = [] }
        if rendered.request.isSendable {
            try preparation.noteOrigins(of: rendered.request, in: order.surroundings)
        }
        return rendered
    }

    /// - Throws: ``LoginRefusal`` when it is no request that can be read.
    private func loginOrder() throws -> SendOrder {
        guard let login = order.login else { throw LoginRefusal("there is none") }
        var other = order
        (other.path, other.login, other.agreed, other.sendsMissingNames) = (login.path, nil, [], false)
        let root = URL(fileURLWithPath: collectionRoot)
        guard let content = login.content ?? order.collection.content(at: login.path, root) else {
            throw LoginRefusal("it is no request that can be read")
        }
        other.content = content
        return other
    }
}

/// - Throws: ``LoginRefusal`` for whatever stands against it; `CancellationError`.
private func refusing(_ make: @escaping @Sendable () throws -> RenderedSend) async throws -> RenderedSend {
    do {
        return try await OwnThread.run(make)
    } catch let refusal as SendRefusal {
        throw LoginRefusal(refusal)
    }
}

extension LoginRefusal {
    init(_ refusal: SendRefusal) {
        switch refusal {
        case .unagreed(let uses):
            self.init("nobody has agreed to this yet: \(uses.map(\.text).joined(separator: ", "))")
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _): self.init(reason)
        case .missing, .unfilled: self.init("a name in it has no value")
        case .cancelled: self.init("it was cancelled")
        }
    }
}

extension OpenCollection.Collection {
    /// Of a request, perhaps one that nobody has opened yet.
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

    /// Whether a method may be sent to the environment: a person was asked about the request's own.
    func maySend(_ method: String) -> Bool {
        guard let environmentName else { return true }
        let companion = collection.companion
        return !companion.protects(environmentName, from: method)
            || companion.protects(environmentName, from: content.definition.method)
    }

    /// With dynamic values, made now.
    fileprivate func rendered(
        _ outside: OutsideValues, _ collectionRoot: String, _ processEnvironment: [String: String],
        _ scripts: ScriptMeans? = nil, after before: ScriptsBefore? = nil
    ) -> RenderedSend {
        let collection = collectionWithPolicies
        let scopes = scopes(outside, collectionRoot, processEnvironment)
        let checks = AnswerChecks(
            content.definition, at: path, in: collection, scopes: scopes, captured: captured,
            environment: environmentName, scripts: scripts, after: before)
        let rendered = RequestRenderer.render(
            checks.definition, at: path, in: collection, scopes: checks.scopes, defaults: .microscope)
        return (rendered, checks)
    }

    var collectionWithPolicies: OpenCollection.Collection {
        var collection = collection
        collection.companion.requests[path] = content.policies
        return collection
    }

    /// The variables in sight, with what is known from outside.
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
