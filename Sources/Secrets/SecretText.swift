import Text

/// A place of a secret in a text: of a value that was put there, of one after the name of a secret, or of a token.
package struct SecretSpan: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A value under a name.
        case value
        /// A value of JSON that is a number, without quotes around it.
        case number
        /// The user, and the password, before the host of a URL.
        case userInformation
        /// A token that is known by its look; the name says whose.
        case token
        /// A value that the request was made of: a marker in its place has its name.
        case given
    }

    /// The place in UTF-8 bytes.
    package var range: Range<Int>
    /// The name of the variable, the decoded name before it ("api_key"), or what it is ("GitHub token").
    package var name: String
    package var kind: Kind

    package init(_ range: Range<Int>, _ name: String, _ kind: Kind = .value) {
        (self.range, self.name, self.kind) = (range, name, kind)
    }

    /// The name of a variable to put in its place: "password", "Authorization", "token".
    package var variableName: String {
        switch kind {
        case .token: return name.split(separator: " ").last.map { $0.lowercased() } ?? "token"
        case .userInformation: return "password"
        case .value, .number, .given:
            let plain = name.utf8.map { PercentCoding.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x2D ? $0 : 0x5F }
            return String(decoding: plain, as: UTF8.self)
        }
    }

    /// Creates the place of user information; nil if that is empty.
    init?(userInformation range: Range<Int>) {
        if range.isEmpty { return nil }
        self.init(range, "user information", .userInformation)
    }

    package func shifted(by count: Int) -> SecretSpan {
        SecretSpan(range.lowerBound + count..<range.upperBound + count, name, kind)
    }
}

/// A text that knows which of its bytes are secret. It keeps that through every encoding, so that a secret of a single byte is found where it was put.
package struct SecretText: Sendable, Hashable, ExpressibleByStringLiteral {
    package private(set) var bytes: [UInt8] = []
    /// The secrets in order, none within another, none empty.
    package private(set) var spans: [SecretSpan] = []

    package init(_ bytes: [UInt8], _ spans: [SecretSpan]) { (self.bytes, self.spans) = (bytes, spans) }

    /// - Parameter name: the name of the secret that the text is as a whole; nil if it is none.
    package init(_ text: String = "", secret name: String? = nil) {
        bytes = Array(text.utf8)
        if let name, !bytes.isEmpty { spans = [SecretSpan(0..<bytes.count, name)] }
    }

    package init(stringLiteral text: String) { self.init(text) }

    package var string: String { String(decoding: bytes, as: UTF8.self) }
    package var isEmpty: Bool { bytes.isEmpty }

    /// The text without white space at both ends.
    package var trimmed: SecretText {
        func blank(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
            scalars.prefix(while: \.properties.isWhitespace).reduce(0) { $0 + UTF8.width($1) }
        }
        let scalars = string.unicodeScalars
        let end = bytes.count - blank(scalars.reversed())
        return self[min(blank(scalars), end)..<end]
    }

    /// Returns the text as one secret; itself if it is one already.
    package func secret(_ name: String) -> SecretText {
        spans.map(\.range) == [bytes.indices] ? self : SecretText(string, secret: name)
    }

    /// A part of the text, with what is secret in that part.
    package subscript(range: some RangeExpression<Int>) -> SecretText {
        let range = range.relative(to: bytes)
        let within = spans.filter { $0.range.overlaps(range) }.map {
            SecretSpan($0.range.clamped(to: range), $0.name).shifted(by: -range.lowerBound)
        }
        return SecretText(Array(bytes[range]), within)
    }

    package static func + (first: SecretText, second: SecretText) -> SecretText {
        var both = first
        both += second
        return both
    }

    package static func += (text: inout SecretText, more: SecretText) {
        text.spans += more.spans.map { $0.shifted(by: text.bytes.count) }
        text.bytes += more.bytes
    }

    /// Returns the text with others in the place of parts, which are in order.
    package func replacing(_ parts: some Sequence<(Range<Int>, SecretText)>) -> SecretText {
        var (output, copied) = (SecretText(), 0)
        for (range, text) in parts {
            output += self[copied..<range.lowerBound] + text
            copied = range.upperBound
        }
        return output + self[copied...]
    }

    /// Returns the text with each stretch encoded by itself that is secret as a whole or not at all.
    package func encoded(_ encode: (String) -> String) -> SecretText {
        var (output, copied) = (SecretText(), 0)
        for span in spans {
            output += SecretText(encode(String(decoding: bytes[copied..<span.range.lowerBound], as: UTF8.self)))
            output += SecretText(encode(String(decoding: bytes[span.range], as: UTF8.self)), secret: span.name)
            copied = span.range.upperBound
        }
        return output + SecretText(encode(String(decoding: bytes[copied...], as: UTF8.self)))
    }

    /// Returns the text rewritten piece by piece: what is made of a byte of a secret is secret.
    ///
    /// - Parameter write: appends what is written for the piece that begins at an offset, and returns how many bytes that piece has.
    package func rewritten(_ write: (_ offset: Int, _ output: inout [UInt8]) -> Int) -> SecretText {
        var (output, rewritten, rest) = ([UInt8](), [SecretSpan](), spans[...])
        var (place, start) = (0, nil as Int?)
        while place < bytes.count {
            let before = output.count
            place += max(1, write(place, &output))
            while let span = rest.first, span.range.lowerBound < place {
                start = start ?? before
                guard span.range.upperBound <= place else { break }
                if let start, start < output.count { rewritten.append(SecretSpan(start..<output.count, span.name)) }
                (start, rest) = (nil, rest.dropFirst())
            }
        }
        return SecretText(output, rewritten)
    }
}

extension Sequence<SecretText> {
    package func joined(separator: SecretText) -> SecretText {
        reduce(into: (text: SecretText(), isFirst: true)) { all, text in
            // In place: a form can have thousands of rows.
            if !all.isFirst { all.text += separator }
            all.text += text
            all.isFirst = false
        }.text
    }
}
