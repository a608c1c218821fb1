import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import Interchange
import MicroClient
import MicroClientCurl
import OpenCollection

/// `microscope token`: which tokens of OAuth 2 are kept, a line each on standard output; gets one, forgets them.
struct TokenCommand {
    private let arguments: TokenArguments
    private let environment: [String: String]
    private let keeper: TokenKeeper

    init(_ arguments: TokenArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        keeper = TokenKeeper(environment: environment)
    }

    func run() throws -> Int32 {
        if let request = arguments.request { return try run(for: request).rawValue }
        let location = try CollectionLocation.meant(by: arguments.settings.collection)
        let store = TokenStore(directories: MicroscopeDirectories(environment: environment))
        if arguments.forgets { return try forgetAll(of: location, store).rawValue }
        let kept = try store.tokens(collection: location.root.path).filter { kept in
            arguments.settings.environmentName.map { $0 == kept.key.environment } ?? true
        }
        try show(kept.map { TokenReport.Entry($0.key, $0.token) })
        if kept.isEmpty { StandardStreams.note("no tokens are stored") }
        return ExitStatus.success.rawValue
    }

    private func forgetAll(of location: CollectionLocation, _ store: TokenStore) throws -> ExitStatus {
        if let name = arguments.settings.environmentName {
            for kept in try store.tokens(collection: location.root.path, environment: name) {
                try store.set(nil, for: kept.key)
            }
        } else {
            try store.forget(collection: location.root.path)
        }
        StandardStreams.note("the tokens are deleted")
        return .success
    }

    // MARK: - Of one request

    private func run(for request: String) throws -> ExitStatus {
        var opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        let (path, file) = try opened.open(request: request)
        let rendered = try credentials(of: file, at: path, in: opened)
        guard case .oauth2(let settings)? = rendered.credential else {
            throw UsageError("the credentials of \(path) are not OAuth 2", advice: "there is no token to show")
        }
        if let reason = BuildFailure.text(of: rendered, environment: opened.environment) {
            throw UsageError(
                "no token can be shown", advice: SecretMask(rendered.placedSecrets).text(reason), status: .notBuilt)
        }
        let origin = opened.origin(of: path)
        let key = TokenKey(settings, collection: origin.collection, environment: origin.environment)
        if arguments.forgets {
            try keeper.forget(key)
            StandardStreams.note("the token is deleted")
            return .success
        }
        if arguments.fetches, let status = fetch(rendered, origin, try sending(opened).files) { return status }
        return try show(key, try Waiting.result { [keeper] in await keeper.token(for: key) }, settings.source)
    }

    /// Returns the credentials of a request. Fetching a token may ask a program for a secret; reporting one asks nobody.
    private func credentials(
        of file: RequestFile, at path: ItemPath, in opened: OpenedCollection
    ) throws -> RenderedRequest {
        guard arguments.fetches else {
            let scopes = try opened.scopes(of: path, sessionValues: arguments.settings.sessionValues)
            var rendered = RequestRenderer.credentials(
                of: file.definition, at: path, in: opened.collection, scopes: scopes)
            // Keys are made of no secrets.
            rendered.missing.removeAll { $0.reason == .secretWithoutValue }
            return rendered
        }
        return try sending(opened).credentials(of: file, at: path, in: opened)
    }

    private func sending(_ opened: OpenedCollection) throws -> CommandLineSend {
        try CommandLineSend(opened, arguments.settings, cookies: .off, environment: environment)
    }

    /// - Returns: The exit status without a token; nil if there is one.
    private func fetch(
        _ rendered: RenderedRequest, _ origin: RecordedExchange.Origin, _ files: RequestFiles
    ) -> ExitStatus? {
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport.keepingWireLog), tokens: keeper)
        let authorizationUI = BrowserAuthorization.atCommandLine(environment).authorizationUI
        do {
            _ = try Waiting.result {
                try await runner.fetchToken(rendered, origin: origin, files: files, authorizationUI: authorizationUI) {
                    step in
                    if let line = step.line { StandardStreams.complain("note: \(line)") }
                }
            }
            return nil
        } catch {
            let failure = RecordedFailure(error)
            StandardStreams.complain(SecretMask(rendered.placedSecrets).text(failure.sentences))
            return ExitStatus(failure)
        }
    }

    // MARK: - What is known

    private func show(_ entries: [TokenReport.Entry]) throws {
        let report = TokenReport(entries, now: Date(), secondsFromGMT: TimeZone.current.secondsFromGMT())
        guard arguments.printsJSON else {
            return try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        try BodyOutput.whole(report.writeJSON)
    }

    private func show(
        _ key: TokenKey, _ token: OAuth2Token?, _ source: OAuth2Settings.TokenSource
    ) throws -> ExitStatus {
        let entry = TokenReport.Entry(key, token)
        guard arguments.printsToken else {
            try show([entry])
            return TokenReport([entry], now: Date(), secondsFromGMT: 0).status
        }
        guard let token, token.isFresh(at: Date()), let value = token.value(source) else {
            throw UsageError(
                token == nil ? "there is no token" : "the token has expired", advice: "--fetch gets one", status: .found
            )
        }
        let output = BodyOutput()
        try Array(value.utf8).withUnsafeBytes { try output.write($0) }
        try output.finish()
        if isatty(STDOUT_FILENO) != 1 { try StandardStreams.write("\n") }
        return .success
    }
}

/// Functions with which the main thread waits for a task.
enum Waiting {
    /// Returns the timeout for `poll`: 0 for a moment in the past, -1, which is never, for nil.
    static func milliseconds(until moment: Date?) -> Int32 {
        guard let moment else { return -1 }
        // Rounded up, so that nobody wakes before it.
        return Int32(clamping: Int(min(max(0, moment.timeIntervalSinceNow * 1000), 1e9).rounded(.up)))
    }

    static func result<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, any Error>?>(nil)
        Task {
            do {
                let value = try await work()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
