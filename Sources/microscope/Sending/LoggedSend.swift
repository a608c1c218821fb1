import CollectionRunner
import Exchanges
import Explorer
import MicroClient
import OpenCollection
import Secrets

/// The send on whose behalf a task works, so that each line of the log knows what it is about.
final class LoggedSend: Sendable {
    /// The current send; nil outside of any.
    @TaskLocal static var current: LoggedSend?

    private let send: (collection: String, request: ItemPath, generation: Int)?
    private let attempt = Locked<Int?>(nil)
    private let secrets = Locked(SecretSet())

    /// - Parameter generation: The generation of the effect that sends.
    init(_ request: ItemPath, of collection: String, generation: Int) { send = (collection, request, generation) }

    /// Creates a send that belongs to no request, such as one for a token: its secrets are hidden, and it has no place.
    init(hiding rendered: RenderedRequest) {
        send = nil
        note(rendered.sentSecrets)
    }

    func note(_ event: Exchange.Event) {
        if case .attemptStarted(let number, _) = event { attempt.withLock { $0 = number } }
    }

    /// Adds the secrets of what is about to be sent.
    func note(_ more: SecretSet) { secrets.withLock { $0.formUnion(more) } }

    /// Returns a line of the log without the secrets.
    func hiding(_ line: String) -> String {
        let secrets = secrets.withLock { $0 }
        guard let field = line.firstMatch(of: #/^> (:?[^: ]+): /#),
            secrets.fieldNames.union(secrets.tokenFieldNames).contains(field.1.lowercased())
        else {
            return secrets.hiding(inText: line)
        }
        return "\(field.0)\(Redaction.mask)"
    }

    /// The send's place for the log; nil if it belongs to no request.
    var place: LogState.Place? {
        send.map { send in
            LogState.Place(
                collection: send.collection, request: send.request, send: send.generation,
                attempt: attempt.withLock { $0 })
        }
    }
}
