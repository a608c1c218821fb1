import Foundation
import MicroClient
import Quoting
import Secrets
import Text

extension PositionMask {
    /// A body as an archive holds it, masked by what it is: JSON, a form, a multipart body. Others stay.
    mutating func bodyText(_ text: String, encoding: String?, mimeType: String) -> String {
        guard encoding?.lowercased() == "base64" else {
            var text = text
            return text.withUTF8 { body($0, mimeType).map { String(decoding: $0, as: UTF8.self) } } ?? text
        }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return text }
        let masked = data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self), mimeType) }
        return masked.map { Data($0).base64EncodedString() } ?? text
    }

    /// - Returns: nil when nothing had to be masked.
    private mutating func body(_ bytes: UnsafeBufferPointer<UInt8>, _ mimeType: String) -> [UInt8]? {
        noteTokens(bytes)
        let type = mimeType.lowercased()
        if type.beginsWithBytes(of: "application/x-www-form-urlencoded") { return form(bytes) }
        if type.beginsWithBytes(of: "multipart/") { return multipart(bytes, mimeType) }
        return type.contains("json") || Self.looksLikeJSON(bytes) ? json(bytes) : nil
    }

    private static func looksLikeJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private mutating func form(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let places = SecretScan.places(inItems: Array(bytes)[...], isForm: true) { redaction.isSecret($0, under: $1) }
        note(places, in: bytes)
        return Self.masked(places.map(\.range), in: bytes) { _ in Redaction.mask }
    }

    /// Text in which URLs may stand, without user information and the values of secret items, in query and fragment.
    mutating func url(_ text: String) -> String {
        noteTokens(text)
        guard text.utf8.contains(where: "?#@".utf8.contains) else { return text }
        var text = text
        let masked = text.withUTF8 { bytes in
            let places = TextPlaces.all(in: bytes, by: redaction.verdict)
            note(places, in: bytes)
            return Self.masked(places.map(\.range), in: bytes) { _ in Redaction.mask }
        }
        return masked.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private mutating func note(_ places: [SecretSpan], in bytes: UnsafeBufferPointer<UInt8>) {
        for place in places {
            let value = String(decoding: bytes[place.range], as: UTF8.self)
            if place.name == "user information" {
                PercentCoding.decode(value).cut(at: ":").map { note($0.after) }
            } else {
                note(FormItems.decode(value))
                note(value)
            }
        }
    }

    private mutating func json(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let members = MemberPlaces(in: bytes, by: redaction.verdict)
        for value in members.values { note(value) }
        return Self.masked(members.places.map(\.range), in: bytes) { range in
            if members.numbers.contains(range.lowerBound) { return "0" }
            // A text that ends too early ends with its quote.
            return range.upperBound == bytes.count ? Redaction.mask + "\"" : Redaction.mask
        }
    }

    /// Parts whose names are secret keep their head and lose their content.
    private mutating func multipart(_ bytes: UnsafeBufferPointer<UInt8>, _ type: String) -> [UInt8]? {
        let parts = SecretScan.places(inParts: bytes, type: type) { redaction.isSecret($0, under: $1) }.map(\.range)
        for part in parts { note(String(decoding: bytes[part], as: UTF8.self)) }
        return Self.masked(parts, in: bytes) { _ in Redaction.mask }
    }

    private static func masked(
        _ ranges: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>, by mask: (Range<Int>) -> String
    ) -> [UInt8]? {
        ranges.isEmpty ? nil : Array(bytes).replacing(ranges.map { ($0, mask($0)) })
    }
}
