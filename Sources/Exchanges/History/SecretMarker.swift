/// What stands in the place of a secret in a request that the history keeps, and what it takes to put the secret back.
///
/// In the text it reads `{{NAME}}`, as a variable does in a request.
public struct SecretMarker: Sendable, Hashable {
    /// The variable's name, or what the secret is: "token", "Authorization".
    public var name: String
    public var place: Place
    /// Where the marker begins in the text of its place, in bytes of UTF-8.
    public var offset: Int
    public var spelling: Spelling

    public init(name: String, place: Place, offset: Int, spelling: Spelling) {
        self.name = name
        self.place = place
        self.offset = offset
        self.spelling = spelling
    }

    /// As it stands in the text: "{{token}}".
    public var text: String { Self.text(of: name) }

    public static func text(of name: String) -> String { "{{\(name)}}" }

    /// Where it stands in a text of so many bytes; nil when it does not lie within.
    ///
    /// What is read from a file may name any place.
    func range(in count: Int) -> Range<Int>? {
        let length = text.utf8.count
        return 0...count ~= offset && length <= count - offset ? offset..<offset + length : nil
    }

    /// Which part of the request it stands in.
    public enum Place: Sendable, Hashable {
        case url
        /// The value of a header field, by its index among the fields of the request.
        case header(Int)
        case body
    }

    /// How the secret was written there.
    public enum Spelling: Sendable, Hashable {
        /// The value itself.
        case plain
        /// With all escaped but letters, digits and `-_.!~*'()`, as the values of a URL's query are (RFC 3986, section 2.1).
        case percentEncoded
        /// As a string of JSON, without its quotes.
        case json
        /// The characters of base64 that depend on the value alone.
        ///
        /// - offset: 0 to 2, where in a group of three bytes the value begins.
        case base64(offset: Int, isURLSafe: Bool)
        /// By another rule, of this name: "form", "goJSON".
        case escaped(rule: String)
        /// The whole value of a field that holds credentials: made anew by what signs or authorises, or asked for.
        case wholeField
        /// In a spelling of its server's own, which cannot be made again.
        case other
    }
}
