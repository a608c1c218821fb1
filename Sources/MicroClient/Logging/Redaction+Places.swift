import Foundation
import Secrets

extension Redaction {
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

    /// Whether the value of a field of this name is a URL.
    package static func holdsURL(_ name: String) -> Bool { namesOfURLs.contains(name.lowercased()) }
}
