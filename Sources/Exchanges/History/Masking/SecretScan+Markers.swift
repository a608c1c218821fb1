import MicroClient
import Secrets

extension SecretScan {
    /// The scan of texts that may hold masks already.
    static let unmasked = SecretScan { $0.contains(Redaction.mask) }

    /// The scan of exchanges that may hold markers and masks already.
    package static let unmarked = SecretScan { $0.contains(Redaction.mask) || SecretPlaceholder.areAll(of: $0) }
}

extension Redaction {
    /// Returns the body of a request as it may be shown: values whose names suggest a secret, and tokens of well-known services, are replaced by
    /// dots.
    ///
    /// - Parameter type: Its `Content-Type`.
    package static func body(_ text: String, type: String) -> String {
        SecretScan.unmarked.hiding(text, as: .body(type: type))
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
            guard let marker = range(in: bytes, at: index) else {
                index += 1
                continue
            }
            names.append(String(decoding: bytes[marker].dropFirst(2).dropLast(2), as: UTF8.self))
            index = marker.upperBound
        }
        return names
    }

    private static let longestName = 200

    /// Returns the range of the marker that begins at an index; nil if none does.
    static func range(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard bytes[start...].starts(with: "{{".utf8) else { return nil }
        let name = bytes[(start + 2)...].prefix(longestName).prefix { $0 != 0x7B && $0 != 0x7D && $0 >= 0x20 }
        guard !name.isEmpty, bytes[name.endIndex...].starts(with: "}}".utf8) else { return nil }
        return start..<name.endIndex + 2
    }
}
