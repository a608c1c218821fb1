import CollectionRunner
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Sends requests, and reports each step.
struct SendEffect {
    let runner: LazyValue<CollectionRunner>
    let collectionRoot: String
    let environment: [String: String]
    let cookies: CookieJars
    let history: HistoryRecorder
    let post: @Sendable (Event) -> Void

    func start(_ order: SendOrder, _ reply: Reply<SendProgress>) -> Cancellation {
        let origin = RecordedExchange.Origin(
            collection: collectionRoot, requestPath: order.path.text, environment: order.environmentName,
            wasDraft: order.isDraft)
        let (runner, cookies, history, environment, post) = (runner, cookies, history, environment, post)
        let isKept = order.collection.keepsHistory(of: order.path, in: order.environmentName)
        let progress = { @Sendable (step: SendProgress) in post(reply(step)) }
        let preparation = SendPreparation(root: URL(fileURLWithPath: collectionRoot), environment: environment)
        let addresses = HandedOverAddresses()
        let scripts = ScriptDependencies(
            preparation,
            RecordedExchange.Origin(collection: collectionRoot, environment: order.environmentName, wasDraft: true),
            cookies: cookies.use(in: order.environmentName), maySend: order.maySend, runner: { runner.value },
            keep: { history.keep($0, isWanted: isKept) })
        let sending = ScreenSend(
            order, preparation, origin, environment, scripts: scripts,
            run: { send, other in
                var origin = origin
                (origin.requestPath, origin.wasDraft) = (other.path.text, other.isDraft)
                let dependencies = SendDependencies(
                    files: preparation.files, cookies: cookies.use(in: order.environmentName))
                let record = await runner.value.run(
                    send.request, checks: send.checks, origin: origin, dependencies: dependencies)
                history.keep(record, isWanted: order.collection.keepsHistory(of: other.path, in: order.environmentName))
                return record
            }, progress)
        let over = history.expect()
        let task = Background.task {
            defer { over() }
            progress(.started(Date()))
            do {
                let known = await runner.value.logins.count(for: sending.loginKey)
                let (rendered, checks) = try await BlockingWork.run(endingScripts: { try sending.rendered($0) })
                var dependencies = SendDependencies(
                    files: preparation.files, cookies: cookies.use(in: order.environmentName),
                    authorizationUI: BrowserAuthorization.onScreen(environment, addresses) { progress(.consent($0)) },
                    login: sending.login(known: known))
                dependencies.forwardedFields = preparation.forwardedFields(in: order.environmentName)
                let logged = LoggedSend(order.path, of: collectionRoot, generation: reply.generation)
                let record = await LoggedSend.$current.withValue(logged) {
                    sending.note(rendered)
                    return await runner.value.run(rendered, checks: checks, origin: origin, dependencies: dependencies)
                    { event in
                        if case .exchange(let event) = event { logged.note(event) }
                        for step in event.steps { progress(step) }
                    }
                }
                let kept = cookies.keep(order.environmentName)
                history.keep(record, isWanted: isKept)
                progress(.finished(record))
                if let left = sending.strippedCredentials(rendered, record) { progress(left) }
                progress(.cookies(kept, environment: order.environmentName))
                guard case .oauth2? = rendered.credential else { return }
                let tokens = runner.value.tokens.tokens(
                    collection: origin.collection, environment: origin.environment)
                progress(.tokens(tokens, environment: origin.environment))
            } catch {
                progress(.refused(error as? SendRefusal ?? .cancelled))
            }
        }
        return Cancellation(cancel: { task.cancel() }, handOver: { addresses.handOver($0) })
    }
}

extension CollectionRunner.RunEvent {
    /// The progress that is reported to the explorer.
    var steps: [SendProgress] {
        switch self {
        case .exchange(let event): [.exchange(event)]
        case .receiving(let head, let store): [.receiving(head, store)]
        case .token(.received(let auxiliary)): [.auxiliary(auxiliary)]
        case .token(.sending(let secrets)): [.made(secrets)]
        case .token(let step): step.line.map { [.noted($0)] } ?? []
        case .login(.began(let path)): [.loggingIn(path)]
        case .login(.ended(let auxiliary)): [.auxiliary(auxiliary)]
        }
    }
}

extension DynamicValues {
    /// The dynamic values with the system's randomness and clock, and the hashes of OpenSSL.
    static let live = DynamicValues(
        random: { UInt64.random(in: .min ... .max) }, now: { Date() }, digests: .openSSL)
}

extension ClientDefaults {
    /// Returns the values that Microscope sends if a request says nothing else.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process, which may name certificate authorities.
    ///   - connection: The command line's connection settings.
    static func microscope(
        _ environment: [String: String], _ connection: ConnectionSettings = ConnectionSettings()
    ) -> ClientDefaults {
        var defaults = ClientDefaults(
            userAgent: "microscope/\(Program.version)", accept: "*/*", acceptEncoding: "gzip, deflate, br")
        defaults.connection = connection
        if let named = RenderedConnection.Authorities(environment: environment) {
            // As for other programs, a file that is not there names nothing.
            let paths = [named.file, named.directory].map { path in
                path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
            }
            defaults.authorities = .init(file: paths[0], directory: paths[1])
        }
        return defaults
    }
}
