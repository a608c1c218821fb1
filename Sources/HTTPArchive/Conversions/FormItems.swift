import Quoting
import Text

/// Decodes the names and values of a query or a form.
///
/// - Source: WHATWG URL, section 5.
enum FormItems {
    static func decode(_ text: some StringProtocol) -> String { PercentCoding.decode(String(text), plusIsSpace: true) }

    /// Returns the items of a query or a form, decoded.
    static func items(_ text: some StringProtocol) -> [HAR.Field] {
        text.split(at: "&").filter { !$0.isEmpty }.map { item in
            let (name, value) = item.cut(at: "=") ?? (item, "")
            return HAR.Field(decode(name), decode(value))
        }
    }
}

extension String {
    /// The URL without its fragment, as it is requested.
    var withoutFragment: String { cut(at: "#")?.before ?? self }
}
