import Foundation
import MicroClient
import Quoting
import Text

extension PositionMask {
    /// Text in which URLs may stand, without user information and the values of secret items, in query and fragment.
    mutating func url(_ text: String) -> String {
        noteTokens(text)
        guard text.utf8.contains(where: "?#@".utf8.contains) else { return text }
        let text = withoutUserInformation(text)
        guard let mark = text.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
        var output = String(text[..<mark])
        var rest = text.unicodeScalars[mark...]
        while let separator = rest.popFirst() {
            let item = rest.prefix { !"&#?;".unicodeScalars.contains($0) }
            output += String(separator) + queryItem(Substring(item))
            rest = rest[item.endIndex...]
        }
        return output
    }

    /// "name=value" of a query or form, encoded as it stands there.
    mutating func queryItem(_ item: Substring) -> String {
        guard let (name, value) = item.cut(at: "="), !value.isEmpty else { return String(item) }
        let start = "\(name)="
        let plain = FormItems.decode(name)
        guard redaction.isSecret(PercentCoding.decode(value), under: plain) else { return String(item) }
        note(FormItems.decode(value))
        note(value)
        return start + Redaction.mask
    }

    private mutating func withoutUserInformation(_ text: String) -> String {
        guard let start = Self.startOfAuthority(text), let at = Self.endOfUserInformation(text[start...]) else {
            return text
        }
        let user = PercentCoding.decode(String(text[start..<at]))
        if let (_, password) = user.cut(at: ":") { note(password) }
        return text[..<start] + Redaction.mask + text[at...]
    }

    private static func startOfAuthority(_ text: String) -> String.Index? {
        if text.beginsWithBytes(of: "//") { return text.utf8.index(text.startIndex, offsetBy: 2) }
        return text.utf8.firstRange(of: "://".utf8)?.upperBound
    }

    /// The `@`; it may stand behind a `/` when that is in a password and should have been encoded.
    private static func endOfUserInformation(_ rest: Substring) -> String.Index? {
        let authority = rest.utf8.prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return at }
        let isHostAndPort =
            authority.contains(UInt8(ascii: "]"))
            || authority.split(separator: UInt8(ascii: ":")).dropFirst().allSatisfy { UInt16(Substring($0)) != nil }
        return isHostAndPort ? nil : rest.utf8.prefix { !"?#".utf8.contains($0) }.lastIndex(of: UInt8(ascii: "@"))
    }
}
