import Quoting
import Text

/// The names and values of a query or a form.
///
/// - Source: WHATWG URL, section 5.
enum FormItems {
    static func decode(_ text: some StringProtocol) -> String { PercentCoding.decode(String(text), plusIsSpace: true) }

    /// The items of a query or a form, decoded.
    static func items(_ text: some StringProtocol) -> [HAR.Field] {
        text.split(at: "&").filter { !$0.isEmpty }.map { item in
            let (name, value) = item.cut(at: "=") ?? (item, "")
            return HAR.Field(decode(name), decode(value))
        }
    }
}

extension String {
    /// A URL as it is asked for.
    var withoutFragment: String { cut(at: "#")?.before ?? self }
}
