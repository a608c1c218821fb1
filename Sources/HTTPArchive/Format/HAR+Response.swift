extension HAR {
    /// The response that was received.
    public struct Response: Sendable, Hashable {
        /// The status; 0 when no response was received.
        public var status: Int
        /// The reason phrase as sent; empty with HTTP/2.
        public var statusText = ""
        /// The version, such as "HTTP/1.1"; empty when unknown.
        public var httpVersion = ""
        /// The cookies of its `Set-Cookie` fields.
        public var cookies: [Cookie] = []
        /// The header fields in their order, with their spelling and duplicates.
        public var headers: [Field] = []
        /// The body.
        public var content: Content
        /// The `Location` field; empty if there is none.
        public var redirectURL = ""
        /// The size of the head in bytes; -1 when unknown.
        public var headersSize = -1
        /// The size of the body as received, in bytes; -1 when unknown.
        public var bodySize = -1
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define; "_error" is the reason why there is no response, or only a part of it.
        public var other = Members()

        /// Creates a response without header fields.
        public init(status: Int, statusText: String = "", content: Content = Content()) {
            self.status = status
            self.statusText = statusText
            self.content = content
        }
    }

    /// The body of a response, decoded.
    public struct Content: Sendable, Hashable {
        /// The size in bytes.
        public var size: Int
        /// The number of bytes saved by compression; nil when unknown.
        public var compression: Int?
        /// The `Content-Type`; empty if there is none.
        public var mimeType: String
        /// The body as text; nil if it was not kept.
        public var text: String?
        /// The encoding "base64" when ``text`` is not the body itself; nil otherwise.
        public var encoding: String?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates content; by default without text, for a body that was not kept.
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
