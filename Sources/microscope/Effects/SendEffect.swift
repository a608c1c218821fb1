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
    let post: @Sendable (Event) -> Void

    func start(_ order: SendOrder, _ effect: Effect) -> Cancellation {
        let origin = RecordedExchange.Origin(
            collection: collectionRoot, requestPath: order.path.text, environment: order.environmentName,
            wasDraft: order.isDraft)
        let (runner, post, key, generation) = (runner, post, effect.key, effect.generation)
        let (collectionRoot, environment) = (collectionRoot, environment)
        let progress = { @Sendable (step: SendProgress) in post(.effect(key, generation: generation, .send(step))) }
        let files = RequestFiles(of: URL(fileURLWithPath: collectionRoot), environment: environment)
        let task = Task {
            progress(.started(Date()))
            let (rendered, checks) = order.rendered(collectionRoot, environment)
            let record = await runner.value.run(
                rendered, checks: checks, origin: origin, files: files,
                door: BrowserDoor.onScreen(environment, progress).door
            ) { event in
                switch event {
                case .exchange(let event): progress(.exchange(event))
                case .answering(let head, let store): progress(.answering(head, store))
                case .token(let step): if let line = step.line { progress(.noted(line)) }
                }
            }
            progress(.finished(record))
        }
        return Cancellation { task.cancel() }
    }
}

extension SendOrder {
    /// As it goes out: with dynamic values, made now.
    func rendered(_ collectionRoot: String, _ processEnvironment: [String: String]) -> (RenderedRequest, AnswerChecks) {
        var collection = collection
        collection.companion.requests[path] = content.policies
        let environment = environmentName.flatMap { name in collection.environments.first { $0.name == name } }
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: path, request: content.definition,
            session: sessionValues.mapValues { .string($0) }, sessionSecrets: sessionSecrets,
            environmentFiles: outside.environmentFiles,
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
