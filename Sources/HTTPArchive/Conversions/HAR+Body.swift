import Foundation
import Text

extension HAR {
    /// The kept part of a body.
    public struct Body: Sendable, Hashable {
        /// The kept bytes, from the body's beginning.
        public var bytes: Data
        /// The length of the whole body in bytes; nil when unknown.
        public var length: Int64?
        /// Whether ``bytes`` is only a part of the body.
        public var isTruncated: Bool

        /// Creates a body; by default a whole one.
        public init(_ bytes: Data, length: Int64? = nil, isTruncated: Bool = false) {
            self.bytes = bytes
            self.length = length
            self.isTruncated = isTruncated
        }
    }

    /// The kept bodies of one hop; nil if nothing was kept.
    public struct Bodies: Sendable, Hashable {
        /// The body that was sent.
        public var request: Body?
        /// The body that was received, decoded.
        public var response: Body?

        /// Creates bodies; by default nothing was kept.
        public init(request: Body? = nil, response: Body? = nil) {
            self.request = request
            self.response = response
        }
    }
}

/// The text of a body in an archive.
struct ArchivedText {
    var text: String
    /// The encoding "base64", or nil when the text is the body itself.
    var encoding: String?

    init(text: String, encoding: String?) {
        self.text = text
        self.encoding = encoding
    }

    /// Encodes a body as text if that restores the same bytes: UTF-8, without another charset in its type. Else as base64.
    init(_ bytes: Data, mimeType: String) {
        let isUTF8 = Charset(of: mimeType) == .utf8 || bytes.allSatisfy { $0 < 0x80 }
        if isUTF8, let text = String(validatingUTF8Bytes: bytes) {
            self.init(text: text, encoding: nil)
        } else {
            self.init(text: bytes.base64EncodedString(), encoding: "base64")
        }
    }

    /// Returns the bytes; nil when the text is declared as base64 but is not.
    ///
    /// Other programs convert text to UTF-8 before they write it: it is converted back to the charset of its type, if possible.
    func bytes(mimeType: String) -> Data? {
        if encoding?.lowercased() == "base64" { return Data(base64Encoded: text, options: .ignoreUnknownCharacters) }
        return Charset(of: mimeType).encoding.flatMap { text.data(using: $0) } ?? Data(text.utf8)
    }
}

private enum Charset {
    case utf8
    case latin1
    case windows1252
    /// A charset that text is not converted back to.
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
    /// Creates a string; nil for bytes that are not UTF-8. `String(data:encoding:)` would drop a byte order mark.
    fileprivate init?(validatingUTF8Bytes bytes: Data) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}

extension HAR.PostData {
    /// The body as sent; nil when it was not kept: only the fields of a form are known, or the declared base64 is invalid.
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

    /// The boundary between the parts of a form; nil when it is no such form, or states none.
    private var boundary: String? {
        guard mimeType.lowercased().hasPrefix("multipart/form-data"),
            let start = mimeType.range(of: "boundary=", options: .caseInsensitive)?.upperBound
        else { return nil }
        let text = mimeType[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
        return text.isEmpty ? nil : text
    }

    /// Returns the parts of a form as they are sent.
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
    /// Whether ``body`` is only a part of it: ``text`` is only its beginning, or the content of a file in a form was not kept.
    public var isTruncated: Bool {
        other["_truncated"] == true
            || (text ?? "").isEmpty && params.contains { $0.fileName != nil && ($0.value ?? "").isEmpty }
    }
}
