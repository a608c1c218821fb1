import Secrets

/// A cache of masked texts: in an archive most header fields are repeated in every entry, and each URL several times.
///
/// One belongs to one mask, whose secrets are all known, and is used by one thread.
final class MaskedTexts {
    private struct Key: Hashable {
        var part: MessagePart
        var text: String
    }

    private var texts: [Key: HistoryMask.Text] = [:]
    /// The number of texts that are remembered; further ones are masked each time.
    private static let most = 100_000

    /// - Parameter memory: The cache; nil if the text is masked each time.
    static func text(
        _ part: MessagePart, _ text: String, _ memory: MaskedTexts?, _ make: () -> HistoryMask.Text
    ) -> HistoryMask.Text {
        // Other texts may be equal though their bytes are not.
        guard let memory, text.utf8.allSatisfy({ $0 < 0x80 }) else { return make() }
        let key = Key(part: part, text: text)
        if let known = memory.texts[key] { return known }
        let made = make()
        if memory.texts.count < most { memory.texts[key] = made }
        return made
    }
}
