public import BodyStore

/// The recognised layout and charset of a body, detected from its first bytes, and again as more of them arrive.
///
/// So nothing waits for enough bytes, and a charset that is recognised late is used all the same.
public struct BodyRecognition: Sendable {
    public private(set) var kind = BodyKind.empty
    /// The charset; nil if it is unknown.
    public private(set) var encoding: BodyEncoding?
    private let contentType: String?
    private let viewing: BodyViewing
    private var lookedAt = 0
    /// The number of bytes when the charset was guessed.
    private var guessedAt = 0
    /// Whether more bytes cannot change the result.
    private var isSettled = false

    /// - Parameters:
    ///   - contentType: The field's value; nil if there is none.
    ///   - viewing: The user's choices.
    public init(contentType: String?, viewing: BodyViewing = BodyViewing()) {
        (self.contentType, self.viewing) = (contentType, viewing)
    }

    /// Looks at the first ``BodyCharset/guessLength`` bytes, as far as they have arrived.
    ///
    /// - Parameter guess: Guesses a charset from its bytes; nil if it cannot.
    /// - Returns: Whether the recognised layout or charset changed.
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
        // A guess is repeated when there are twice as many bytes.
        if let encoding, encoding.source == .guessed, !isWhole, head.count < guessedAt * 2 { return encoding }
        guessedAt = head.count
        return BodyCharset.encoding(
            contentType: contentType, head: head, isWhole: isWhole, kind: kind, guess: guess)
    }
}
