import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Saved requests of an opened collection, made ready to be sent without a screen: who could be asked has answered with `--trust` and
/// `--yes`, or nothing is sent.
struct CommandLineSend {
    private let sessionValues: [String: String]
    private let preparation: SendPreparation
    private let sendsToProtected: Bool
    private let means: SendMeans
    /// What was fetched for one request serves the next.
    private var outside: OutsideValues

    /// - Parameter cookies: those of the environment.
    /// - Throws: when the private store of secrets cannot be read.
    init(
        _ opened: OpenedCollection, sessionValues: [String: String], cookies: CookieUse, consent: Consent,
        environment: [String: String]
    ) throws {
        self.sessionValues = sessionValues
        sendsToProtected = consent.sendsToProtected
        preparation = SendPreparation(
            root: opened.location.root, environment: environment, agreesToAll: consent.agreesToAll)
        means = SendMeans(
            files: preparation.files, cookies: cookies, door: BrowserDoor.atCommandLine(environment).door)
        outside = try opened.outsideValues()
    }

    /// A request with all that belongs to its send.
    struct Ready {
        let rendered: RenderedRequest
        let checks: AnswerChecks
        let origin: RecordedExchange.Origin
        let means: SendMeans
    }

    /// - Parameter captured: what requests before it kept.
    /// - Throws: ``UsageError`` with the status of a request that could not be built, when somebody has to agree first, or what it
    ///   needs cannot be had.
    mutating func prepare(
        _ file: RequestFile, at path: ItemPath, in opened: OpenedCollection, captured: CapturedValues = CapturedValues()
    ) throws(UsageError) -> Ready {
        let surroundings = SendPreparation.Surroundings(
            collection: opened.collection, environment: opened.environment, path: path)
        let sessionValues = sessionValues
        let rendered: SendPreparation.Rendered
        do throws(SendRefusal) {
            rendered = try preparation.rendered(in: surroundings, &outside) { outside in
                let scopes = opened.scopes(
                    of: path, sessionValues: sessionValues, outside: outside, dynamic: .live
                ).adding(captured)
                let checks = AnswerChecks(file.definition, at: path, in: opened.collection, scopes: scopes)
                let request = RequestRenderer.render(
                    file.definition, at: path, in: opened.collection, scopes: checks.scopes, defaults: .microscope)
                return (request, checks)
            }
            if rendered.request.isSendable { try preparation.noteOrigins(of: rendered.request, in: surroundings) }
        } catch {
            throw Consent.error(error)
        }
        if !sendsToProtected { try Consent.requireUnprotected(rendered.request, opened.collection, opened.environment) }
        return Ready(
            rendered: rendered.request, checks: rendered.checks, origin: opened.origin(of: path),
            means: means)
    }
}

extension Consent {
    fileprivate static func error(_ refusal: SendRefusal) -> UsageError {
        switch refusal {
        case .unagreed(let uses): .unagreed(uses)
        case .failed(let reason): UsageError("not sent", advice: reason, status: .notBuilt)
        case .missing, .cancelled: UsageError("not sent", advice: "send it again", status: .notBuilt)
        }
    }

    fileprivate static func requireUnprotected(
        _ rendered: RenderedRequest, _ collection: OpenCollection.Collection, _ environment: EnvironmentDefinition?
    ) throws(UsageError) {
        guard let name = environment?.name, rendered.isSendable,
            collection.companion.protects(name, from: rendered.method)
        else { return }
        throw .protected(name, rendered)
    }
}

extension OpenedCollection {
    func origin(of path: ItemPath) -> RecordedExchange.Origin {
        RecordedExchange.Origin(
            collection: location.root.path, requestPath: path.text, environment: environment?.name, wasDraft: false)
    }
}
