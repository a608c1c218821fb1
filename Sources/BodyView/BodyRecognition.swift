public import BodyStore

/// What a body is taken for: its layout and its charset, told by its first bytes, and told anew as more of these come.
///
/// So nothing waits for a beginning that is long enough, and a charset that shows late is seen all the same.
public struct BodyRecognition: Sendable {
    public private(set) var kind = BodyKind.empty
    /// Nil: nothing says.
    public private(set) var encoding: BodyEncoding?
    private let contentType: String?
    private let viewing: BodyViewing
    private var lookedAt = 0
    /// How many bytes there were when the charset was guessed.
    private var guessedAt = 0
    /// Whether more bytes can say nothing else.
    private var isSettled = false

    /// - Parameters:
    ///   - contentType: The field's value; nil when there is none.
    ///   - viewing: What a person chose.
    public init(contentType: String?, viewing: BodyViewing = BodyViewing()) {
        (self.contentType, self.viewing) = (contentType, viewing)
    }

    /// Looks at the first ``BodyCharset/guessLength`` bytes, as far as they have come.
    ///
    /// - Parameter guess: Names a charset by its bytes; nil: it cannot.
    /// - Returns: whether the body is taken for something else than before.
    public mutating func look(at store: BodyStore, guess: ([UInt8]) -> String?) -> Bool {
        let isFinished = store.isFinished
        let count = store.count
        guard !isSettled, isFinished || count > lookedAt else { return false }
        let head = store.copy(0..<min(count, BodyCharset.guessLength))
        let before = (kind, encoding)
        kind = viewing.kind ?? BodyKind.detect(contentType: contentType, head: Array(head.prefix(BodyKind.headLength)))
        encoding = encoding(head, isWhole: isFinished && head.count == count, guess)
        (lookedAt, isSettled) = (count, isFinished || count >= BodyCharset.guessLength)
        return before != (kind, encoding)
    }

    private mutating func encoding(_ head: [UInt8], isWhole: Bool, _ guess: ([UInt8]) -> String?) -> BodyEncoding? {
        if let chosen = viewing.charset { return BodyEncoding(chosen, .chosen) }
        // A guess is worth another one when there is twice as much to guess from.
        if let encoding, encoding.source == .guessed, !isWhole, head.count < guessedAt * 2 { return encoding }
        guessedAt = head.count
        return BodyCharset.encoding(
            contentType: contentType, head: head, isWhole: isWhole, kind: kind, guess: guess)
    }
}
