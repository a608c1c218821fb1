public import BodyStore
import Quoting
import Text

/// Markers in the place of numbers, which make JSON invalid: `{"pin":{{pin}}}`.
public enum BareMarkers {
    /// Returns the text with such markers in quotes; unchanged if there are none. Valid JSON is never changed.
    public static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        var markers: [(Range<Int>, String)] = []
        var isInString = false
        var cursor = 0
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\\") where isInString: cursor += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString:
                guard let marker = marker(in: bytes, at: cursor) else { break }
                markers.append((marker, "\"\(String(decoding: bytes[marker], as: UTF8.self))\""))
                cursor = marker.upperBound - 1
            default: break
            }
            cursor += 1
        }
        return markers.isEmpty ? bytes : bytes.replacing(markers)
    }

    /// Returns a copy of a body with such markers in quotes; the body itself if there are none, or if it is too long to be copied.
    public static func quoted(_ body: BodyStore) -> BodyStore {
        guard body.count <= longestBody else { return body }
        let bytes = body.copy(0..<body.count)
        let quoted = quoted(bytes)
        return quoted.count == bytes.count ? body : BodyStore(quoted)
    }

    /// The length of the longest body that is copied, in bytes.
    private static let longestBody = 64 << 20

    private static func marker(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        SecretPlaceholder.range(in: bytes, at: start).flatMap {
            bytes[$0].contains(UInt8(ascii: "\"")) ? nil : $0
        }
    }

    /// Whether a text contains a marker.
    public static func isIn(_ text: String) -> Bool {
        guard text.containsBytes(of: "{{") else { return false }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { bytes[$0] == UInt8(ascii: "{") && marker(in: bytes, at: $0) != nil }
    }
}
