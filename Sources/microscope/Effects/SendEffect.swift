import CollectionRunner
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Sends, and reports each step.
struct SendEffect {
    let runner: Late<CollectionRunner>
    let collectionRoot: String
    let environment: [String: String]
    let cookies: CookieJars
    let post: @Sendable (Event) -> Void

    func start(_ order: SendOrder, _ effect: Effect) -> Cancellation {
        let origin = RecordedExchange.Origin(
            collection: collectionRoot, requestPath: order.path.text, environment: order.environmentName,
            wasDraft: order.isDraft)
        let (runner, cookies, environment, post) = (runner, cookies, environment, post)
        let (key, generation) = (effect.key, effect.generation)
        let progress = { @Sendable (step: SendProgress) in post(.effect(key, generation: generation, .send(step))) }
        let preparation = SendPreparation(root: URL(fileURLWithPath: collectionRoot), environment: environment)
        let task = Task {
            progress(.started(Date()))
            do {
                let (rendered, checks) = try await OwnThread.run {
                    try order.rendered(preparation, origin, environment, progress)
                }
                let record = await runner.value.run(
                    rendered, checks: checks, origin: origin, files: preparation.files,
                    cookies: cookies.use(in: order.environmentName),
                    door: BrowserDoor.onScreen(environment, progress).door
                ) { event in
                    switch event {
                    case .exchange(let event): progress(.exchange(event))
                    case .answering(let head, let store): progress(.answering(head, store))
                    case .token(let step): if let line = step.line { progress(.noted(line)) }
                    }
                }
                let kept = cookies.keep(order.environmentName)
                progress(.finished(record))
                post(.effect(key, generation: generation, .cookies(kept, environment: order.environmentName)))
            } catch {
                progress(.refused(error as? SendRefusal ?? .cancelled))
            }
        }
        return Cancellation { task.cancel() }
    }
}

extension SendOrder {
    /// As it goes out, with what it takes from outside; that is reported.
    ///
    /// - Throws: ``SendRefusal``.
    fileprivate func rendered(
        _ preparation: SendPreparation, _ origin: RecordedExchange.Origin, _ processEnvironment: [String: String],
        _ progress: (SendProgress) -> Void
    ) throws -> SendPreparation.Rendered {
        try preparation.agree(to: agreed)
        var values = outside
        let surroundings = SendPreparation.Surroundings(collection: collection, environment: environment, path: path)
        var rendered = try preparation.rendered(in: surroundings, &values) {
            self.rendered($0, origin.collection ?? "", processEnvironment)
        }
        if values != outside { progress(.supplied(OutsideSupply(values))) }
        if sendsMissingNames {
            rendered.request.missing = []
        } else if !rendered.request.missing.isEmpty {
            throw SendRefusal.missing
        }
        try preparation.noteOrigins(of: rendered.request, in: surroundings)
        return rendered
    }

    private var environment: EnvironmentDefinition? {
        environmentName.flatMap { name in collection.environments.first { $0.name == name } }
    }

    /// With dynamic values, made now.
    private func rendered(
        _ outside: OutsideValues, _ collectionRoot: String, _ processEnvironment: [String: String]
    ) -> SendPreparation.Rendered {
        var collection = collection
        collection.companion.requests[path] = content.policies
        let scopes = VariableScopes(
            collection: collection, environment: environment, global: outside.globalEnvironment, itemPath: path,
            request: content.definition,
            session: sessionValues.mapValues { .string($0) }, sessionSecrets: sessionSecrets,
            environmentFiles: outside.environmentFiles(of: environmentName, in: collection),
            secrets: { [collection] in outside.secret($0, of: environmentName, in: collection) },
            processEnvironment: outside.processEnvironment, dynamic: .live
        ).addingTokens(
            collection: collectionRoot, environmentName: environmentName, environment: processEnvironment
        ).adding(captured)
        let checks = AnswerChecks(content.definition, at: path, in: collection, scopes: scopes)
        let rendered = RequestRenderer.render(
            content.definition, at: path, in: collection, scopes: checks.scopes, defaults: .microscope)
        return (rendered, checks)
    }
}

extension DynamicValues {
    /// The system's randomness and clock.
    static let live = DynamicValues(random: { UInt64.random(in: .min ... .max) }, now: { Date() })
}

extension ClientDefaults {
    /// What Microscope sends when a request says nothing else.
    static let microscope = ClientDefaults(
        userAgent: "microscope/\(Program.version)", accept: "*/*", acceptEncoding: "gzip, deflate, br")
}
