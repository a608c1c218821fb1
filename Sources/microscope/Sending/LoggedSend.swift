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
        guard let field = HeaderLine(line), secrets.hidesField(named: field.name.lowercased()) else {
            return secrets.hiding(inText: line)
        }
        return "\(field.start)\(Redaction.mask)"
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

/// A line of the log about a header that is sent: "> accept: */*".
private struct HeaderLine {
    let name: Substring
    /// The line up to the value.
    let start: Substring

    /// Returns nil for any other line. Written by hand, since a regular expression is compiled for each of a send's lines.
    init?(_ line: String) {
        guard line.utf8.starts(with: "> ".utf8) else { return nil }
        let field = line.utf8.dropFirst(2)
        // The names of HTTP/2's own fields begin with a colon.
        guard let colon = field.dropFirst().firstIndex(of: UInt8(ascii: ":")),
            field[colon...].starts(with: ": ".utf8), !field[..<colon].contains(UInt8(ascii: " "))
        else { return nil }
        name = line[field.startIndex..<colon]
        start = line[..<field.index(colon, offsetBy: 2)]
    }
}

extension SecretSet {
    fileprivate func hidesField(named name: String) -> Bool {
        fieldNames.contains(name) || tokenFieldNames.contains(name)
    }
}
