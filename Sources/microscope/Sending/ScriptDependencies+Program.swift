import CollectionRunner
import Exchanges
import FilterWorker
import MicroClient
import OpenCollection
import ScriptWorker

extension ScriptDependencies {
    /// The word that makes this program a worker that runs scripts.
    static let workerWord = "--script-worker"

    /// Creates means with which scripts run in a process of this program, and send as it does.
    ///
    /// - Parameters:
    ///   - origin: The collection and the environment.
    ///   - isRun: Whether the request is one of a run over a folder.
    ///   - maySend: Whether a method may be sent to the environment, which may be protected.
    ///   - runner: Sends the requests of scripts.
    ///   - keep: Keeps what scripts sent.
    init(
        _ preparation: SendPreparation, _ origin: RecordedExchange.Origin, cookies: CookieJar.Use, isRun: Bool = false,
        maySend: @escaping @Sendable (_ method: String) -> Bool,
        runner: @escaping @Sendable () -> CollectionRunner, keep: @escaping @Sendable (RecordedExchange) -> Void
    ) {
        self.init(program: .own(Self.workerWord), files: preparation.files, isRun: isRun)
        (self.cookies, defaults, settings) = (cookies, preparation.defaults, preparation.scriptSettings)
        send = { request in
            guard maySend(request.method) else {
                let name = origin.environment ?? ""
                throw ScriptProblem("not allowed: \(request.method) in \(name), which is protected")
            }
            try preparation.requireAgreement(to: request, in: origin.environment)
            let record = await runner().run(request, origin: origin, dependencies: SendDependencies(cookies: cookies))
            keep(record)
            return record
        }
    }
}
