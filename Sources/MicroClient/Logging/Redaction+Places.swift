import Foundation
import Secrets

extension Redaction {
    /// Where the secrets of a URL stand that their names tell, in order: user information, items of query and fragment.
    package static func places(inURL text: String) -> [SecretSpan] {
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
    package static func places(
        inItems bytes: ArraySlice<UInt8>, isForm: Bool = false,
        isSecret: (_ value: String, _ name: String) -> Bool = { Redaction.isSecret($0, under: $1) }
    ) -> [SecretSpan] {
        bytes.split(separator: UInt8(ascii: "&")).compactMap { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex else { return nil }
            let (name, range) = (decoded(item[..<equals]), (equals + 1)..<item.endIndex)
            return isSecret(decoded(bytes[range], isForm: isForm), name) ? SecretSpan(range, name) : nil
        }
    }

    /// The contents of parts of a multipart body whose names say that they are secret.
    ///
    /// - Source: RFC 2046, section 5.1.1; RFC 7578, section 4.2.
    package static func places(
        inParts bytes: UnsafeBufferPointer<UInt8>, type: String,
        isSecret: (_ value: String, _ name: String) -> Bool = { Redaction.isSecret($0, under: $1) }
    ) -> [SecretSpan] {
        guard let boundary = MultipartHead.boundary(ofType: type) else { return [] }
        let (data, delimiter) = (Data(buffer: bytes), Data("--\(boundary)".utf8))
        var (places, start) = ([SecretSpan](), 0)
        while start < data.count {
            let end = data.range(of: delimiter, in: start..<data.count) ?? data.count..<data.count
            if let part = part(data, start..<end.lowerBound), isSecret(part.value, part.place.name) {
                places.append(part.place)
            }
            start = max(end.upperBound, start + 1)
        }
        return places
    }

    private static func part(_ data: Data, _ part: Range<Int>) -> (value: String, place: SecretSpan)? {
        guard let blank = data.range(of: Data("\r\n\r\n".utf8), in: part),
            let name = MultipartHead.name(
                ofPart: String(decoding: data[part.lowerBound..<blank.lowerBound], as: UTF8.self))
        else { return nil }
        let hasEnd = data[blank.upperBound..<part.upperBound].suffix(2).elementsEqual("\r\n".utf8)
        let range = blank.upperBound..<part.upperBound - (hasEnd ? 2 : 0)
        return (String(decoding: data[range], as: UTF8.self), SecretSpan(range, name))
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isForm: Bool = false) -> String {
        var written = String(decoding: bytes, as: UTF8.self)
        if isForm { written = written.replacing("+", with: " ") }
        return written.removingPercentEncoding ?? written
    }

    /// Whether the value of a field of this name is a URL.
    package static func holdsURL(_ name: String) -> Bool { namesOfURLs.contains(name.lowercased()) }

    private static func userPlace(_ url: [UInt8]) -> SecretSpan? {
        guard let range = rangeOfUser(url), !range.isEmpty else { return nil }
        return SecretSpan(range, "user information")
    }
}
