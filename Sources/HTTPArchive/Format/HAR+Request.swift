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
        // The specification wants one even where the params say it all.
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
