public import Foundation

/// The user's way of naming one exchange of the history.
public enum HistoryAddress: Sendable, Hashable {
    /// The id that begins with these hexadecimal digits, in lower case.
    case id(prefix: String)
    /// The exchange this many before the last one; only those of one request if its path is given, with or without ".yml".
    case back(Int, request: String?)

    /// The number of digits of an id that are shown.
    public static let shortLength = 7
    /// The fewest digits that are understood as an id.
    public static let shortestPrefix = 4

    /// Returns the short form of an id: "3f2a9c1".
    public static func shortText(of id: UUID) -> String {
        String(id.uuidString.lowercased().prefix(shortLength))
    }

    /// Understands "@" as the last exchange, "@-2" as the second before it, "users/get@" as the last of that request; else the first digits of an id,
    /// with or without dashes.
    ///
    /// nil if the text is none of these.
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
