extension HAR {
    /// What came back.
    public struct Response: Sendable, Hashable {
        /// 0 when nothing did.
        public var status: Int
        /// As sent; empty with HTTP/2.
        public var statusText = ""
        /// "HTTP/1.1"; empty when unknown.
        public var httpVersion = ""
        /// Those of its `Set-Cookie` fields.
        public var cookies: [Cookie] = []
        /// In their order, with their spelling and duplicates.
        public var headers: [Field] = []
        /// The body.
        public var content: Content
        /// The `Location` field; empty without one.
        public var redirectURL = ""
        /// In bytes; -1 when unknown.
        public var headersSize = -1
        /// As received, in bytes; -1 when unknown.
        public var bodySize = -1
        /// For people.
        public var comment: String?
        /// Members that the format does not name; "_error" tells why there is no answer, or only a part of it.
        public var other = Members()

        /// Without header fields.
        public init(status: Int, statusText: String = "", content: Content = Content()) {
            self.status = status
            self.statusText = statusText
            self.content = content
        }
    }

    /// The body of an answer, decoded.
    public struct Content: Sendable, Hashable {
        /// In bytes.
        public var size: Int
        /// Bytes saved by compression; nil when unknown.
        public var compression: Int?
        /// The `Content-Type`; empty without one.
        public var mimeType: String
        /// Nil: the body was not kept.
        public var text: String?
        /// "base64" when ``text`` is not the body itself; nil otherwise.
        public var encoding: String?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Without text: a body that was not kept.
        public init(size: Int = 0, mimeType: String = "", text: String? = nil, encoding: String? = nil) {
            self.size = size
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
        }
    }
}

extension HAR.Response: ArchiveValue {
    static var blank: Self { Self(status: 0) }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("status", &status)
        coder.code("statusText", &statusText)
        coder.code("httpVersion", &httpVersion)
        coder.code("cookies", &cookies)
        coder.code("headers", &headers)
        coder.code("content", &content)
        coder.code("redirectURL", &redirectURL)
        coder.code("headersSize", &headersSize)
        coder.code("bodySize", &bodySize)
        coder.code("comment", &comment)
    }
}

extension HAR.Content: ArchiveValue {
    static var blank: Self { Self() }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("size", &size)
        coder.code("compression", &compression)
        coder.code("mimeType", &mimeType)
        coder.code("text", &text)
        coder.code("encoding", &encoding)
        coder.code("comment", &comment)
    }
}
