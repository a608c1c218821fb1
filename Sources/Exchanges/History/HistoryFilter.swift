public import Foundation

/// Which exchanges of the history are meant: those that every term holds for.
public struct HistoryFilter: Sendable, Hashable {
    public var terms: [Term]

    /// Default: no term, so that all are meant.
    public init(_ terms: [Term] = []) { self.terms = terms }

    /// One condition.
    public struct Term: Sendable, Hashable {
        public var test: Test
        /// Whether it is meant that the test fails.
        public var isNegated: Bool

        public init(_ test: Test, isNegated: Bool = false) {
            self.test = test
            self.isNegated = isNegated
        }
    }

    /// What is asked of an exchange. Texts are found anywhere in theirs, whatever the case of ASCII letters; words are found as whole words one behind the other, the last from its
    /// beginning, whatever their case and accents.
    public enum Test: Sendable, Hashable {
        /// The status lies in this range.
        case status(ClosedRange<Int>)
        /// The method, whole, whatever its case.
        case method(String)
        /// The name of the environment, whole; nil: it was sent without one.
        case environment(String?)
        /// The host of the URL: whole, or all below it ("example.com" is also "api.example.com").
        case host(String)
        /// In the path of the URL.
        case path(String)
        /// In the file of the request within its collection: "users/get.yml".
        case request(String)
        /// In the directory of the collection; a text that begins with "/" is the whole of it.
        case collection(String)
        /// It was sent of this very request: the collection's directory and the file within it, whole.
        case sent(of: String, in: String)
        /// There is no whole answer, for a reason whose stage, code or message holds the text; nil: for any reason.
        case error(String?)
        case since(Date)
        case until(Date)
        /// Before this moment, which is none of them.
        case before(Date)
        /// It took longer, from its start to the last byte or the failure.
        case slower(Duration)
        case faster(Duration)
        /// Words in a body that was sent or received; of a long one, in its beginning.
        case body(String)
        /// Words in the header fields, sent or received: "name: value".
        case header(String)
        /// Words in the URL, header fields, bodies or the note.
        case text(String)
        case note(String)
        /// It belongs to the set of this name.
        case set(String)
        case isPinned
        /// What was sent differed from the file, or had none.
        case isDraft
        /// It took more than one attempt.
        case isRetried
        /// An assertion did not hold.
        case isFailed
    }
}
