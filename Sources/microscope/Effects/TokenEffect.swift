import CollectionRunner
import Exchanges
import Explorer
import Foundation
import Interchange
import OpenCollection

/// Reads and changes the tokens of environments, and gets new ones.
struct TokenEffect {
    /// The keeper of tokens, which the runner uses too: reading them does not wait for any send.
    let keeper: TokenKeeper
    let runner: LazyValue<CollectionRunner>
    let collectionRoot: String
    let environment: [String: String]
    let post: @Sendable (Event) -> Void
    /// A queue and no task: the first task of a program makes libdispatch look after its threads once a second from then on, and tokens
    /// are read at the start.
    let queue = DispatchQueue(label: "microscope.tokens")

    /// - Parameter change: The change; nil only reads them.
    func start(_ change: TokenChange?, _ environmentName: String?, _ reply: Reply<EnvironmentTokens>) {
        let (keeper, root, post) = (keeper, collectionRoot, post)
        queue.async {
            var problem: String?
            if case .forget(let key)? = change {
                do { try keeper.forget(key) } catch {
                    problem = "The token was not deleted: \(ErrorWords.text(of: error))"
                }
            }
            var tokens = keeper.tokens(collection: root, environment: environmentName)
            tokens.problem = problem ?? tokens.problem
            post(reply(tokens))
        }
    }

    func fetch(_ order: SendOrder, _ reply: Reply<TokenProgress>) -> Cancellation {
        let (runner, root, environment, post) = (runner, collectionRoot, environment, post)
        let progress = { @Sendable (step: TokenProgress) in post(reply(step)) }
        let preparation = SendPreparation(root: URL(fileURLWithPath: root), environment: environment)
        let addresses = HandedOverAddresses()
        let origin = RecordedExchange.Origin(
            collection: root, requestPath: order.path.text, environment: order.environmentName, wasDraft: order.isDraft)
        let task = Background.task {
            do {
                let rendered = try await BlockingWork.run {
                    try order.credentials(preparation, root, environment, progress)
                }
                let authorizationUI = BrowserAuthorization.onScreen(environment, addresses) { progress(.consent($0)) }
                try await LoggedSend.$current.withValue(LoggedSend(hiding: rendered)) {
                    _ = try await runner.value.fetchToken(
                        rendered, origin: origin, files: preparation.files, authorizationUI: authorizationUI
                    ) { step in
                        if let line = step.line { progress(.noted(line)) }
                    }
                }
                let tokens = runner.value.tokens.tokens(collection: root, environment: order.environmentName)
                progress(.got(tokens, environment: order.environmentName))
            } catch {
                progress(.refused(SendRefusal(ofToken: error)))
            }
        }
        return Cancellation(cancel: { task.cancel() }, handOver: { addresses.handOver($0) })
    }
}

extension SendRefusal {
    /// Creates the refusal that says why no token was got.
    init(ofToken error: any Error) {
        if let refusal = error as? SendRefusal {
            self = refusal
        } else if error is CancellationError || Task.isCancelled {
            self = .cancelled
        } else {
            self = .failed(RecordedFailure(error).sentences)
        }
    }
}

extension SendOrder {
    /// Renders the credentials that a token is requested with; what they take from outside is reported.
    ///
    /// - Throws: ``SendRefusal``.
    fileprivate func credentials(
        _ preparation: SendPreparation, _ root: String, _ processEnvironment: [String: String],
        _ progress: (TokenProgress) -> Void
    ) throws -> RenderedRequest {
        try preparation.agree(to: agreed)
        var values = outside
        let rendered = try preparation.rendered(in: surroundings, &values) { values, _ in
            let collection = collectionWithPolicies
            let scopes = scopes(values, root, processEnvironment)
            let checks = ResponseChecks(RequestDefinition(), at: path, in: collection, scopes: scopes)
            let rendered = RequestRenderer.credentials(
                of: content.definition, at: path, in: collection, scopes: scopes)
            return (rendered, checks)
        }.request
        if values != outside { progress(.supplied(OutsideSupply(values))) }
        if let problem = rendered.problems.first ?? rendered.cycles.first { throw SendRefusal.failed(problem) }
        guard rendered.missing.isEmpty else { throw SendRefusal.missing }
        try preparation.noteOrigins(of: rendered, in: surroundings)
        return rendered
    }
}
