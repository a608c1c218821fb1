import Foundation
import Text

extension HAR {
    /// What was kept of a body.
    public struct Body: Sendable, Hashable {
        /// From the body's beginning.
        public var bytes: Data
        /// The whole length in bytes; nil when unknown.
        public var length: Int64?
        /// Whether ``bytes`` is not all of it.
        public var isTruncated: Bool

        /// A whole body unless said otherwise.
        public init(_ bytes: Data, length: Int64? = nil, isTruncated: Bool = false) {
            self.bytes = bytes
            self.length = length
            self.isTruncated = isTruncated
        }
    }

    /// What was kept of the bodies of one hop; nil where nothing was.
    public struct Bodies: Sendable, Hashable {
        /// What was sent.
        public var request: Body?
        /// What was received, decoded.
        public var response: Body?

        /// Nothing was kept unless given.
        public init(request: Body? = nil, response: Body? = nil) {
            self.request = request
            self.response = response
        }
    }
}

/// A body as the text that an archive holds.
struct ArchivedText {
    var text: String
    /// "base64", or nil when the text is the body itself.
    var encoding: String?

    init(text: String, encoding: String?) {
        self.text = text
        self.encoding = encoding
    }

    /// Text where that gives the same bytes again: UTF-8, and not said to be in another charset. Else base64.
    init(_ bytes: Data, mimeType: String) {
        let isUTF8 = Charset(of: mimeType) == .utf8 || bytes.allSatisfy { $0 < 0x80 }
        if isUTF8, let text = String(validatingUTF8Bytes: bytes) {
            self.init(text: text, encoding: nil)
        } else {
            self.init(text: bytes.base64EncodedString(), encoding: "base64")
        }
    }

    /// The bytes; nil when the text is no base64 although it should be.
    ///
    /// Other programs turn text into UTF-8 before they write it: it is turned back into the charset of its type, where that is possible.
    func bytes(mimeType: String) -> Data? {
        if encoding?.lowercased() == "base64" { return Data(base64Encoded: text, options: .ignoreUnknownCharacters) }
        return Charset(of: mimeType).encoding.flatMap { text.data(using: $0) } ?? Data(text.utf8)
    }
}

private enum Charset {
    case utf8
    case latin1
    case windows1252
    /// One that text is not turned back into.
    case other

    init(of mimeType: String) {
        let parameters = mimeType.lowercased().split(separator: ";").dropFirst()
        let charset = parameters.map { $0.filter { $0 != " " && $0 != "\"" } }.first { $0.hasPrefix("charset=") }
        switch charset?.dropFirst("charset=".count) {
        case nil, "utf-8", "utf8", "us-ascii": self = .utf8
        case "iso-8859-1", "latin1": self = .latin1
        case "windows-1252": self = .windows1252
        default: self = .other
        }
    }

    var encoding: String.Encoding? {
        switch self {
        case .latin1: .isoLatin1
        case .windows1252: .windowsCP1252
        case .utf8, .other: nil
        }
    }
}

extension String {
    /// Nil for bytes that are no UTF-8. `String(data:encoding:)` would drop a byte order mark.
    fileprivate init?(validatingUTF8Bytes bytes: Data) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}

extension HAR.PostData {
    /// The body as sent. Nil when it was not kept: a form of which only fields are known, or no base64 where that was promised.
    public var body: Data? {
        if let text, !(text.isEmpty && !params.isEmpty) {
            return ArchivedText(text: text, encoding: encoding).bytes(mimeType: mimeType)
        }
        if let boundary { return multipart(boundary) }
        guard mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return nil }
        return Data(
            params.map { PercentCoding.encodeForm($0.name) + "=" + PercentCoding.encodeForm($0.value ?? "") }
                .joined(separator: "&").utf8)
    }

    /// What stands between the parts of a form; nil when it is no such form, or does not say.
    private var boundary: String? {
        guard mimeType.lowercased().hasPrefix("multipart/form-data"),
            let start = mimeType.range(of: "boundary=", options: .caseInsensitive)?.upperBound
        else { return nil }
        let text = mimeType[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
        return text.isEmpty ? nil : text
    }

    /// The parts of a form as they are sent.
    ///
    /// - Source: RFC 7578, section 4.
    private func multipart(_ boundary: String) -> Data {
        let parts = params.map { param in
            let name = Self.quoted("name", param.name) + (param.fileName.map { Self.quoted("filename", $0) } ?? "")
            let type = param.contentType.map { "Content-Type: \($0)\r\n" } ?? ""
            return "--\(boundary)\r\nContent-Disposition: form-data\(name)\r\n\(type)\r\n\(param.value ?? "")\r\n"
        }
        return Data((parts.joined() + "--\(boundary)--\r\n").utf8)
    }

    private static func quoted(_ name: String, _ value: String) -> String {
        let value = value.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\r", with: "%0D")
        return "; \(name)=\"\(value.replacingOccurrences(of: "\n", with: "%0A"))\""
    }

    init(_ body: HAR.Body, mimeType: String) {
        let text = ArchivedText(body.bytes, mimeType: mimeType)
        self.init(mimeType: mimeType, text: text.text)
        encoding = text.encoding
        if body.isTruncated { other["_truncated"] = true }
    }
}

extension HAR.Content {
    /// The decoded body; nil when it was not kept.
    public var body: Data? {
        text.flatMap { ArchivedText(text: $0, encoding: encoding).bytes(mimeType: mimeType) }
    }

    /// Whether ``text`` is only the beginning of the body.
    public var isTruncated: Bool { other["_truncated"] == true }

    init(_ body: HAR.Body?, size: Int, mimeType: String) {
        self.init(size: size, mimeType: mimeType)
        guard let body else { return }
        let text = ArchivedText(body.bytes, mimeType: mimeType)
        self.text = text.text
        encoding = text.encoding
        if body.isTruncated { other["_truncated"] = true }
    }
}

extension HAR.PostData {
    /// Whether ``body`` is not all of it: ``text`` is only its beginning, or the content of a file in a form was not kept.
    public var isTruncated: Bool {
        other["_truncated"] == true
            || (text ?? "").isEmpty && params.contains { $0.fileName != nil && ($0.value ?? "").isEmpty }
    }
}
