/// A request that a ``RecordedSession`` had no answer for.
public struct UnrecordedRequest: Sendable, Hashable, CustomStringConvertible {
    /// "GET http://host/path", without secrets.
    public var request: String
    /// How many answers the recording holds.
    public var recordedCount: Int
    /// The recorded requests that come nearest, the nearest first; at most three.
    public var nearest: [Candidate]

    /// A recorded request that was not the one.
    public struct Candidate: Sendable, Hashable {
        /// "GET http://host/path", without secrets.
        public var request: String
        /// Each in a few words, without secrets: "query item page is 2, recorded is 1". None: its answers were all given.
        public var differences: [String]
    }

    /// What was asked, what is recorded instead, and what differs: one line each.
    public var description: String {
        guard !nearest.isEmpty else { return "\(request) is not recorded: the recording is empty." }
        let lines = nearest.map { candidate in
            let differences =
                candidate.differences.isEmpty
                ? "its recorded answers were all given" : candidate.differences.joined(separator: "; ")
            return "\n  \(candidate.request): \(differences)"
        }
        return "\(request) is not recorded. Of \(recordedCount) recorded, the nearest:" + lines.joined()
    }
}
