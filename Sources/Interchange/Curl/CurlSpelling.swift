import OpenCollection
import Text

/// Spellings that curl wants.
enum CurlSpelling {
    /// A value as a form's row is sent, with its placeholders left as they are.
    static func encodedTemplate(_ text: String) -> String { Placeholder.mapOutside(text, PercentCoding.encodeForm) }

    /// The same as `--data-urlencode` writes it: `~` stays, `*` does not.
    static func encodedByCurl(_ text: String) -> String {
        Placeholder.mapOutside(text) { encodedPart($0).replacing("%20", with: "+") }
    }

    /// A part of a path.
    static func encodedPart(_ text: String) -> String {
        PercentCoding.encode(text, keeping: PercentCoding.isUnreserved)
    }

    /// Returns the text as a server reads it; malformed escapes stay.
    static func decoded(_ text: String) -> String { PercentCoding.decode(text, plusIsSpace: true) }

    /// "1.5"
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(1000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
