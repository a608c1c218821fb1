import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// A send from its first attempt to the final response: a request that gets 401 is sent again with other credentials, if there are any.
struct SendUnderWay {
    /// The request that was sent in the end; nil if it is the given one.
    private(set) var renewed: RenderedSend?
    private let runner: CollectionRunner
    private var dependencies: SendDependencies
    private let observer: @Sendable (CollectionRunner.RunEvent) -> Void
    private var request: RenderedRequest
    /// The token of this attempt, if it was kept before and not requested for it.
    private var keptToken: OAuth2Token?
    private var unauthorized = UnauthorizedMachine(canReplaceToken: false, canLogIn: false)
    /// The reason why the request is sent again.
    private var reason = ""
    /// A response 401 that is the result if nothing better comes.
    private var held: (head: ResponseHead, body: BodyStore)?

    init(
        _ runner: CollectionRunner, _ request: RenderedRequest, _ dependencies: SendDependencies,
        _ observer: @escaping @Sendable (CollectionRunner.RunEvent) -> Void
    ) {
        self.runner = runner
        self.request = request
        self.dependencies = dependencies
        self.observer = observer
    }

    /// - Throws: The reason why the request cannot be built or has no token, or `CancellationError`.
    mutating func run(into record: inout RecordedExchange) async throws {
        if let login = dependencies.login, login.known == nil {
            let known = await runner.logins.count(for: LoginKey(login.path, record.origin))
            dependencies.login?.known = known
        }
        var ready = try await carryingToken(into: &record)
        unauthorized = UnauthorizedMachine(
            canReplaceToken: keptToken.map(request.canReplace) ?? false, canLogIn: dependencies.login != nil)
        var action = UnauthorizedMachine.Action.sendAgain
        while action != .deliver {
            switch action {
            case .sendAgain: action = unauthorized.received(await attempt(try plan(ready), into: &record))
            case .replaceToken:
                reason = "new token after 401"
                let isReplaced = try await carryToken(rejected: keptToken, on: &ready, into: &record)
                action = isReplaced ? unauthorized.gotCredentials() : unauthorized.gotNone()
            case .logIn:
                reason = "logged in after 401"
                var isLoggedIn = try await logIn(into: &record)
                if isLoggedIn { isLoggedIn = try await carryToken(on: &ready, into: &record) }
                action = isLoggedIn ? unauthorized.gotCredentials() : unauthorized.gotNone()
            case .deliver: break
            }
        }
        if let held { report(held, into: &record) }
    }

    private func plan(_ rendered: RenderedRequest) throws -> SendPlan {
        try SendPlan(
            rendered, files: dependencies.files, cookies: dependencies.cookies,
            forwardedFields: dependencies.forwardedFields,
            sources: runner.credentialSources,
            now: runner.client.configuration.clock.now)
    }

    private mutating func carryingToken(
        rejected: OAuth2Token? = nil, into record: inout RecordedExchange
    ) async throws -> RenderedRequest {
        let carrying = try await runner.carryingToken(
            request, into: &record, rejected: rejected, dependencies.files, dependencies.authorizationUI, observer)
        keptToken = carrying.kept
        return carrying.request
    }

    /// - Returns: Whether there is a token; if not, the record says why.
    private mutating func carryToken(
        rejected: OAuth2Token? = nil, on ready: inout RenderedRequest, into record: inout RecordedExchange
    ) async throws -> Bool {
        do {
            ready = try await carryingToken(rejected: rejected, into: &record)
            return true
        } catch {
            if error is CancellationError { throw error }
            return false
        }
    }

    private mutating func logIn(into record: inout RecordedExchange) async throws -> Bool {
        guard let login = dependencies.login,
            let again = try await runner.loggedIn(login, dependencies, into: &record, observer)
        else { return false }
        (renewed, request) = (again, again.request)
        record.captures = again.checks.capturesBefore
        return true
    }

    // MARK: - One time

    /// - Returns: The status of the response; nil if it is not whole.
    private mutating func attempt(_ plan: SendPlan, into record: inout RecordedExchange) async -> Int? {
        held = nil
        if record.unreadBody == nil { record.unreadBody = plan.request.body.madeWhenSent }
        let earlier = record.exchange.attempts.isEmpty ? nil : record.exchange
        // What the last event carried: the only way to the exchange after a cancellation.
        let last = Locked<Exchange?>(nil)
        var (status, exchange) = (nil as Int?, nil as Exchange?)
        do {
            let response = try await runner.client.send(
                plan.request, options: plan.options, observer: seeing(last, earlier))
            try await take(response, into: &record)
            (status, exchange) = (response.status, response.exchange())
        } catch {
            held = nil
            record.failure = RecordedFailure(error)
            exchange = error.exchange ?? last.withLock { $0 }
        }
        if let exchange { record.exchange = earlier.map { exchange.following($0, because: reason) } ?? exchange }
        return status
    }

    /// Reads a response; one that may not be the last is reported only when that is known.
    private mutating func take(_ response: WireResponse, into record: inout RecordedExchange) async throws {
        let store = BodyStore(directory: runner.spillDirectory)
        defer { store.finish() }
        if response.status == 401, unauthorized.mayAct {
            held = (response.head, store)
        } else {
            report((response.head, store), into: &record)
        }
        let clock = runner.client.configuration.clock
        for try await chunk in response.body { try store.append(chunk, at: clock.now()) }
    }

    private func report(_ response: (head: ResponseHead, body: BodyStore), into record: inout RecordedExchange) {
        record.head = response.head
        record.responseBody = response.body
        observer(.receiving(response.head, response.body))
    }

    /// Attempts are counted on from those that went before.
    private func seeing(_ last: Locked<Exchange?>, _ earlier: Exchange?) -> Exchange.Observer {
        let (observer, count) = (observer, earlier?.attempts.count ?? 0)
        let gap = earlier.map { runner.client.configuration.clock.now().timeIntervalSince($0.startedAt) } ?? 0
        return { event in
            if case .finished(let exchange) = event { last.withLock { $0 = exchange } }
            observer(.exchange(event.shifted(by: .seconds(gap), number: count)))
        }
    }
}

extension BodySource {
    /// Itself when it can be read again and its bytes are not at hand.
    fileprivate var madeWhenSent: BodySource? {
        switch self {
        case .none, .bytes: nil
        case .file, .stream: isReplayable ? self : nil
        }
    }
}

extension Exchange.Event {
    fileprivate func shifted(by gap: Duration, number count: Int) -> Exchange.Event {
        switch self {
        case .attemptStarted(let number, let request): .attemptStarted(number: number + count, request)
        case .attemptFinished(let attempt): .attemptFinished(attempt.shifted(by: gap, number: count))
        case .retrying(let retry, let next): .retrying(retry, next: next + count)
        default: self
        }
    }
}
