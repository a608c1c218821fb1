import Foundation
import HTTPArchive
import MicroClient

extension RecordedSession {
    /// The parts of a request that must equal an entry: the method, the URL without its fragment, and those set here.
    /// A part of the recording that is masked matches anything.
    public struct Matching: Sendable, Hashable {
        /// Whether scheme, host and port may differ, for servers whose port changes. Default: false.
        public var ignoresOrigin = false
        /// Whether the items of the query may come in any order. Default: false.
        public var ignoresQueryOrder = false
        /// The names of query items that are not compared, such as times and random numbers. Default: none.
        public var ignoredQueryItems: Set<String> = []
        /// The names of header fields whose values must be equal. Default: none.
        public var headers: [String] = []
        /// Whether the body must be equal. JSON is compared by value, multipart bodies without their boundary. Default: false.
        public var body = false

        /// Creates a matching; by default of method and URL.
        public init(
            ignoresOrigin: Bool = false, ignoresQueryOrder: Bool = false, ignoredQueryItems: Set<String> = [],
            headers: [String] = [], body: Bool = false
        ) {
            self.ignoresOrigin = ignoresOrigin
            self.ignoresQueryOrder = ignoresQueryOrder
            self.ignoredQueryItems = ignoredQueryItems
            self.headers = headers
            self.body = body
        }
    }
}

/// A request in the form used for comparison.
struct AskedRequest {
    var method: String
    var url: URLParts
    var redactedURL: String
    var headers: HeaderFields
    var body: Data

    init(_ request: WireRequest, body: Data) {
        method = request.method.rawValue
        url = URLParts(request.url)
        redactedURL = Redaction.url(request.url)
        headers = request.headers
        self.body = body
    }

    var summary: String { "\(method) \(redactedURL)" }
}

/// A recorded entry, parsed once.
struct RecordedEntry {
    var entry: HAR.Entry
    var url: URLParts

    init(_ entry: HAR.Entry) {
        self.entry = entry
        url = URLParts(entry.request.url)
    }

    var summary: String { "\(entry.request.method) \(Redaction.url(entry.request.url))" }
}

/// A difference between a request and an entry.
struct Difference {
    var text: String
    /// The weight of the difference in the distance.
    var weight: Int
}

extension RecordedSession.Matching {
    func distance(of request: AskedRequest, from recorded: RecordedEntry) -> Int {
        differences(of: request, from: recorded).reduce(0) { $0 + $1.weight }
    }

    func differences(of request: AskedRequest, from recorded: RecordedEntry) -> [Difference] {
        var differences: [Difference] = []
        if request.method != recorded.entry.request.method {
            differences.append(
                Difference(text: "method is \(request.method), recorded is \(recorded.entry.request.method)", weight: 3)
            )
        }
        differences += urlDifferences(request.url, recorded.url)
        differences += headers.compactMap { headerDifference($0, request, recorded.entry.request) }
        if body, differences.isEmpty, let text = RecordedBodyComparison.difference(request, recorded.entry.request) {
            differences.append(Difference(text: text, weight: 1))
        }
        return differences
    }

    private func urlDifferences(_ asked: URLParts, _ recorded: URLParts) -> [Difference] {
        var differences: [Difference] = []
        if !ignoresOrigin, !MaskedText.matches(asked.origin, recorded: recorded.origin) {
            differences.append(Difference(text: "origin is \(asked.origin), recorded is \(recorded.origin)", weight: 4))
        }
        if !URLParts.isSame(asked.path, recorded: recorded.path) {
            let distance = 4 + asked.path.commonSegments(with: recorded.path).distance
            differences.append(
                Difference(text: "path is \(asked.path), recorded is \(recorded.path)", weight: distance))
        }
        let isCompared = { (item: URLParts.Item) in !ignoredQueryItems.contains(item.name) }
        return differences
            + QueryComparison(
                asked: asked.items.filter(isCompared), recorded: recorded.items.filter(isCompared),
                ignoresOrder: ignoresQueryOrder
            ).differences
    }

    private func headerDifference(
        _ name: String, _ request: AskedRequest, _ recorded: HAR.Request
    ) -> Difference? {
        let asked = request.headers.values(for: name)
        let expected = recorded.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        let isEqual =
            asked.count == expected.count
            && zip(asked, expected).allSatisfy { MaskedText.matches($0, recorded: $1) }
        guard !isEqual else { return nil }
        func text(_ values: [String]) -> String {
            values.isEmpty ? "missing" : values.map { Redaction.value($0, of: name) }.joined(separator: ", ")
        }
        return Difference(text: "header \(name) is \(text(asked)), recorded is \(text(expected))", weight: 1)
    }
}

extension String {
    fileprivate func commonSegments(with other: String) -> (common: Int, distance: Int) {
        let own = split(separator: "/")
        let theirs = other.split(separator: "/")
        let common = zip(own, theirs).prefix { $0 == $1 }.count
        return (common, max(own.count, theirs.count) - common)
    }
}

/// Compares the queries of two URLs, item by item.
private struct QueryComparison {
    var asked: [URLParts.Item]
    var recorded: [URLParts.Item]
    var ignoresOrder: Bool

    var differences: [Difference] {
        if !ignoresOrder, asked.count == recorded.count, zip(asked, recorded).allSatisfy({ $0.isSame(recorded: $1) }) {
            return []
        }
        var missing = recorded
        var added: [URLParts.Item] = []
        for item in asked {
            if let index = missing.firstIndex(where: { item.isSame(recorded: $0) }) {
                missing.remove(at: index)
            } else {
                added.append(item)
            }
        }
        if missing.isEmpty, added.isEmpty {
            return ignoresOrder ? [] : [Difference(text: "the query items have another order", weight: 1)]
        }
        return Self.texts(added: added, missing: missing).map { Difference(text: $0, weight: 1) }
    }

    private static func texts(added: [URLParts.Item], missing: [URLParts.Item]) -> [String] {
        var missing = missing
        var texts: [String] = []
        for item in added {
            if let index = missing.firstIndex(where: { $0.name == item.name }) {
                let other = missing.remove(at: index)
                texts.append("query item \(item.name) is \(item.shown), recorded is \(other.shown)")
            } else {
                texts.append("query item \(item.name) is not recorded")
            }
        }
        return texts + missing.map { "recorded query item \($0.name) is missing" }
    }
}
