import Foundation

extension HAR {
    /// What was sent.
    public struct Request: Sendable, Hashable {
        public var method: String
        /// Absolute, without a fragment.
        public var url: String
        /// "HTTP/1.1"; empty when unknown.
        public var httpVersion = ""
        public var cookies: [Cookie] = []
        public var headers: [Field] = []
        /// The items of the URL's query, decoded.
        public var queryString: [Field] = []
        /// Nil without a body.
        public var postData: PostData?
        /// In bytes; -1 when unknown.
        public var headersSize = -1
        /// In bytes; -1 when unknown.
        public var bodySize = -1
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        public init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// A header field, or an item of a query.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A cookie sent, or set.
    public struct Cookie: Sendable, Hashable {
        public var name: String
        public var value: String
        public var path: String?
        public var domain: String?
        /// As the archive has it; the specification asks for ISO 8601. Nil or empty: until the session ends.
        public var expires: String?
        public var httpOnly: Bool?
        public var secure: Bool?
        public var comment: String?
        /// Members that the format does not name, "sameSite" among them.
        public var other = Members()

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The body of a request.
    public struct PostData: Sendable, Hashable {
        public var mimeType: String
        /// The fields of a form.
        public var params: [Param]
        /// The body as text; nil when only ``params`` say what was sent.
        public var text: String?
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        public init(mimeType: String, text: String?, params: [Param] = []) {
            self.mimeType = mimeType
            self.text = text
            self.params = params
        }

        /// "base64" when ``text`` is not the body itself; nil otherwise.
        ///
        /// The format has no such member, and some programs write "encoding": that is read, "_encoding" is written.
        public var encoding: String? {
            get { other["_encoding"]?.text ?? other["encoding"]?.text }
            set {
                other["encoding"] = nil
                other["_encoding"] = newValue.map(HAR.JSON.string)
            }
        }
    }

    /// One field of a form.
    public struct Param: Sendable, Hashable {
        public var name: String
        /// The value, or a file's content; nil when neither was kept.
        public var value: String?
        public var fileName: String?
        public var contentType: String?
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        public init(name: String, value: String? = nil, fileName: String? = nil, contentType: String? = nil) {
            self.name = name
            self.value = value
            self.fileName = fileName
            self.contentType = contentType
        }
    }
}

extension HAR.Request: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        method = try members.takeString("method") ?? "GET"
        guard let url = try members.takeString("url") else {
            throw HARError("expected a string, found nothing", path: "url")
        }
        self.url = url
        httpVersion = try members.takeString("httpVersion") ?? ""
        cookies = try members.takeList("cookies") ?? []
        headers = try members.takeList("headers") ?? []
        queryString = try members.takeList("queryString") ?? []
        postData = try members.takeValue("postData")
        headersSize = try members.takeInt("headersSize") ?? -1
        bodySize = try members.takeInt("bodySize") ?? -1
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("method", method)
        members.put("url", url)
        members.put("httpVersion", httpVersion)
        members.put("cookies", cookies)
        members.put("headers", headers)
        members.put("queryString", queryString)
        members.put("postData", postData)
        members.put("headersSize", headersSize)
        members.put("bodySize", bodySize)
        members.put("comment", comment)
    }
}

extension HAR.Field: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        name = try members.takeString("name") ?? ""
        value = try members.takeString("value") ?? ""
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("name", name)
        members.put("value", value)
        members.put("comment", comment)
    }
}

extension HAR.Cookie: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        name = try members.takeString("name") ?? ""
        value = try members.takeString("value") ?? ""
        path = try members.takeString("path")
        domain = try members.takeString("domain")
        expires = try members.takeString("expires")
        httpOnly = try members.takeBool("httpOnly")
        secure = try members.takeBool("secure")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("name", name)
        members.put("value", value)
        members.put("path", path)
        members.put("domain", domain)
        members.put("expires", expires)
        members.put("httpOnly", httpOnly)
        members.put("secure", secure)
        members.put("comment", comment)
    }
}

extension HAR.PostData: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        mimeType = try members.takeString("mimeType") ?? ""
        params = try members.takeList("params") ?? []
        text = try members.takeString("text")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("mimeType", mimeType)
        members.put("params", params)
        // The specification wants one even where the params say it all.
        members.put("text", text ?? "")
        members.put("comment", comment)
    }
}

extension HAR.Param: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        name = try members.takeString("name") ?? ""
        value = try members.takeString("value")
        fileName = try members.takeString("fileName")
        contentType = try members.takeString("contentType")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("name", name)
        members.put("value", value)
        members.put("fileName", fileName)
        members.put("contentType", contentType)
        members.put("comment", comment)
    }
}
