import Spelling

/// The words before a colon in a filter: the one table that the grammar, help, the manual and completion read.
public enum HistoryFilterKey: String, Sendable, Hashable, CaseIterable {
    case status
    case method
    case environment = "env"
    case host
    case path
    case request
    case collection
    case error
    case since
    case until
    case before
    case slower
    case faster
    case body
    case header
    case note
    case set
    case property = "is"

    /// The key as it is typed: "status:".
    public var text: String { "\(rawValue):" }

    /// Sample terms with this key.
    public var examples: [String] {
        switch self {
        case .status: ["status:404", "status:5xx", "status:>=400", "status:200-299"]
        case .method: ["method:POST"]
        case .environment: ["env:prod", "env:\(Self.noEnvironment)"]
        case .host: ["host:example.com", "host:localhost:8080"]
        case .path: ["path:/users/7"]
        case .request: ["request:users/get", "request:/srv/shop//users/get.yml"]
        case .collection: ["collection:shop", "collection:/srv/shop"]
        case .error: ["error:", "error:timeout", "error:dns"]
        case .since: ["since:yesterday", "since:'yesterday 17:00'", "since:2h"]
        case .until: ["until:2026-11-21", "until:'3 days ago'"]
        case .before: ["before:2026-11-21T17:00"]
        case .slower: ["slower:2s", "slower:1.5s"]
        case .faster: ["faster:100ms"]
        case .body: ["body:\"out of stock\""]
        case .header: ["header:\"x-id: 7\""]
        case .note: ["note:checkout", "note:"]
        case .set: ["set:outage"]
        case .property: HistoryFilterProperty.allCases.map { "is:\($0.rawValue)" }
        }
    }

    /// The meaning of a term with this key.
    public var summary: String {
        switch self {
        case .status: "the status, a class of them, a comparison or a range"
        case .method: "the method"
        case .environment:
            "the environment it was sent to; \(Self.noEnvironment): without one (in quotes: to one of that name)"
        case .host: "the host of the URL, or one above it; a port is the one that the URL shows"
        case .path: "in the path of the URL"
        case .request:
            "in the file of the request, below its collection; with / in front, and // between the two: it is that file of that collection"
        case .collection: "in the directory of the collection; with / in front: it is that directory"
        case .error:
            "no complete response; with a value: the reason contains it, or is one of \(HistoryErrorWord.list)"
        case .since: "sent at this time or later; a day counts from its beginning"
        case .until: "sent before this time; a day counts to its end"
        case .before: "sent earlier than this time; a day counts from its beginning"
        case .slower: "took longer than this"
        case .faster: "took less than this"
        case .body: "words in a body, sent or received"
        case .header: "in a header field, sent or received"
        case .note: "in the note; alone: there is one"
        case .set: "belongs to this set"
        case .property: HistoryFilterProperty.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ")
        }
    }

    /// The values to choose from, whatever the history contains; empty if any value is allowed.
    public var values: [String] {
        switch self {
        case .status: ["2xx", "3xx", "4xx", "5xx", ">=400"]
        case .method: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
        case .since, .until, .before: ["1h", "today", "yesterday", "'this week'", "'last week'", "monday"]
        case .slower: ["500ms", "1s", "5s"]
        case .faster: ["100ms", "500ms"]
        case .error: HistoryErrorWord.allCases.map(\.rawValue)
        case .property: HistoryFilterProperty.allCases.map(\.rawValue)
        case .environment: [Self.noEnvironment]
        case .host, .path, .request, .collection, .body, .header, .note, .set: []
        }
    }

    /// The value after ``environment`` for "sent without one".
    static let noEnvironment = "none"

    /// Whether the value may contain spaces.
    var takesSpaces: Bool {
        switch self {
        case .status, .method, .slower, .faster, .property: false
        default: true
        }
    }
}

/// The words of `is:`.
public enum HistoryFilterProperty: String, Sendable, Hashable, CaseIterable {
    case pinned, draft, retried, failed, error

    public var summary: String {
        switch self {
        case .pinned: "it is never deleted"
        case .draft: "what was sent differed from the file, or had none"
        case .retried: "it took more than one attempt"
        case .failed: "an assertion did not pass, or GraphQL listed errors"
        case .error: "there is no complete response"
        }
    }

    var test: HistoryFilter.Test {
        switch self {
        case .pinned: .isPinned
        case .draft: .isDraft
        case .retried: .isRetried
        case .failed: .isFailed
        case .error: .error(nil)
        }
    }
}

extension HistoryFilterKey {
    /// The names that other tools, or other words for the same, use.
    private var synonyms: [String] {
        switch self {
        case .status: ["code", "state"]
        case .method: ["verb"]
        case .environment: ["environment"]
        case .host: ["domain", "server"]
        case .path: ["url", "uri"]
        case .request: ["req", "name", "file"]
        case .collection: ["dir", "directory"]
        case .error: ["err", "failure"]
        case .since: ["after", "from", "newer"]
        case .until: ["to", "older"]
        case .before: ["earlier"]
        case .slower: ["longer", "duration", "time"]
        case .faster: ["shorter", "quicker"]
        case .body: ["content", "response"]
        case .header: ["headers", "field"]
        case .note: ["comment"]
        case .set: ["incident", "tag"]
        case .property: ["has"]
        }
    }

    /// Returns the keys that were probably meant by an unknown word; at most a few.
    static func near(_ word: String) -> [HistoryFilterKey] {
        let word = word.lowercased()
        let meant = allCases.filter { $0.synonyms.contains(word) }
        if !meant.isEmpty { return meant }
        let begun = word.count > 1 ? allCases.filter { $0.rawValue.hasPrefix(word) } : []
        if !begun.isEmpty { return begun }
        return allCases.filter { NearestWord.isNear(word, to: $0.rawValue) }
    }
}
