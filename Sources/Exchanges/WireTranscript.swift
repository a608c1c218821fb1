public import Foundation
public import MicroClient
import Secrets

/// What was said on a hop as lines to read, in the manner of `curl -v`: what went out, what came back, and what is known of the connection.
public struct WireTranscript: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        public var speaker: Speaker
        /// As it stood on the wire, its line end left out unless that is an unusual one; it may hold any character.
        public var text: String

        public init(_ speaker: Speaker, _ text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// "> GET / HTTP/1.1"
        public var marked: String { text.isEmpty ? speaker.mark : "\(speaker.mark) \(text)" }
    }

    /// Whose words a line holds.
    public enum Speaker: Sendable, Hashable {
        /// Ours, about the connection or the sizes.
        case note
        /// What we sent to the server, or to a proxy.
        case client
        /// What was answered.
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
    ///   - masks: whether values are hidden whose names say that they are credentials.
    ///   - secrets: their places are hidden then, and fields of their names on both sides.
    ///   - now: for the days that certificates have left.
    ///   - hide: takes known secrets out of a text, which is all of a part that was kept, line ends included: what is broken over lines, or cut for
    ///     the screen, is whole there. The flag says that the text was cut before, perhaps within one.
    public init(
        _ hop: Exchange.Hop, masks: Bool, secrets: SecretSet = SecretSet(), now: Date,
        hide: @escaping (_ text: String, _ isCut: Bool) -> String = { text, _ in text }
    ) {
        var scribe = WireScribe(masks: masks, secretHeaders: secrets.fieldNames, now: now, known: hide)
        scribe.write(masks ? secrets.hiding(hop) : hop)
        lines = scribe.lines
    }

    /// Most lines that are made of one part; a head of 64 KiB can have thousands.
    static let mostLines = 400
    /// Most characters of one line.
    static let longestLine = 4_000
}
