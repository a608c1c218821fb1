import MicroClient
import Secrets

/// The places of suspected secrets, recognised by the names before them.
struct SuspectedPlaces {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The places in order, none within another; markers and masks are left out.
    private(set) var places: [SecretSpan]
    /// The starts of those places that are numbers in JSON.
    private(set) var quoted: Set<Int> = []

    /// Finds the suspected secrets in any text: user information and items of the URLs in it.
    init(inText bytes: Bytes) { places = TextPlaces.all(in: bytes).notMarked(in: bytes).inOrder }

    /// - Parameter type: The `Content-Type` of the body.
    init(inBody bytes: Bytes, type: String) {
        let found = SecretScan.places(inBody: bytes, type: type)
        places = found.places.notMarked(in: bytes).inOrder
        quoted = found.numbers.intersection(places.map(\.range.lowerBound))
    }
}

extension Redaction {
    /// Returns the body of a request as it may be shown: values whose names suggest a secret, and tokens of well-known services, are replaced by
    /// dots.
    ///
    /// - Parameter isForm: Whether it is written like a query.
    package static func body(_ text: String, isForm: Bool) -> String {
        let type = isForm ? "application/x-www-form-urlencoded" : ""
        let shown = Array(text.utf8).withUnsafeBufferPointer { bytes in
            hiding(SuspectedPlaces(inBody: bytes, type: type).places, in: text)
        }
        return hidingTokens(shown)
    }
}

extension [SecretSpan] {
    fileprivate func notMarked(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        filter { place in
            let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[place.range]), as: UTF8.self)
            return !text.contains(Redaction.mask) && !SecretPlaceholder.areAll(of: text)
        }
    }
}

extension SecretPlaceholder {
    /// Whether a text consists of nothing but markers, as far as can be seen.
    static func areAll(of text: String) -> Bool {
        let names = Self.names(in: text)
        return !names.isEmpty && names.reduce(0) { $0 + Self.text(of: $1).utf8.count } == text.utf8.count
    }

    /// Returns the texts in double braces, in order, as far as they may be names of markers.
    public static func names(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
        let bytes = Array(text.utf8)
        var names: [String] = []
        var index = 0
        while index + 4 < bytes.count {
            guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{"),
                let end = endOfName(bytes, from: index + 2)
            else {
                index += 1
                continue
            }
            names.append(String(decoding: bytes[(index + 2)..<end], as: UTF8.self))
            index = end + 2
        }
        return names
    }

    private static let longestName = 200

    private static func endOfName(_ bytes: [UInt8], from start: Int) -> Int? {
        let end = bytes[start...].prefix(longestName).firstIndex { $0 == 0x7B || $0 == 0x7D || $0 < 0x20 }
        guard let end, end > start, end + 1 < bytes.count, bytes[end] == 0x7D, bytes[end + 1] == 0x7D else {
            return nil
        }
        return end
    }
}
