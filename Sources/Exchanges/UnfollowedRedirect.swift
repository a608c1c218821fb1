public import MicroClient

extension Exchange {
    /// A redirect that is the answer although others were followed before it: a loop, as a rule, that the maximum of redirects has ended.
    public var unfollowedRedirect: UnfollowedRedirect? {
        guard let hops = attempts.last?.hops, hops.count > 1, let response = hops.last?.response,
            [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"]
        else { return nil }
        return UnfollowedRedirect(followed: hops.count - 1, location: location)
    }
}

/// Where redirects stopped being followed.
public struct UnfollowedRedirect: Sendable, Hashable {
    /// How many were; at least one.
    public let followed: Int
    /// Where it leads to, as the server wrote it.
    public let location: String
}
