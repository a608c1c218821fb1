import Foundation

extension HAR {
    /// What was sent.
    public struct Request: Sendable, Hashable {
        /// As sent, in its own case.
        public var method: String
        /// Absolute, without a fragment.
        public var url: String
        /// "HTTP/1.1"; empty when unknown.
        public var httpVersion = ""
        /// Those of its `Cookie` fields, one by one.
        public var cookies: [Cookie] = []
        /// In their order, with their spelling and duplicates.
        public var headers: [Field] = []
        /// The items of the URL's query, decoded.
        public var queryString: [Field] = []
        /// Nil without a body.
        public var postData: PostData?
        /// In bytes; -1 when unknown.
        public var headersSize = -1
        /// In bytes; -1 when unknown.
        public var bodySize = -1
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Without header fields and body.
        public init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// A header field, or an item of a query.
    public struct Field: Sendable, Hashable {
        /// As spelled.
        public var name: String
        /// Empty where the archive has none.
        public var value: String
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// A name and its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A cookie sent, or set.
    public struct Cookie: Sendable, Hashable {
        /// As spelled.
        public var name: String
        /// As it stands in the field.
        public var value: String
        /// Nil where the cookie names none.
        public var path: String?
        /// Nil where the cookie names none.
        public var domain: String?
        /// As the archive has it; the specification asks for ISO 8601. Nil or empty: until the session ends.
        public var expires: String?
        /// Nil where nothing is said.
        public var httpOnly: Bool?
        /// Nil where nothing is said.
        public var secure: Bool?
        /// For people.
        public var comment: String?
        /// Members that the format does not name, "sameSite" among them.
        public var other = Members()

        /// Without attributes.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The body of a request.
    public struct PostData: Sendable, Hashable {
        /// The `Content-Type`; empty without one.
        public var mimeType: String
        /// The fields of a form.
        public var params: [Param]
        /// The body as text; nil when only ``params`` say what was sent.
        public var text: String?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Not in base64.
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
        /// Of the field.
        public var name: String
        /// The value, or a file's content; nil when neither was kept.
        public var value: String?
        /// Of a file; nil for other fields.
        public var fileName: String?
        /// Of a part; nil where it names none.
        public var contentType: String?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// A field of a form, or a part of a multipart body.
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
