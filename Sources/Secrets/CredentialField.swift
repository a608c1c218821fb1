/// Finds credentials in the value of a header field.
package enum CredentialField {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Returns the values of cookies, or what follows the scheme: all that is secret in a field of this name, if anything in it is.
    static func places(in value: Bytes, named name: String) -> [SecretSpan] {
        switch name.lowercased() {
        case "cookie": cookies(in: value[...])
        // The attributes after the first pair are no secrets (RFC 6265, section 4.1.1).
        case "set-cookie": cookies(in: value.prefix { $0 != UInt8(ascii: ";") })
        default: [place(afterSchemeOf: value)].filter { !$0.range.isEmpty }
        }
    }

    /// Returns the values of the pairs of a `Cookie` field; empty ones are no places.
    ///
    /// - Source: RFC 6265, section 4.2.1.
    private static func cookies(in bytes: Slice<Bytes>) -> [SecretSpan] {
        bytes.indices.split { bytes[$0] == UInt8(ascii: ";") }.compactMap { pair in
            let pair = pair.drop { bytes[$0] == 0x20 }
            guard let first = pair.first, let last = pair.last(where: { bytes[$0] != 0x20 }) else { return nil }
            let equals = pair.first { bytes[$0] == UInt8(ascii: "=") }
            // Without a name, all of it may be the value.
            let start = equals.map { $0 + 1 } ?? first
            let name = equals.map { String(decoding: Array(bytes[first..<$0]), as: UTF8.self) } ?? ""
            return start <= last ? SecretSpan(start..<(last + 1), name) : nil
        }
    }

    /// Returns the place of the credentials after a word such as "Bearer", or of the whole value without one. White space around the value belongs to
    /// neither.
    ///
    /// - Source: RFC 9110, section 11.4.
    private static func place(afterSchemeOf bytes: Bytes) -> SecretSpan {
        let text = bytes.drop(while: isSpaceOrTab)
        let end = text.lastIndex { !isSpaceOrTab($0) }.map { $0 + 1 } ?? text.startIndex
        let word = text[..<end].prefix { $0 != 0x20 }
        let isWord = word.endIndex < end && word.allSatisfy { isLetter($0) || $0 == 0x2D }
        return SecretSpan((isWord ? word.endIndex + 1 : text.startIndex)..<end, "")
    }

    /// Returns the texts of `Basic` credentials: user and password as one, and the password; empty for others.
    ///
    /// - Source: RFC 7617, section 2.
    package static func basicTexts(in value: String) -> [String] {
        let bytes = Array(value.utf8)
        guard bytes.prefix(6).map({ $0 | 0x20 }) == Array("basic ".utf8),
            let pair = bytes.withUnsafeBufferPointer({ Base64.decoded($0[place(afterSchemeOf: $0).range]) })
        else { return [] }
        let password = pair.firstIndex(of: UInt8(ascii: ":")).map { pair[($0 + 1)...] }
        return ([pair[...]] + [password].compactMap { $0 }).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// Base64 as credentials are written in.
enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the decoded bytes; nil if the text is no Base64, or lacks its padding.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }.map { alphabet.firstIndex(of: $0) }
        guard text.count % 4 == 0, !digits.contains(nil), digits.count + 2 >= text.count else { return nil }
        var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
        for digit in digits {
            (bits, count) = ((bits << 6 | (digit ?? 0)) & 0xFFFF, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }
}
