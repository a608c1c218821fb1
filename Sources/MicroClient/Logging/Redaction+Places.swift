extension Redaction {
    /// Where a secret stands because of what it stands under.
    package struct Place: Sendable, Hashable {
        /// What it stands under, decoded: "api_key".
        package var name: String
        /// In bytes of UTF-8.
        package var range: Range<Int>
        /// Whether the name is that of a secret which was put there, not what it stands under.
        package var isGiven = false

        package init(name: String, range: Range<Int>, isGiven: Bool = false) {
            (self.name, self.range, self.isGiven) = (name, range, isGiven)
        }
    }

    /// Where the secrets of a URL stand that their names tell, in order: user information, items of query and fragment.
    package static func places(inURL text: String) -> [Place] {
        let bytes = Array(text.utf8)
        let user = userPlace(bytes).map { [$0] } ?? []
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let query = mark < hash ? places(inItems: bytes[(mark + 1)..<hash]) : []
        return user + query + (hash < bytes.endIndex ? places(inItems: bytes[(hash + 1)...]) : [])
    }

    /// The same of the items of a query, or of a form that is written like one.
    ///
    /// - Parameter isForm: whether a plus sign is a blank for sure.
    package static func places(inItems bytes: ArraySlice<UInt8>, isForm: Bool = false) -> [Place] {
        bytes.split(separator: UInt8(ascii: "&")).compactMap { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex else { return nil }
            let (name, range) = (decoded(item[..<equals]), (equals + 1)..<item.endIndex)
            return isSecret(decoded(bytes[range], isForm: isForm), under: name) ? Place(name: name, range: range) : nil
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isForm: Bool = false) -> String {
        var written = String(decoding: bytes, as: UTF8.self)
        if isForm { written = written.replacing("+", with: " ") }
        return written.removingPercentEncoding ?? written
    }

    /// Whether the value of a field of this name is a URL.
    package static func holdsURL(_ name: String) -> Bool { namesOfURLs.contains(name.lowercased()) }

    private static func userPlace(_ url: [UInt8]) -> Place? {
        guard let range = rangeOfUser(url), !range.isEmpty else { return nil }
        return Place(name: "user information", range: range)
    }
}
