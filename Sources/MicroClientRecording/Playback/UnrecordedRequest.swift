/// A request that a ``RecordedSession`` had no response for.
public struct UnrecordedRequest: Sendable, Hashable, CustomStringConvertible {
    /// The method and URL, such as "GET http://host/path", without secrets.
    public var request: String
    /// The number of responses in the recording.
    public var recordedCount: Int
    /// The most similar recorded requests, the most similar first; at most three.
    public var nearest: [Candidate]

    /// A recorded request that did not match.
    public struct Candidate: Sendable, Hashable {
        /// The method and URL, such as "GET http://host/path", without secrets.
        public var request: String
        /// The differences in a few words each, without secrets: "query item page is 2, recorded is 1". Empty if its responses were all used.
        public var differences: [String]
    }

    /// The request, the similar recorded ones, and what differs: one line each.
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
