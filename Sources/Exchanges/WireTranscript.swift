public import Foundation
public import MicroClient
import Secrets

/// The traffic of a hop as readable lines, in the style of `curl -v`: what was sent and received, and the facts of the connection.
public struct WireTranscript: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        public var speaker: Speaker
        /// The line as it was sent, without its line end unless that is an unusual one; it may contain any character.
        public var text: String

        public init(_ speaker: Speaker, _ text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// The line with its mark: "> GET / HTTP/1.1".
        public var marked: String { text.isEmpty ? speaker.mark : "\(speaker.mark) \(text)" }
    }

    /// The origin of a line.
    public enum Speaker: Sendable, Hashable {
        /// A note of ours, about the connection or the sizes.
        case note
        /// Bytes sent to the server, or to a proxy.
        case client
        /// Bytes of the response.
        case server
        /// A failure.
        case failure

        public var mark: String {
            switch self {
            case .note, .failure: "*"
            case .client: ">"
            case .server: "<"
            }
        }
    }

    public private(set) var lines: [Line]

    /// - Parameters:
    ///   - masks: Whether values are hidden whose names suggest credentials.
    ///   - secrets: The secrets whose places are then hidden, together with fields of their names in the request and the response.
    ///   - now: The current moment, for the days that certificates have left.
    ///   - hide: Removes known secrets from a text, which is a whole part as kept, line ends included: a secret that is broken over lines, or cut for
    ///     the screen, is whole there. The flag says that the text was cut before, perhaps within a secret.
    public init(
        _ hop: Exchange.Hop, masks: Bool, secrets: SecretSet = SecretSet(), now: Date,
        hide: @escaping (_ text: String, _ isCut: Bool) -> String = { text, _ in text }
    ) {
        var scribe = WireFormatter(masks: masks, secretHeaders: secrets.fieldNames, now: now, known: hide)
        scribe.write(masks ? secrets.hiding(hop) : hop)
        lines = scribe.lines
    }

    /// The most lines that are made of one part; a head of 64 KiB can have thousands.
    static let mostLines = 400
    /// The most characters of one line.
    static let longestLine = 4_000
}
