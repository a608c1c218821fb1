public import Foundation

/// A choice of exchanges of the history: those that every term holds for.
public struct HistoryFilter: Sendable, Hashable {
    public var terms: [Term]

    /// Creates a filter. Default: no terms, so that it matches every exchange.
    public init(_ terms: [Term] = []) { self.terms = terms }

    /// One condition.
    public struct Term: Sendable, Hashable {
        public var test: Test
        /// Whether the test has to fail.
        public var isNegated: Bool

        public init(_ test: Test, isNegated: Bool = false) {
            self.test = test
            self.isNegated = isNegated
        }
    }

    /// A test of an exchange. Texts are found anywhere, whatever the case of ASCII letters; words are found as whole words one after the
    /// other, the last one from its beginning, whatever their case and accents.
    public enum Test: Sendable, Hashable {
        /// The status lies in this range.
        case status(ClosedRange<Int>)
        /// The method, whole, whatever its case.
        case method(String)
        /// The name of the environment, whole; nil if it was sent without one.
        case environment(String?)
        /// The host of the URL: whole, or all below it ("example.com" is also "api.example.com").
        case host(String)
        /// A text in the path of the URL.
        case path(String)
        /// A text in the path of the request's file within its collection: "users/get.yml".
        case request(String)
        /// A text in the path of the collection's directory; the whole path if it begins with "/".
        case collection(String)
        /// It was sent from exactly this request: the collection's directory and the file within it, whole.
        case sent(of: String, in: String)
        /// There is no whole response, for a reason whose stage, code or message contains the text; nil for any reason.
        case error(String?)
        case since(Date)
        case until(Date)
        /// It was sent before this moment, exclusive.
        case before(Date)
        /// It took longer, from its start to the last byte or the failure.
        case slower(Duration)
        case faster(Duration)
        /// Words in a body that was sent or received; only in the beginning of a long one.
        case body(String)
        /// Words in the header fields, sent or received: "name: value".
        case header(String)
        /// Words in the URL, header fields, bodies or the note.
        case text(String)
        case note(String)
        /// It belongs to the set with this name.
        case set(String)
        case isPinned
        /// The request that was sent differed from the file, or had none.
        case isDraft
        /// It took more than one attempt.
        case isRetried
        /// An assertion failed.
        case isFailed
    }
}
