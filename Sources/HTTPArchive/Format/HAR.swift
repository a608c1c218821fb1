import Foundation

/// An HTTP archive: exchanges as browsers, proxies and this library record them.
///
/// Reading loses nothing: members that the format does not define, with or without a leading underscore, are kept in `other` and written
/// again. Reading is lenient (see ``init(contentsOf:)``), writing is strict (see ``write(to:isIndented:)``).
/// - Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
public struct HAR: Sendable, Hashable {
    /// The content of the archive: the only member at the top of the format.
    public var log: Log
    /// The members beside `log`.
    public var other = Members()

    /// Creates an archive from a log.
    public init(log: Log = Log()) { self.log = log }
    /// Creates an archive with these entries, and this library as its creator.
    public init(entries: [Entry]) { log = Log(entries: entries) }

    /// The archive's content.
    public struct Log: Sendable, Hashable {
        /// The version of the format. Default: "1.2"; an archive without one counts as "1.1", as the specification requires.
        public var version = "1.2"
        /// The program that wrote the archive.
        public var creator: Tool
        /// The browser; nil if it was not a browser.
        public var browser: Tool?
        /// The pages; nil if the program has no pages.
        public var pages: [Page]?
        /// The entries, usually in the order of their start.
        public var entries: [Entry]
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a log of version 1.2, by default without entries.
        public init(creator: Tool = .microClient, entries: [Entry] = []) {
            self.creator = creator
            self.entries = entries
        }
    }

    /// A program with its name and version.
    public struct Tool: Sendable, Hashable {
        /// The name, such as "Firefox"; empty if the archive has none.
        public var name: String
        /// The version, such as "132.0"; empty if the archive has none.
        public var version: String
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a program without a comment.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }

        /// This library, as the program that wrote an archive.
        public static let microClient = Tool(name: "MicroClient", version: "1.0")
    }

    /// A page that a browser showed.
    public struct Page: Sendable, Hashable {
        /// The time when it was requested; 1970 if the archive has none.
        public var startedDateTime: Date
        /// The id that ``Entry/pageref`` refers to.
        public var id: String
        /// The title, often the URL.
        public var title: String
        /// The times when its parts were loaded.
        public var pageTimings: PageTimings
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a page without a comment.
        public init(startedDateTime: Date, id: String, title: String, pageTimings: PageTimings = PageTimings()) {
            self.startedDateTime = startedDateTime
            self.id = id
            self.title = title
            self.pageTimings = pageTimings
        }
    }

    /// The times when a page was loaded, in milliseconds from its start; -1 when that did not happen, nil when the archive does not say.
    public struct PageTimings: Sendable, Hashable {
        /// The time when the page's content was loaded.
        public var onContentLoad: Double?
        /// The time when the page was loaded.
        public var onLoad: Double?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates timings, in milliseconds.
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
    static let noLog = HARError("expected an object with a member \"log\": this is not an HTTP archive")
}

extension HAR.Log: ArchiveValue {
    static var blank: Self { Self(creator: .blank) }

    mutating func code(_ coder: inout MemberCoder) {
        codeHead(&coder)
        coder.code("entries", &entries)
        coder.code("comment", &comment)
    }

    /// Codes the members before the entries.
    mutating func codeHead(_ coder: inout MemberCoder) {
        if coder.isReading { version = "" }
        coder.code("version", &version)
        // The specification requires this default.
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
