import Foundation

extension PositionMask {
    /// Text in which URLs may stand, without user information and the values of secret items, in query and fragment.
    mutating func url(_ text: String) -> String {
        guard text.contains("?") || text.contains("#") || text.contains("@") else { return text }
        let text = withoutUserInformation(text)
        guard let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
        var output = String(text[..<mark])
        var rest = text[mark...]
        while let separator = rest.first {
            let item = rest.dropFirst().prefix { !"&#?;".contains($0) }
            output += String(separator) + queryItem(item)
            rest = rest[item.endIndex...]
        }
        return output
    }

    /// "name=value" of a query or form, encoded as it stands there.
    mutating func queryItem(_ item: Substring) -> String {
        guard let equals = item.firstIndex(of: "="), item.index(after: equals) < item.endIndex else {
            return String(item)
        }
        let name = FormText.decode(item[..<equals])
        guard names.isSecret(name) else { return String(item) }
        let value = item[item.index(after: equals)...]
        note(FormText.decode(value), of: name)
        note(String(value), of: name)
        return item[...equals] + Mask.text
    }

    private mutating func withoutUserInformation(_ text: String) -> String {
        guard let start = text.range(of: "://")?.upperBound else { return text }
        let authority = text[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return text }
        let user = FormText.percentDecoded(String(authority[..<at]))
        if let colon = user.firstIndex(of: ":") { note(String(user[user.index(after: colon)...]), of: "password") }
        return text[..<start] + Mask.text + text[at...]
    }
}
