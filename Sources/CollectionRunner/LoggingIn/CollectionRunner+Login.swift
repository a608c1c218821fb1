import Exchanges
import MicroClient
import OpenCollection
import Secrets

/// The events while a send logs in.
public enum LoginStep: Sendable {
    /// The login request is sent, or the login of another send is waited for.
    case began(ItemPath)
    /// The login has ended: the request that was sent, or why none was.
    case ended(AuxiliaryExchange)
}

extension CollectionRunner {
    /// Logs in, alone or with others.
    ///
    /// - Returns: The request to send again; nil if logging in did not help, which the record explains.
    func loggedIn(
        _ login: LoginStrategy, _ dependencies: SendDependencies, into record: inout RecordedExchange,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> RenderedSend? {
        observer(.login(.began(login.path)))
        let origin = record.origin
        let (result, isOwn) = try await logins.result(
            for: LoginKey(login.path, origin), after: login.known ?? 0
        ) {
            try await self.result(of: login, dependencies, origin)
        }
        record.secrets.insert(issued: result.secrets.values)
        for auxiliary in isOwn ? result.auxiliaryExchanges : [result.reported].compactMap(\.self) {
            observer(.login(.ended(record.add(auxiliary))))
        }
        guard result.isLoggedIn, let auxiliary = result.auxiliaryExchanges.last else { return nil }
        return try await renewed(login, CapturedValues(auxiliary), into: &record, observer)
    }

    /// Returns a request that lacks a value which logging in captures, rendered again after the login; nil if it lacks none, or the login did not
    /// help.
    ///
    /// It does not log in once more after a response 401: its values are new then.
    func loggedInFirst(
        _ rendered: RenderedRequest, _ dependencies: inout SendDependencies, into record: inout RecordedExchange,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> RenderedSend? {
        guard var login = dependencies.login, rendered.missing.contains(where: { login.captures.contains($0.name) })
        else {
            return nil
        }
        if login.known == nil { login.known = 0 }
        dependencies.login = nil
        guard let again = try await loggedIn(login, dependencies, into: &record, observer) else { return nil }
        record.captures = again.checks.capturesBefore
        return again
    }

    /// - Throws: `CancellationError`.
    private func renewed(
        _ login: LoginStrategy, _ captured: CapturedValues, into record: inout RecordedExchange,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> RenderedSend? {
        let reason: String
        do {
            let again = try await login.renew(captured)
            record.secrets.insert(issued: again.request.secrets.values)
            guard let failure = again.request.buildFailure else { return again }
            reason = failure.message
        } catch {
            if error is CancellationError { throw error }
            reason = "\(error)"
        }
        let problem = AuxiliaryExchange(
            .login(path: login.path.text), summary: "not sent again after logging in: \(reason)", isDone: false,
            exchange: nil)
        observer(.login(.ended(record.add(problem))))
        return nil
    }

    /// Sends the request that logs in, which itself never does.
    ///
    /// - Throws: `CancellationError`.
    private func result(
        of login: LoginStrategy, _ dependencies: SendDependencies, _ origin: RecordedExchange.Origin
    ) async throws -> LoginResult {
        let rendered: RenderedSend
        do {
            rendered = try await login.login()
        } catch {
            if error is CancellationError { throw error }
            return LoginResult(
                auxiliaryExchanges: [Self.auxiliary(login.path, "\(error)", nil, SecretSet())], secrets: SecretSet())
        }
        var (dependencies, origin) = (dependencies, origin)
        dependencies.login = nil
        (origin.requestPath, origin.wasDraft) = (login.path.text, false)
        let record = await run(rendered.request, checks: rendered.checks, origin: origin, dependencies: dependencies)
        if record.failure?.stage == .cancelled { throw CancellationError() }
        var secrets = record.secrets
        secrets.insert(issued: CapturedValues(record.captures).secretTexts)
        return LoginResult(
            auxiliaryExchanges: record.auxiliaryExchanges + [
                Self.auxiliary(login.path, record.loginProblem, record, secrets)
            ], secrets: secrets)
    }

    private static func auxiliary(
        _ path: ItemPath, _ problem: String?, _ record: RecordedExchange?, _ secrets: SecretSet
    ) -> AuxiliaryExchange {
        let summary = problem.map { "not logged in: \(path): \($0)" } ?? "logged in with \(path)"
        let exchange = record?.exchange.attempts.isEmpty == false ? record?.exchange : nil
        var auxiliary = AuxiliaryExchange(
            .login(path: path.text), summary: summary, isDone: problem == nil, exchange: exchange, secrets: secrets)
        if problem == nil { auxiliary.captures = record?.captures ?? [] }
        return auxiliary
    }
}

extension LoginKey {
    init(_ path: ItemPath, _ origin: RecordedExchange.Origin) {
        self.init(collection: origin.collection, environment: origin.environment, path: path)
    }
}

extension RecordedExchange {
    /// - Returns: The helper request with its position among the attempts.
    @discardableResult
    mutating func add(_ auxiliary: AuxiliaryExchange) -> AuxiliaryExchange {
        var auxiliary = auxiliary
        auxiliary.attemptsBefore = facts.exchange.attempts.count
        facts.auxiliaryExchanges.append(auxiliary)
        return auxiliary
    }

    /// The reason why the login failed; nil if it did not.
    fileprivate var loginProblem: String? {
        if let failure = facts.failure { return failure.message }
        guard let head = facts.head, !(200..<300).contains(head.status) else { return nil }
        return "the response was \(head.status)\(head.reason.isEmpty ? "" : " \(head.reason)")"
    }
}

extension CapturedValues {
    /// The secret values, as they would be written in a request.
    fileprivate var secretTexts: [String] {
        ScriptScope.allCases.map { self[$0] }.flatMap { values in
            values.secretNames.compactMap { name in
                guard let value = values.values[name] else { return nil }
                if case .string(let text) = value { return text }
                return value.jsonText
            }
        }
    }
}
