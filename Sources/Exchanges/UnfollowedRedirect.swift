import Foundation
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

extension Exchange {
    /// Whether the response is a redirect that names several places, so that none is followed.
    public var hasSeveralLocations: Bool {
        guard let response = attempts.last?.hops.last?.response, [301, 302, 303, 307, 308].contains(response.status)
        else {
            return false
        }
        return Set(response.headers.values(for: "Location").map { $0.trimmingCharacters(in: .whitespaces) }).count > 1
    }
}

/// Where redirects stopped being followed.
public struct UnfollowedRedirect: Sendable, Hashable {
    /// How many were; at least one.
    public let followed: Int
    /// Where it leads to, as the server wrote it.
    public let location: String
}
