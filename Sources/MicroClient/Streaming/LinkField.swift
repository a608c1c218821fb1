/// The value of a `Link` field.
///
/// - Source: RFC 8288, section 3.
package enum LinkField {
    package struct Link: Sendable, Hashable {
        package var url: String
        /// The `rel` parameter, such as "next"; nil if there is none.
        package var relation: String?

        package init(url: String, relation: String?) { (self.url, self.relation) = (url, relation) }
    }

    /// Returns the links in their order; malformed parts are skipped.
    package static func links(in value: String) -> [Link] {
        var rest = Substring(value).unicodeScalars
        var links: [Link] = []
        while let link = next(in: &rest) { links.append(link) }
        return links
    }

    /// Reads one link: `<https://h/users?page=2>; rel="next"`.
    private static func next(in rest: inout Substring.UnicodeScalarView) -> Link? {
        rest = rest.drop { $0 != "<" }
        guard let end = rest.firstIndex(of: ">") else { return nil }
        var link = Link(url: String(rest[rest.index(after: rest.startIndex)..<end]), relation: nil)
        rest = rest[rest.index(after: end)...]
        while let (name, value) = parameter(in: &rest) {
            // Only the first counts, as RFC 8288 requires.
            if name.lowercased() == "rel", link.relation == nil { link.relation = value }
        }
        return link
    }

    /// Reads `; name=value`, `; name="value"` or `; name`. The semicolon may be missing: some servers leave spaces in a value without quotes.
    private static func parameter(in rest: inout Substring.UnicodeScalarView) -> (String, String)? {
        var cursor = rest.drop { $0 == " " || $0 == "\t" }
        if cursor.first == ";" { cursor = cursor.dropFirst() }
        guard let first = cursor.first, first != "," else { return nil }
        cursor = cursor.drop { $0 == " " || $0 == "\t" }
        let name = cursor.prefix { !"=;, \t".unicodeScalars.contains($0) }
        cursor = cursor[name.endIndex...]
        var value = ""
        let behind = cursor.drop { $0 == " " || $0 == "\t" }
        if behind.first == "=" {
            cursor = behind.dropFirst().drop { $0 == " " || $0 == "\t" }
            value = cursor.first == "\"" ? quoted(&cursor) : plain(&cursor)
        }
        rest = cursor
        return (String(name), value)
    }

    private static func plain(_ rest: inout Substring.UnicodeScalarView) -> String {
        let value = rest.prefix { !";, \t".unicodeScalars.contains($0) }
        rest = rest[value.endIndex...]
        return String(value)
    }

    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        rest = rest.dropFirst()
        var value = String.UnicodeScalarView()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() { value.append(next) } else { value.append(character) }
        }
        return String(value)
    }
}
