import Foundation

extension HAR {
    /// The request that was sent.
    public struct Request: Sendable, Hashable {
        /// The method as sent, in its own case.
        public var method: String
        /// The absolute URL, without a fragment.
        public var url: String
        /// The version, such as "HTTP/1.1"; empty when unknown.
        public var httpVersion = ""
        /// The cookies of its `Cookie` fields, one by one.
        public var cookies: [Cookie] = []
        /// The header fields in their order, with their spelling and duplicates.
        public var headers: [Field] = []
        /// The items of the URL's query, decoded.
        public var queryString: [Field] = []
        /// The body; nil if there is none.
        public var postData: PostData?
        /// The size of the head in bytes; -1 when unknown.
        public var headersSize = -1
        /// The size of the body in bytes; -1 when unknown.
        public var bodySize = -1
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a request without header fields and body.
        public init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// A header field, or an item of a query.
    public struct Field: Sendable, Hashable {
        /// The name as spelled.
        public var name: String
        /// The value; empty if the archive has none.
        public var value: String
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a field from a name and its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A cookie that was sent or set.
    public struct Cookie: Sendable, Hashable {
        /// The name as spelled.
        public var name: String
        /// The value as written in the field.
        public var value: String
        /// The path; nil if the cookie has none.
        public var path: String?
        /// The domain; nil if the cookie has none.
        public var domain: String?
        /// The expiry date as written in the archive; the specification requires ISO 8601. Nil or empty for a session cookie.
        public var expires: String?
        /// Whether the cookie is hidden from scripts; nil if the archive does not say.
        public var httpOnly: Bool?
        /// Whether the cookie is sent over https only; nil if the archive does not say.
        public var secure: Bool?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define, "sameSite" among them.
        public var other = Members()

        /// Creates a cookie without attributes.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The body of a request.
    public struct PostData: Sendable, Hashable {
        /// The `Content-Type`; empty if there is none.
        public var mimeType: String
        /// The fields of a form.
        public var params: [Param]
        /// The body as text; nil when only ``params`` are known.
        public var text: String?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a body that is not in base64.
        public init(mimeType: String, text: String?, params: [Param] = []) {
            self.mimeType = mimeType
            self.text = text
            self.params = params
        }

        /// The encoding "base64" when ``text`` is not the body itself; nil otherwise.
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
        /// The name of the field.
        public var name: String
        /// The value, or a file's content; nil when neither was kept.
        public var value: String?
        /// The name of a file; nil for other fields.
        public var fileName: String?
        /// The content type of a part; nil if it has none.
        public var contentType: String?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a field of a form, or a part of a multipart body.
        public init(name: String, value: String? = nil, fileName: String? = nil, contentType: String? = nil) {
            self.name = name
            self.value = value
            self.fileName = fileName
            self.contentType = contentType
        }
    }
}

extension HAR.Request: ArchiveValue {
    static var blank: Self { Self(method: "GET", url: "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("method", &method)
        coder.require("url", &url, HARError("expected a string, found nothing", path: "url"))
        coder.code("httpVersion", &httpVersion)
        coder.code("cookies", &cookies)
        coder.code("headers", &headers)
        coder.code("queryString", &queryString)
        coder.code("postData", &postData)
        coder.code("headersSize", &headersSize)
        coder.code("bodySize", &bodySize)
        coder.code("comment", &comment)
    }
}

extension HAR.Field: ArchiveValue {
    static var blank: Self { Self("", "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("name", &name)
        coder.code("value", &value)
        coder.code("comment", &comment)
    }
}

extension HAR.Cookie: ArchiveValue {
    static var blank: Self { Self(name: "", value: "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("name", &name)
        coder.code("value", &value)
        coder.code("path", &path)
        coder.code("domain", &domain)
        coder.code("expires", &expires)
        coder.code("httpOnly", &httpOnly)
        coder.code("secure", &secure)
        coder.code("comment", &comment)
    }
}

extension HAR.PostData: ArchiveValue {
    static var blank: Self { Self(mimeType: "", text: nil) }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("mimeType", &mimeType)
        coder.code("params", &params)
        // The specification requires the text even if the params are complete.
        if !coder.isReading { text = text ?? "" }
        coder.code("text", &text)
        coder.code("comment", &comment)
    }
}

extension HAR.Param: ArchiveValue {
    static var blank: Self { Self(name: "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("name", &name)
        coder.code("value", &value)
        coder.code("fileName", &fileName)
        coder.code("contentType", &contentType)
        coder.code("comment", &comment)
    }
}
