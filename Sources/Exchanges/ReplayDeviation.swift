public import MicroClient

/// The place where a server led a replay another way than the recorded request: nothing was sent beyond it.
public struct ReplayDeviation: Sendable, Hashable {
    /// The deviation in one line without addresses, so without secrets: "redirect 1 was 302 and is 200 now".
    public let words: String

    /// Compares a replay with the recording; nil if the replay went the recorded way, or ended before it could leave it.
    public init?(of replay: Exchange, from recorded: Exchange) {
        guard let old = recorded.attempts.last, let new = replay.attempts.last, let status = new.lastStatus else {
            return nil
        }
        let (expected, followed) = (old.followedRedirects, new.followedRedirects)
        if followed.count < expected.count {
            let before = expected[followed.count].status
            words =
                before == status
                ? "redirect \(followed.count + 1) (\(status)) is not the recorded one"
                : "redirect \(followed.count + 1) was \(before) and is \(status) now"
        } else if Exchange.Attempt.redirectStatuses.contains(status),
            old.lastStatus.map(Exchange.Attempt.redirectStatuses.contains) == false
        {
            words = "redirect \(followed.count + 1) (\(status)) was not recorded"
        } else {
            return nil
        }
    }
}

extension Exchange.Attempt {
    /// A redirect that was followed: the status that asked for it, and what was sent because of it.
    public struct FollowedRedirect: Sendable, Hashable {
        public let status: Int
        public let request: Exchange.SentRequest
    }

    /// The redirects in order, without requests that the transport repeated by itself, as after a challenge.
    public var followedRedirects: [FollowedRedirect] {
        zip(hops, hops.dropFirst()).compactMap { hop, next in
            guard let status = hop.response?.status, Self.redirectStatuses.contains(status) else { return nil }
            return FollowedRedirect(status: status, request: next.request)
        }
    }

    fileprivate var lastStatus: Int? { hops.last?.response?.status }

    fileprivate static let redirectStatuses: Set = [301, 302, 303, 307, 308]
}
