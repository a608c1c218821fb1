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
    init(reading members: inout HAR.Members) throws {
        status = try members.takeInt("status") ?? 0
        statusText = try members.takeString("statusText") ?? ""
        httpVersion = try members.takeString("httpVersion") ?? ""
        cookies = try members.takeList("cookies") ?? []
        headers = try members.takeList("headers") ?? []
        content = try members.takeValue("content") ?? HAR.Content()
        redirectURL = try members.takeString("redirectURL") ?? ""
        headersSize = try members.takeInt("headersSize") ?? -1
        bodySize = try members.takeInt("bodySize") ?? -1
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("status", status)
        members.put("statusText", statusText)
        members.put("httpVersion", httpVersion)
        members.put("cookies", cookies)
        members.put("headers", headers)
        members.put("content", content)
        members.put("redirectURL", redirectURL)
        members.put("headersSize", headersSize)
        members.put("bodySize", bodySize)
        members.put("comment", comment)
    }
}

extension HAR.Content: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        size = try members.takeInt("size") ?? 0
        compression = try members.takeInt("compression")
        mimeType = try members.takeString("mimeType") ?? ""
        text = try members.takeString("text")
        encoding = try members.takeString("encoding")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("size", size)
        members.put("compression", compression)
        members.put("mimeType", mimeType)
        members.put("text", text)
        members.put("encoding", encoding)
        members.put("comment", comment)
    }
}
