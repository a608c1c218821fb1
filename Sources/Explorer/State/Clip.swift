public import BodyStore
import BodyView
import Exchanges
import Interchange

/// A copied text or part of a body, and its name for the user.
public struct Clip: Sendable {
    public enum Content: Sendable {
        case text(String)
        /// A part of a body, which may be large.
        case bytes(BodyStore, Range<Int>)
    }

    public let content: Content
    /// "the body"
    public let name: String
    /// The extension of a file that it may have to go to, without the dot.
    public let fileExtension: String
    /// Whether it is known to be secret. See also ``holdsSecrets``.
    public internal(set) var isSecret: Bool
    /// The secrets still to be looked for in it: it is too long for the thread that draws.
    var unsearchedSecrets: SecretMask?

    /// Longest text that is handed to the terminal, in bytes: terminals drop more.
    public static let terminalLimit = 1 << 20

    init(_ text: String, name: String, fileExtension: String = "txt", isSecret: Bool = false) {
        content = .text(text)
        self.name = name
        self.fileExtension = fileExtension
        self.isSecret = isSecret
    }

    init(_ range: Range<Int>, of store: BodyStore, name: String, fileExtension: String = "txt") {
        content = .bytes(store, range)
        self.name = name
        self.fileExtension = fileExtension
        isSecret = false
    }

    public var byteCount: Int {
        switch content {
        case .text(let text): text.utf8.count
        case .bytes(_, let range): range.count
        }
    }

    /// "the body, 12 KB"
    public var words: String { "\(name), \(Wording.bytes(Int64(byteCount)))" }

    /// The text; nil: it is more than terminals take.
    public var textForTerminal: String? {
        guard byteCount <= Self.terminalLimit else { return nil }
        switch content {
        case .text(let text): return text
        case .bytes(let store, let range): return String(decoding: store.copy(range), as: UTF8.self)
        }
    }

    /// Calls a closure with all of it in pieces, for a file or a program.
    public func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        switch content {
        case .text(var text): try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        case .bytes(let store, let range):
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
                try store.withBytes(in: start..<min(start + 1 << 20, range.upperBound), body)
            }
        }
    }

    /// Whether it is never written into a file. Reads all of a long one: not for the thread that draws.
    public var holdsSecrets: Bool {
        guard !isSecret, let unsearchedSecrets else { return isSecret }
        switch content {
        case .text(let text): return unsearchedSecrets.occur(in: text)
        case .bytes(let store, let range): return unsearchedSecrets.occur(in: range, of: store)
        }
    }

    /// The remark that something in it is not UTF-8; empty when nothing is.
    var replacementWords: String {
        guard case .bytes(let store, let range) = content, let text = textForTerminal else { return "" }
        return store.withBytes(in: range) { text.utf8.elementsEqual($0) } ? "" : ", invalid UTF-8 replaced"
    }
}
