public import Foundation

/// How a person names one exchange of the history.
public enum HistoryAddress: Sendable, Hashable {
    /// The id that begins with these hexadecimal digits, in lower case.
    case id(prefix: String)
    /// So many before the last one; of one request where its path is given, with or without ".yml".
    case back(Int, request: String?)

    /// Digits of an id that are shown.
    public static let shortLength = 7
    /// Fewest digits that are taken for an id.
    public static let shortestPrefix = 4

    /// "3f2a9c1"
    public static func shortText(of id: UUID) -> String {
        String(id.uuidString.lowercased().prefix(shortLength))
    }

    /// "@" is the last exchange, "@-2" the second before it, "users/get@" the last of that request; else the first digits of an id, without
    /// dashes or with them.
    ///
    /// Nil when the text is none of these.
    public init?(_ text: String) {
        guard let at = text.lastIndex(of: "@") else {
            let digits = text.lowercased()
            guard digits.count >= Self.shortestPrefix, digits.allSatisfy({ $0.isASCII && $0.isHexDigit || $0 == "-" })
            else { return nil }
            self = .id(prefix: digits)
            return
        }
        let count = text[text.index(after: at)...]
        let request = text[..<at].isEmpty ? nil : String(text[..<at])
        if count.isEmpty {
            self = .back(0, request: request)
        } else if count.first == "-", let number = Int(count.dropFirst()), number > 0 {
            self = .back(number, request: request)
        } else {
            return nil
        }
    }
}
