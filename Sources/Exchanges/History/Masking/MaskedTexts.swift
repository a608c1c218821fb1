/// What texts became when they were masked: in an archive most header fields come again and again, and each URL several times.
///
/// For one mask, whose secrets are all known, and one thread.
final class MaskedTexts {
    /// What a text is: the same one is masked in another way elsewhere.
    enum Kind: Hashable {
        case url
        case name
        case value(of: String)
    }

    private struct Key: Hashable {
        var kind: Kind
        var text: String
    }

    private var texts: [Key: SecretMask.Text] = [:]
    /// What comes after so many is masked each time.
    private static let most = 100_000

    /// - Parameter memory: where it is looked up; nil: it is masked anew.
    static func text(
        _ kind: Kind, _ text: String, _ memory: MaskedTexts?, _ make: () -> SecretMask.Text
    ) -> SecretMask.Text {
        // Other texts may be equal though their bytes are not.
        guard let memory, text.utf8.allSatisfy({ $0 < 0x80 }) else { return make() }
        let key = Key(kind: kind, text: text)
        if let known = memory.texts[key] { return known }
        let made = make()
        if memory.texts.count < most { memory.texts[key] = made }
        return made
    }
}
