import Foundation
import MicroClient
import Quoting
import Secrets
import Text

extension PositionMask {
    /// Returns a body of an archive, masked by its kind: JSON, a form, a multipart body, XML; and the URLs in it.
    mutating func bodyText(_ text: String, encoding: String?, mimeType: String) -> String {
        guard encoding?.lowercased() == "base64" else {
            var text = text
            return text.withUTF8 { body($0, mimeType).map { String(decoding: $0, as: UTF8.self) } } ?? text
        }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return text }
        let masked = data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self), mimeType) }
        return masked.map { Data($0).base64EncodedString() } ?? text
    }

    /// - Returns: The masked body; nil when nothing had to be masked.
    private mutating func body(_ bytes: UnsafeBufferPointer<UInt8>, _ mimeType: String) -> [UInt8]? {
        noteTokens(bytes)
        let found = SecretScan.places(inBody: bytes, type: mimeType, by: redaction.verdict)
        return masked(found.places.inOrder, numbers: found.numbers, in: bytes)
    }

    /// Returns text that may contain URLs, without their user information and the values of secret items, in query and fragment.
    mutating func url(_ text: String) -> String {
        noteTokens(text)
        guard text.utf8.contains(where: "?#@".utf8.contains) else { return text }
        var text = text
        return text.withUTF8 { bytes in
            masked(TextPlaces.all(in: bytes, by: redaction.verdict), in: bytes)
                .map { String(decoding: $0, as: UTF8.self) }
        } ?? text
    }

    /// - Parameter numbers: The offsets of the places that are JSON numbers.
    private mutating func masked(
        _ places: [SecretSpan], numbers: Set<Int> = [], in bytes: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        guard !places.isEmpty else { return nil }
        return Array(bytes).replacing(
            places.map { place in
                note(String(decoding: bytes[place.range], as: UTF8.self), named: place.name)
                if numbers.contains(place.range.lowerBound) { return (place.range, "0") }
                let isQuoted = place.range.lowerBound > 0 && bytes[place.range.lowerBound - 1] == UInt8(ascii: "\"")
                // A truncated text gets its closing quote.
                return (place.range, Redaction.mask + (isQuoted && place.range.upperBound == bytes.count ? "\"" : ""))
            })
    }

    /// Collects the text at a place, as written and decoded.
    private mutating func note(_ written: String, named name: String) {
        if name == "user information" {
            PercentCoding.decode(written).cut(at: ":").map { note($0.after) }
            return
        }
        note(written)
        note(FormItems.decode(written))
        var meant = written
        // JSON text may be nested in JSON text.
        for _ in 0..<3 where meant.contains("\\") {
            meant = JSONText.decoded(meant.utf8)
            note(meant)
        }
    }
}
