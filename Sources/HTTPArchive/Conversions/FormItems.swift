import Quoting
import Text

/// Decodes the names and values of a query or a form.
///
/// - Source: WHATWG URL, section 5.
enum FormItems {
    static func decode(_ text: some StringProtocol) -> String { PercentCoding.decode(String(text), plusIsSpace: true) }

    /// Returns the items of a query or a form, decoded.
    static func items(_ text: some StringProtocol) -> [HAR.Field] {
        QueryItem.all(in: text).map { HAR.Field(decode($0.name), decode($0.value ?? "")) }
    }
}

extension String {
    /// The URL without its fragment, as it is requested.
    var withoutFragment: String { cut(at: "#")?.before ?? self }
}
