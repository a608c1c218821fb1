import MicroClient
import Text

/// A URL as it is on the wire, split into the parts that signatures cover.
struct SignedTarget {
    /// The scheme in lower case.
    var scheme: String
    /// Host and port in lower case; a port that is the scheme's own is left out.
    var host: String
    /// The path as on the wire; `/` if the URL has none.
    var path: String
    /// The query as on the wire; nil without `?`.
    var query: String?

    init(_ url: String) {
        let parts = URLReference(url).withoutUser
        scheme = parts.scheme?.lowercased() ?? ""
        host = parts.authority?.lowercased() ?? ""
        (path, query) = (parts.path.isEmpty ? "/" : parts.path, parts.query)
        if let port = ["http": ":80", "https": ":443"][scheme], host.hasSuffix(port) { host.removeLast(port.count) }
    }

    /// Reads the text of a form, whose pairs are those of a query.
    init(form: [UInt8]) { self.init("http://h/?\(String(decoding: form, as: UTF8.self))") }

    /// Names and values as on the wire; a name without `=` has an empty value.
    var pairs: [(name: String, value: String)] {
        QueryItem.all(in: query ?? "").map { ($0.name, $0.value ?? "") }
    }
}

/// Percent-encoding as signatures need it: one spelling for every text.
enum SignatureCoding {
    /// Returns the text with all but the unreserved characters encoded (RFC 3986, section 2.3), in upper case.
    static func encoded(_ text: String, keepingSlashes: Bool = false) -> String {
        encoded(Array(text.utf8), keepingSlashes: keepingSlashes)
    }

    static func encoded(_ bytes: [UInt8], keepingSlashes: Bool = false) -> String {
        PercentCoding.encode(bytes) {
            PercentCoding.isUnreserved($0) || keepingSlashes && $0 == UInt8(ascii: "/")
        }
    }

    /// Decodes percent escapes; a broken one stays as it is.
    static func decoded(_ text: String, plusIsSpace: Bool = true) -> [UInt8] {
        PercentCoding.decodedBytes(text, plusIsSpace: plusIsSpace)
    }
}

/// Encoded names and values, in the order of their bytes.
typealias SignedPair = (name: String, value: String)

extension Array where Element == SignedPair {
    /// `name=value&...`, sorted by name, then by value.
    var sortedText: String {
        let sorted = sorted { left, right in
            left.name == right.name
                ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
                : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        return sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// Names and values of the wire in the one spelling.
    var respelled: [SignedPair] {
        map {
            (
                SignatureCoding.encoded(SignatureCoding.decoded($0.name)),
                SignatureCoding.encoded(SignatureCoding.decoded($0.value))
            )
        }
    }
}
