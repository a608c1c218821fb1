import Foundation

/// An HTTP archive: exchanges as browsers, proxies and this library write them down.
///
/// What is read is kept: members that the format does not name, with or without a leading underscore, stand in `other` and are written
/// again. Reading is lenient (see ``init(contentsOf:)``), writing is strict (see ``write(to:isIndented:)``).
/// - Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
public struct HAR: Sendable, Hashable {
    /// All there is: the format has one member at its top.
    public var log: Log
    /// Members beside `log`.
    public var other = Members()

    /// An archive of a log.
    public init(log: Log = Log()) { self.log = log }
    /// An archive of this library with these entries.
    public init(entries: [Entry]) { log = Log(entries: entries) }

    /// The archive's content.
    public struct Log: Sendable, Hashable {
        /// Default: "1.2"; an archive without one counts as "1.1", says the specification.
        public var version = "1.2"
        /// The program that wrote the archive.
        public var creator: Tool
        /// Nil: not by a browser.
        public var browser: Tool?
        /// Nil: the program knows no pages.
        public var pages: [Page]?
        /// In the order of their start, usually.
        public var entries: [Entry]
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// No entries unless given; version 1.2.
        public init(creator: Tool = .microClient, entries: [Entry] = []) {
            self.creator = creator
            self.entries = entries
        }
    }

    /// A program by name and version.
    public struct Tool: Sendable, Hashable {
        /// "Firefox"; empty where the archive does not say.
        public var name: String
        /// "132.0"; empty where the archive does not say.
        public var version: String
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Without a comment.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }

        /// This library.
        public static let microClient = Tool(name: "MicroClient", version: "1.0")
    }

    /// One page that a browser showed.
    public struct Page: Sendable, Hashable {
        /// 1970 where the archive does not say.
        public var startedDateTime: Date
        /// What ``Entry/pageref`` refers to.
        public var id: String
        /// Often its URL.
        public var title: String
        /// When its parts were there.
        public var pageTimings: PageTimings
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Without a comment.
        public init(startedDateTime: Date, id: String, title: String, pageTimings: PageTimings = PageTimings()) {
            self.startedDateTime = startedDateTime
            self.id = id
            self.title = title
            self.pageTimings = pageTimings
        }
    }

    /// When a page was there, in milliseconds from its start; -1 when that did not happen, nil when nothing is said.
    public struct PageTimings: Sendable, Hashable {
        /// When the page's content was loaded.
        public var onContentLoad: Double?
        /// When the page was loaded.
        public var onLoad: Double?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// In milliseconds.
        public init(onContentLoad: Double? = nil, onLoad: Double? = nil) {
            self.onContentLoad = onContentLoad
            self.onLoad = onLoad
        }
    }
}

extension HAR: ArchiveValue {
    static var blank: HAR { HAR(log: .blank) }

    mutating func code(_ coder: inout MemberCoder) { coder.require("log", &log, .noLog) }
}

extension HARError {
    static let noLog = HARError("expected an object with a member \"log\": this is no HTTP archive")
}

extension HAR.Log: ArchiveValue {
    static var blank: Self { Self(creator: .blank) }

    mutating func code(_ coder: inout MemberCoder) {
        codeHead(&coder)
        coder.code("entries", &entries)
        coder.code("comment", &comment)
    }

    /// What comes before the entries.
    mutating func codeHead(_ coder: inout MemberCoder) {
        if coder.isReading { version = "" }
        coder.code("version", &version)
        // So says the specification.
        if coder.isReading, version.isEmpty { version = "1.1" }
        coder.code("creator", &creator)
        coder.code("browser", &browser)
        coder.code("pages", &pages)
    }
}

extension HAR.Tool: ArchiveValue {
    static var blank: Self { Self(name: "", version: "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("name", &name)
        coder.code("version", &version)
        coder.code("comment", &comment)
    }
}

extension HAR.Page: ArchiveValue {
    static var blank: Self { Self(startedDateTime: Date(timeIntervalSince1970: 0), id: "", title: "") }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("startedDateTime", &startedDateTime)
        coder.code("id", &id)
        coder.code("title", &title)
        coder.code("pageTimings", &pageTimings)
        coder.code("comment", &comment)
    }
}

extension HAR.PageTimings: ArchiveValue {
    static var blank: Self { Self() }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("onContentLoad", &onContentLoad)
        coder.code("onLoad", &onLoad)
        coder.code("comment", &comment)
    }
}
