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
        let value = item[item.index(after: equals)...]
        guard redaction.isSecret(FormText.percentDecoded(String(value)), under: name) else { return String(item) }
        note(FormText.decode(value))
        note(String(value))
        return item[...equals] + Mask.text
    }

    private mutating func withoutUserInformation(_ text: String) -> String {
        guard let start = Self.startOfAuthority(text), let at = Self.endOfUserInformation(text[start...]) else {
            return text
        }
        let user = FormText.percentDecoded(String(text[start..<at]))
        if let colon = user.firstIndex(of: ":") { note(String(user[user.index(after: colon)...])) }
        return text[..<start] + Mask.text + text[at...]
    }

    private static func startOfAuthority(_ text: String) -> String.Index? {
        if text.hasPrefix("//") { return text.index(text.startIndex, offsetBy: 2) }
        return text.range(of: "://")?.upperBound
    }

    /// The `@`; it may stand behind a `/` when that is in a password and should have been encoded.
    private static func endOfUserInformation(_ rest: Substring) -> String.Index? {
        let authority = rest.prefix { !"/?#".contains($0) }
        if let at = authority.lastIndex(of: "@") { return at }
        let isHostAndPort =
            authority.contains("]") || authority.split(separator: ":").dropFirst().allSatisfy { UInt16($0) != nil }
        return isHostAndPort ? nil : rest.prefix { !"?#".contains($0) }.lastIndex(of: "@")
    }
}
